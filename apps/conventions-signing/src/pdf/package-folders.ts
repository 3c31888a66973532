import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';

/**
 * Folders of installed packages and of all that they depend on; optional dependencies left out.
 *
 * @param from  URL of the module that imports them
 */
export function packageFolders(names: string[], from: string): string[] {
  const folders = new Set<string>();
  const open = names.map((name) => ({ name, from }));
  for (const next of open) {
    const description = findPackageJSON(next.name, next.from);
    if (description === undefined) throw new Error(`The package ${next.name} is not installed; run npm ci.`);
    const folder = path.dirname(description);
    if (folders.has(folder)) continue;
    folders.add(folder);
    const { dependencies = {} } = JSON.parse(readFileSync(description, 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    open.push(...Object.keys(dependencies).map((name) => ({ name, from: description })));
  }
  return [...folders];
}
