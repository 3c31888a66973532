import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from './start-demo.ts';

/** The folder with what was kept of the last release. */
export async function lastRelease(): Promise<string> {
  const releases = path.join(repositoryRoot, 'docs/releases');
  const versions = (await readdir(releases)).filter((name) => /^\d+\.\d+\.\d+$/.test(name));
  const [last] = versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  if (last === undefined) throw new Error(`${releases} has no release: run npm run keep-release`);
  return path.join(releases, last);
}
