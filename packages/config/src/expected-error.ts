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
