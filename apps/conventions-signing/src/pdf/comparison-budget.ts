import process from 'node:process';

// Measured (2 cores, Node 24.21): 1,000 plain pages take 0.3 s.
export const maxComparedValues = 1_000_000;
// Of the 3 s and more for a file. Of the processor, since what is found must not depend on what else the machine does.
export const maxComparisonCpuMs = 1000;
// Of one stream that has to be decoded.
export const maxDecodedBytes = 16 * 2 ** 20;
const bytesPerValue = 1024;

/** The two documents cannot be compared: too large, or not what a reader without repairs reads. */
export class NotComparable extends Error {}

/**
 * What one comparison may take: values looked at, a KiB of bytes counting as one, and time, which begins to run when
 * it is made. Both methods throw `NotComparable` when it is used up.
 */
export class ComparisonBudget {
  readonly #begin = process.cpuUsage();
  #spent = 0;
  #lookAtClockAt = 0;

  spend(values: number): void {
    this.#spent += values;
    if (this.#spent > maxComparedValues) throw new NotComparable('too many values');
    if (this.#spent < this.#lookAtClockAt) return;
    this.#lookAtClockAt = this.#spent + 1000;
    const { user, system } = process.cpuUsage(this.#begin);
    if (user + system > maxComparisonCpuMs * 1000) throw new NotComparable('too long');
  }

  spendBytes(bytes: number): void {
    this.spend(1 + bytes / bytesPerValue);
  }
}
