import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '@campus/config';
import { DatabaseError } from '../database-error.ts';
import { dataFolderRefused } from '../require-data-folder.ts';

/**
 * Whether the folder holds a cluster that this PostgreSQL can open; false when it is empty or not there.
 *
 * @throws DatabaseError `other_major_version` with the ways out, `not_a_cluster`, or `data_folder_refused`
 */
export async function holdsCluster(folder: string, majorVersion: number): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (errorCode(error) === 'ENOENT') return [];
    throw dataFolderRefused(folder, error);
  });
  if (names.length === 0) return false;
  if (!names.includes('PG_VERSION')) {
    throw new DatabaseError(
      'not_a_cluster',
      `The data folder ${folder} is not empty and holds no PostgreSQL cluster; ` +
        'empty it, or choose another with data.dir.',
    );
  }
  const found = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (found !== String(majorVersion)) {
    throw new DatabaseError('other_major_version', describeWaysOut(folder, found, majorVersion));
  }
  return true;
}

// The embedded packages hold no pg_dump, so the tools must come from elsewhere.
function describeWaysOut(folder: string, found: string, ours: number): string {
  return [
    `The data folder ${folder} was made by PostgreSQL ${found}; the embedded PostgreSQL ${ours} cannot open it. Nothing was changed. Choose one:`,
    `- Keep the data: install PostgreSQL ${found} from your distribution, run it on a copy of that folder, save the databases with pg_dump, move the folder away, start once so that a new one is made, and restore with pg_restore.`,
    `- Leave the embedded PostgreSQL: run a PostgreSQL server of your own (the dump restored into it), and set database.url.`,
    '- Nothing in it is needed: move the folder away and start again; a new, empty one is made.',
  ].join('\n');
}
