import process from 'node:process';

/** Judging takes more than a document may: nothing is known then. */
export class TooMuch extends Error {}

/** Certificates, revocation lists and answers of a document that are looked at, and tries to verify one of them. */
export const maxMaterial = 1000;
export const maxVerifications = 2000;
/** Ways from a certificate to an anchor that are tried. */
export const maxSteps = 5000;
// Of the 3 s and more for a file; of the processor, since what is found must not depend on what else the machine does.
export const maxJudgingCpuMs = 700;

/** What judging one document may take; begins when it is made. Throws `TooMuch` when it is used up. */
export class Effort {
  readonly #begin = process.cpuUsage();
  #verifications = 0;
  #steps = 0;

  verify(): void {
    this.#verifications += 1;
    if (this.#verifications > maxVerifications) throw new TooMuch('too many signatures to verify');
    this.look();
  }

  step(): void {
    this.#steps += 1;
    if (this.#steps > maxSteps) throw new TooMuch('too many ways');
    this.look();
  }

  /** Before what takes long by itself. */
  look(): void {
    const { user, system } = process.cpuUsage(this.#begin);
    if (user + system > maxJudgingCpuMs * 1000) throw new TooMuch('too long');
  }
}
