/** What a hash costs: 2^`log2Cost` rounds over blocks of `blockSize` times 128 bytes. */
export interface ScryptCost {
  log2Cost: number;
  blockSize: number;
  parallelization: number;
}

/**
 * What a new hash costs. OWASP Password Storage Cheat Sheet: N=2^17, r=8, p=1, that is 128 MiB for each hash.
 * Measured: 0.4 s on two cores. Under Jest `test/cheap-scrypt.ts` stands in its place.
 */
export const todaysCost: ScryptCost = { log2Cost: 17, blockSize: 8, parallelization: 1 };
