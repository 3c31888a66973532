import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hiddenLockfile, isInstalled } from './is-installed.mjs';
import { linkPostgresLibraries } from './link-postgres-libraries.mjs';
import { makeMediaToolsExecutable } from './make-media-tools-executable.mjs';
import { npmCi } from './npm-ci.mjs';

/**
 * Brings node_modules up to date with the lockfile: `npm ci`, and only when something that it depends on has
 * changed. The stamp is removed first and written last, so that an interrupted install is repeated; after an npm ci by
 * hand nothing is installed again.
 */
export async function install(root) {
  const nodeModules = join(root, 'node_modules');
  const stampFile = join(nodeModules, '.installed');
  const wanted = stampOf(root);
  const isStamped = existsSync(stampFile);
  if (isStamped && readFileSync(stampFile, 'utf8') === wanted) return;
  // An npm ci by hand leaves no stamp, and none of our own that was interrupted gets as far as npm's own note.
  if (isStamped || !isInstalled(root)) {
    rmSync(stampFile, { force: true });
    rmSync(join(root, hiddenLockfile), { force: true });
    await npmCi(root);
  }
  linkPostgresLibraries(nodeModules);
  makeMediaToolsExecutable(nodeModules);
  writeFileSync(stampFile, wanted);
}

/** A digest of all that decides what npm ci installs: of a package.json, all but its scripts. */
function stampOf(root) {
  const read = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');
  const decisive = (file) => JSON.stringify({ ...JSON.parse(read(file) || '{}'), scripts: undefined });
  const { workspaces } = JSON.parse(read('package.json'));
  const parts = [
    `${process.platform}-${process.arch}`,
    ...['package-lock.json', '.npmrc'].map(read),
    ...['package.json', ...workspaceManifests(root, workspaces)].map((file) => `${file}\n${decisive(file)}`),
  ];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/** The package.json of every workspace; only patterns like `apps/*` are used here. */
function workspaceManifests(root, patterns) {
  return patterns.flatMap((pattern) => {
    const parent = pattern.replace(/\/\*$/, '');
    if (!existsSync(join(root, parent))) return [];
    return readdirSync(join(root, parent))
      .sort()
      .map((name) => `${parent}/${name}/package.json`);
  });
}
