import { codedError } from '@campus/config';

/** One thing that is wrong with an input: where (JSON pointer, RFC 6901) and what would be right. */
export interface InputProblem {
  pointer: string;
  message: string;
}

/** A `codedError` that names, when the input is at fault, every problem with its place. */
export function codedInputError<Code extends string>() {
  return class extends codedError<Code>() {
    readonly problems: InputProblem[];

    constructor(
      code: Code,
      message: string,
      { problems = [], cause }: { problems?: InputProblem[]; cause?: unknown } = {},
    ) {
      super(code, message, { cause });
      this.problems = problems;
    }
  };
}
