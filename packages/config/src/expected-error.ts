/** A failure that is reckoned with: its message tells all there is to whoever asked for what failed. Anything else is a bug. */
export class ExpectedError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}
