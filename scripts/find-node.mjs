import { existsSync } from 'node:fs';
import { join } from 'node:path';

const neededMajor = 24;

/** The Node 24 that the lockfile pins; where there is none for the machine, the running Node when it is new enough. */
export function findNode(root) {
  const pinned = join(root, 'node_modules/.bin/node');
  if (existsSync(pinned)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= neededMajor) return process.execPath;
  throw new Error(
    `Node ${neededMajor} is needed and no package of it exists for ${process.platform}-${process.arch}; ` +
      `install Node ${neededMajor} or later and run this again (this is ${process.version}).`,
  );
}
