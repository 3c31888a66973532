import { codedInputError, type InputProblem } from '../domain/input-problem.ts';

/** What came in breaks the rules of the contract; nothing has changed. */
export class InvalidInput extends codedInputError<'invalid_body'>() {
  constructor(message: string, problems: InputProblem[] = []) {
    super('invalid_body', message, { problems });
  }
}
