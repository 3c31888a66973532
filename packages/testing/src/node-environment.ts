import path from 'node:path';

/**
 * How Node is started in production, as environment of the programs that tests start.
 *
 * Where it keeps compiled modules: the second start of a program takes half the processor time of the first (measured with
 * the command line of video-rest, 0.43 and 0.19 s). It goes with `node_modules`. And how much memory it keeps for new
 * objects: docs/performance.md "Start, and memory at rest".
 */
export const nodeEnvironment = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../../node_modules/.cache/node-compile'),
  NODE_OPTIONS: '--max-semi-space-size=4',
};
