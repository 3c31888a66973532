import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, type StartedProcess, startProcess } from '@campus/testing';

export const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** The demo as `npm start` brings it up, on ports and in a data folder of its own. */
export interface Demo extends StartedProcess {
  url: string;
  token: string;
  dataDir: string;
  removeData: () => Promise<void>;
}

/** Runs what the root's `npm start` runs, on `dataDir` or in a new folder, and waits for its welcome. */
export async function startDemo(options: { dataDir?: string } = {}): Promise<Demo> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'demo-')));
  const port = await freePort();
  const demo = startProcess({
    command: process.execPath,
    args: [path.join(repositoryRoot, 'scripts/run.mjs'), 'start'],
    cwd: dataDir,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      DATA_DIR: dataDir,
      SERVER_PORT: String(port),
      SIGNING_APPLICATION_PORT: String(await freePort()),
    },
  });
  const [, token = ''] = await demo.waitForOutput(/^TOKEN=(\S+)$/m, { timeoutMs: 60_000 });
  await demo.waitForOutput(/signed\.pdf/);
  return Object.assign(demo, {
    url: `http://127.0.0.1:${port}`,
    token,
    dataDir,
    removeData: () => rm(dataDir, { recursive: true, force: true }),
  });
}
