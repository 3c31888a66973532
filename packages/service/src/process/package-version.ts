import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version in the package.json of a folder. */
export function packageVersion(folder: string): string {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
