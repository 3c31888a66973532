import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type RunningServer, startChild } from '@campus/bench';
import { baseUrl } from './base-url.ts';
import { managementToken, publicToken } from './tokens.ts';

/**
 * Starts the service with its own configuration, whatever lies in the repository.
 *
 * @param place.folder         where it keeps its files
 * @param place.webhookUrl     of the signing application
 * @param place.profileFolder  where it leaves a CPU profile when it ends
 */
export async function startService({
  folder,
  databaseUrl,
  webhookUrl,
  profileFolder,
  processes = 1,
  traces,
}: {
  folder: string;
  databaseUrl: string;
  webhookUrl: string;
  profileFolder: string | undefined;
  processes?: number;
  /** Where traces are sent, if they are; the process then changes what is sampled by SIGUSR2. */
  traces?: { endpoint: string; ratio: string };
}): Promise<RunningServer> {
  const configurationFile = path.join(folder, 'conventions-signing.properties');
  await writeFile(configurationFile, '');
  return startChild(path.join(import.meta.dirname, '../src/main.ts'), {
    env: {
      CONFIG_FILE: configurationFile,
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      SERVER_PORT: '0',
      SERVER_BASE_URL: baseUrl,
      METRICS_PORT: '0',
      SERVER_PROCESSES: String(processes),
      ...(traces && { TRACES_ENDPOINT: traces.endpoint, TRACES_RATIO: traces.ratio }),
      APPLI_PUBLIC_TOKENS: publicToken,
      APPLI_MANAGEMENT_TOKENS: managementToken,
      WEBHOOK_SIGNATURE_URI: webhookUrl,
      WEBHOOK_SIGNATURE_TOKEN: 'webhook-token-of-the-benchmark',
    },
    execArgv: [
      ...(profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`]),
      ...(traces ? ['--import', path.join(import.meta.dirname, 'traces/switch-sampling.ts')] : []),
    ],
  });
}

/** Starts the bare server on the same database; it receives in the same folder. */
export function startBare({
  folder,
  databaseUrl,
}: {
  folder: string;
  databaseUrl: string;
}): Promise<RunningServer> {
  return startChild(path.join(import.meta.dirname, 'bare/main.ts'), {
    message: databaseUrl,
    env: { UPLOAD_FOLDER: folder },
  });
}
