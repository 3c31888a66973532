/** A failure that is reckoned with: its message tells all there is to whoever asked for what failed. Anything else is a bug. */
export class ExpectedError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    // Where it was thrown helps nobody, and to find it out takes as long as to look up who sent the request.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = new.target.name;
  }
}

/** An expected failure that the operator of a service can mend: its message says what happened, and how to. */
export class OperatorError extends ExpectedError {}

/**
 * A class of expected failures with a closed list of codes; their messages tell the particulars.
 *
 *     class PdfError extends codedError<'not_a_pdf' | 'encrypted'>() {}
 *     throw new PdfError('encrypted', 'is protected by a password');
 *
 * @param Base  what it is besides, such as an `OperatorError`
 */
export function codedError<Code extends string>(Base = ExpectedError) {
  return class extends Base {
    readonly code: Code;

    constructor(code: Code, message: string, options?: { cause?: unknown }) {
      super(message, options);
      this.code = code;
    }
  };
}

/**
 * The `code` of an error of Node or PostgreSQL, or an empty text. Asked of the object and not of
 * its class: there is one of each library.
 */
export function errorCode(error: unknown): string {
  return textOf(error, 'code');
}

/** For the `catch` of what reads a file or a folder: null where it is not there. @throws what else was wrong */
export function nullIfMissing(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
}

/** What an error says, without stack; whatever was thrown. */
export function errorMessage(error: unknown): string {
  return textOf(error, 'message') || String(error);
}

/** A text that hangs on an error, or an empty one. */
export function textOf(error: unknown, key: string): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
  return typeof value === 'string' ? value : '';
}

/** A service cannot start with this configuration. The message is one readable list of every problem. */
export class ConfigurationError extends OperatorError {
  /** One sentence each, with its line or variable and the mend; no secret in any of them. */
  readonly problems: readonly string[];

  constructor(service: string, problems: readonly string[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    const list = problems.map((problem) => `  - ${problem}`).join('\n');
    super(`${service} cannot start, its configuration has ${count}:\n${list}`);
    this.problems = problems;
  }
}

/**
 * A text is not acceptable as the value of a parameter. The message is the rule, to be read after the
 * parameter's name: `must be a whole number from 1 to 10`. It never quotes the text: the loader adds
 * `, got "..."` where the parameter is no secret.
 */
export class ParameterError extends Error {
  constructor(rule: string) {
    super(rule);
    this.name = 'ParameterError';
  }
}
