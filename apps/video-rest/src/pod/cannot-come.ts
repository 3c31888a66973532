import { ExpectedError } from '@campus/config';

/** One thing of another instance cannot come, as the message says; others may. */
export class CannotCome extends ExpectedError {
  /** Of the answer there; undefined: there is none that counts. */
  readonly status: number | undefined;
  /** Where one member alone is at fault. */
  readonly member: string | undefined;

  constructor(message: string, options: { status?: number; member?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.status = options.status;
    this.member = options.member;
  }
}
