import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate, startEmbeddedPostgres } from '@campus/database';
import { createLog } from '@campus/service';
import { loadSigningConfiguration } from '../src/config.ts';
import { startService } from '../src/service.ts';
import type { VendorCheckOptions } from './read-options.ts';

export interface ThrowAwayService {
  /** Where this machine reaches it. */
  localUrl: string;
  /** Where the vendor reaches it. */
  baseUrl: string;
  accessToken: string;
  managementToken: string;
}

/**
 * Starts the real service on a PostgreSQL of its own in a temporary folder.
 *
 * @param around.closing  gets what undoes each step, as soon as the step is done: to be run backwards
 * @param around.signal   ends it between two steps
 */
export async function startThrowAwayService(
  options: VendorCheckOptions,
  around: { repositoryRoot: string; closing: (() => Promise<unknown>)[]; signal: AbortSignal },
): Promise<ThrowAwayService> {
  const { repositoryRoot, closing, signal } = around;
  const folder = await mkdtemp(path.join(tmpdir(), 'vendor-check-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  signal.throwIfAborted();
  const dataDir = path.join(folder, 'postgres');
  const postgres = await startEmbeddedPostgres({ dataDir, database: 'vendor_check', throwAway: true });
  closing.push(() => postgres.stop());
  signal.throwIfAborted();
  const directory = path.join(repositoryRoot, 'prisma/conventions-signing/migrations');
  await migrate({ url: postgres.url, directory });
  signal.throwIfAborted();
  const log = await createLog('conventions-signing');
  // What the calls come to is shown by the check; only what must never happen is logged.
  log.level = 'error';
  const accessToken = options.accessToken ?? newToken();
  const managementToken = newToken();
  const { host, port, baseUrl, webhook } = options;
  const env = {
    SERVER_HOST: host,
    SERVER_PORT: String(port),
    SERVER_BASE_URL: baseUrl,
    DATA_DIR: folder,
    PAGES_TIME_ZONE: 'UTC',
    APPLI_PUBLIC_TOKENS: accessToken,
    APPLI_MANAGEMENT_TOKENS: managementToken,
    WEBHOOK_SIGNATURE_URI: webhook.uri,
    WEBHOOK_SIGNATURE_TOKEN: webhook.token,
  };
  const service = await startService({
    databaseUrl: postgres.url,
    log,
    // From nothing but these variables: a file of the operator is not about this service.
    configuration: loadSigningConfiguration({ env, workingDirectory: folder, repositoryRoot: folder }),
  });
  closing.push(() => service.stop());
  return { localUrl: service.url, baseUrl: baseUrl ?? service.url, accessToken, managementToken };
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}
