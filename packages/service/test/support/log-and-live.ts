import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../src/log/create-log.ts';

/** Writes lines to its log, tells who has started it that it lives, and ends. */
const log = await createLog('test');
for (let line = 0; line < 3; line += 1) {
  log.info('a line');
  await sleep(10);
}
process.send?.('alive');
process.disconnect?.();
