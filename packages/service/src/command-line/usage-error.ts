/** The command line cannot be used; the message says what is wrong with it. */
export class UsageError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'UsageError';
  }
}
