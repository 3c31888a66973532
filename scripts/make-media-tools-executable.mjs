import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the ffmpeg and ffprobe of the `@*-installer` packages executable: some of them are shipped without the
 * execute bit, which their install scripts would set. The packages are optional; without them nothing is done.
 *
 * @param {string} nodeModules path of node_modules
 */
export function makeMediaToolsExecutable(nodeModules) {
  for (const tool of ['ffmpeg', 'ffprobe']) {
    const scope = join(nodeModules, `@${tool}-installer`);
    for (const platform of existsSync(scope) ? readdirSync(scope) : []) {
      const file = join(scope, platform, tool);
      if (existsSync(file)) chmodSync(file, statSync(file).mode | 0o111);
    }
  }
}
