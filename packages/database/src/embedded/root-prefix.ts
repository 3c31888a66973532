import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DatabaseError } from '../database-error.ts';

const unshare = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];

/**
 * What stands before PostgreSQL's programs on the command line: nothing for an ordinary user.
 *
 * PostgreSQL refuses to run as root. A user namespace in which root is called 1000 satisfies it without making
 * a system user and without changing an owner, and it still enters folders that only root can enter.
 *
 * @throws DatabaseError `root_refused`
 */
export async function rootPrefix(): Promise<string[]> {
  if (process.getuid?.() !== 0) return [];
  const [command = '', ...args] = unshare;
  try {
    await promisify(execFile)(command, [...args, 'true']);
    return unshare;
  } catch (error) {
    throw new DatabaseError(
      'root_refused',
      'PostgreSQL refuses to run as root, and this system refuses a user namespace (unshare --user); ' +
        'run as an ordinary user, or point database.url to a PostgreSQL server of your own.',
      { cause: error },
    );
  }
}
