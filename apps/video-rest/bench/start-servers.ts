import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type RunningServer, startChild } from '@campus/bench';
import { instance } from './instance.ts';

/** Where a service of the benchmark keeps its files, and where it finds ffmpeg. */
export interface ServicePlace {
  folder: string;
  databaseUrl: string;
  /** As in the variable PATH. */
  searchPath: string;
  profileFolder: string | undefined;
  /** Of the service; one when absent. */
  processes?: number;
}

export function mediaRootOf({ folder }: Pick<ServicePlace, 'folder'>): string {
  return path.join(folder, 'media');
}

/** Starts the service as it is by default, with its own configuration, whatever lies in the repository. */
export async function startService(place: ServicePlace): Promise<RunningServer> {
  const { folder, databaseUrl, searchPath, profileFolder, processes = 1 } = place;
  const configurationFile = path.join(folder, 'video-rest.properties');
  await writeFile(configurationFile, '');
  return startChild(path.join(import.meta.dirname, '../src/main.ts'), {
    env: {
      PATH: searchPath,
      CONFIG_FILE: configurationFile,
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      MEDIA_ROOT: mediaRootOf(place),
      SERVER_PORT: '0',
      METRICS_PORT: '0',
      SERVER_PROCESSES: String(processes),
      SERVER_BASE_URL: instance.baseUrl,
      TIME_ZONE: instance.timeZone,
      TITLE_ETB: instance.publisher,
      DEFAULT_DC_COVERAGE: instance.coverage,
      DEFAULT_DC_RIGHTS: instance.rights,
      OAI_ADMIN_EMAIL: instance.adminEmail,
    },
    execArgv: profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`],
  });
}

/** Starts the bare server on the same database; it keeps uploads in the same folder. */
export function startBare({ folder, databaseUrl }: ServicePlace): Promise<RunningServer> {
  return startChild(path.join(import.meta.dirname, 'bare/main.ts'), {
    message: JSON.stringify({ databaseUrl, folder }),
    env: {},
  });
}
