/** A failure whose message is all that an operator needs: what happened, and how to mend it. Anything else is a bug. */
export class OperatorError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}
