import type { InputProblem } from '../signing/errors.ts';

/** What came in breaks the rules of the contract; nothing has changed. */
export class InvalidInput extends Error {
  /** Every problem with its place. */
  readonly problems: InputProblem[];

  constructor(message: string, problems: InputProblem[] = []) {
    super(message);
    this.name = 'InvalidInput';
    this.problems = problems;
  }
}
