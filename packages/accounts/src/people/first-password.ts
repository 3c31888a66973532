import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '@campus/config';
import { syncFolder } from '@campus/service';

const fileName = 'first-password';

/** The generated password of the first account cannot be kept for whoever runs the service. */
class FirstPasswordError extends OperatorError {
  constructor({ path, cause }: { path: string; cause: unknown }) {
    const why = String(cause).replace(/^Error: /, '');
    super(
      `The password of the first account cannot be written to ${path}: ${why}; let the user of this service write there, or set data.dir to another folder.`,
      { cause },
    );
  }
}

/**
 * Writes the generated password of the first account to `<dataDir>/first-password`, readable by its owner only: the
 * whole file or none, and on the disk when this returns.
 *
 * @returns the path of the file
 * @throws FirstPasswordError
 */
export async function writeFirstPassword(dataDir: string, password: string): Promise<string> {
  const path = join(dataDir, fileName);
  try {
    await mkdir(dataDir, { recursive: true });
    const unfinished = `${path}.new`;
    await rm(unfinished, { force: true });
    await writeFile(unfinished, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await rename(unfinished, path);
    await syncFolder(dataDir);
    return path;
  } catch (cause) {
    throw new FirstPasswordError({ path, cause });
  }
}

/** Removes what an attempt left that never became an account. */
export async function removeFirstPassword(dataDir: string): Promise<void> {
  await rm(join(dataDir, fileName), { force: true });
}
