import { access, constants } from 'node:fs/promises';
import path from 'node:path';

/** Fails when a Debian tool of the system tests is missing, and names the script that installs it. */
export async function requireTool(name: string): Promise<string> {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, name);
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  throw new Error(`${name} is not installed: run scripts/install-test-tools`);
}
