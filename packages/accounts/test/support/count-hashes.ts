import { createHook } from 'node:async_hooks';

/** How many passwords were hashed in this process meanwhile, right or wrong: what a check costs. */
export async function countHashes(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'SCRYPTREQUEST') count += 1;
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return count;
}
