import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type StartedProcess, startProcess } from '@campus/testing';
import { type Caller, callerWith, managementToken, publicToken, webhookToken } from './service.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../../..');

/** The service as an operator starts it: a process of its own. */
export interface ServiceProcess extends StartedProcess {
  url: string;
  /** Where it tells how it is. */
  metricsUrl: string;
  vendor: Caller;
  institution: Caller;
}

/** A folder for `data.dir`, removed by the returned function. */
export async function makeDataDir(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'signing-process-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Begins to start the service on a database. */
export function beginServiceProcess(env: Record<string, string>): StartedProcess {
  return startProcess({
    command: process.execPath,
    args: [path.join(repositoryRoot, 'apps/conventions-signing/src/main.ts')],
    cwd: env.DATA_DIR ?? tmpdir(),
    env: {
      PATH: process.env.PATH ?? '',
      SERVER_PORT: '0',
      METRICS_PORT: '0',
      APPLI_PUBLIC_TOKENS: publicToken,
      APPLI_MANAGEMENT_TOKENS: managementToken,
      ...env,
    },
  });
}

/** Starts the service on a database and waits until it is ready. */
export async function startServiceProcess(env: Record<string, string>): Promise<ServiceProcess> {
  const process_ = beginServiceProcess(env);
  const [, url = ''] = await process_.waitForOutput(/ready on (http:\/\/[\w.:]+)/);
  const [, metricsUrl = ''] = await process_.waitForOutput(/metrics on (http:\/\/[\w.:]+)/);
  return Object.assign(process_, {
    url,
    metricsUrl,
    vendor: callerWith(url, `Bearer ${publicToken}`),
    institution: callerWith(url, `Bearer ${managementToken}`),
  });
}

/** The parameters that name a signing application at `uri`. */
export function webhookEnv(uri: string): Record<string, string> {
  return { WEBHOOK_SIGNATURE_URI: uri, WEBHOOK_SIGNATURE_TOKEN: webhookToken };
}
