import type { ScryptCost } from '../packages/accounts/src/password/scrypt-cost.ts';

/** Scrypt as cheap as it gets: under Jest passwords are hashed by the hundred. See `environment.mjs`. */
export const todaysCost: ScryptCost = { log2Cost: 4, blockSize: 8, parallelization: 1 };
