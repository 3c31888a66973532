import { access } from 'node:fs/promises';
import { eventually } from './eventually.ts';

/** Waits until none of these processes is left (Linux): what watches over a PostgreSQL ends a moment after it. */
export async function untilEnded(pids: readonly number[]): Promise<void> {
  await eventually(async () => {
    for (const pid of pids) {
      const isLeft = await access(`/proc/${pid}`).then(
        () => true,
        () => false,
      );
      if (isLeft) throw new Error(`process ${pid} is still there`);
    }
  });
}
