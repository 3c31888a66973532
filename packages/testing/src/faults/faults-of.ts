import { request } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { Fault, Report } from './fault.ts';

/** The calls that a process of Node makes of the system, which a test makes fail. */
export interface Faults {
  /** What the process is started with, beside its own. */
  env: Record<string, string>;
  /** From now on this fails, and what did before no longer. */
  begin(fault: Fault): Promise<void>;
  /** Nothing fails any more. @returns what became of the fault */
  end(): Promise<Report>;
}

/** @param folder  where its socket may be */
export function faultsOf(folder: string): Faults {
  const socketPath = path.join(folder, 'faults.sock');
  const preload = pathToFileURL(path.join(import.meta.dirname, 'preload.ts')).href;
  const tell = (fault: Fault | null) =>
    new Promise<Report>((resolve, reject) => {
      const telling = request({ socketPath, method: 'POST' }, (response) => {
        resolve(json(response) as Promise<Report>);
      });
      telling.on('error', reject).end(JSON.stringify(fault));
    });
  return {
    env: { NODE_OPTIONS: `--import=${preload}`, FAULTS_SOCKET: socketPath },
    async begin(fault) {
      await tell(fault);
    },
    end: () => tell(null),
  };
}
