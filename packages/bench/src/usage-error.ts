/** The command line cannot be used; the message names every problem. */
export class UsageError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'UsageError';
  }
}
