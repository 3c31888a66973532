import { errorCode, OperatorError } from '@campus/config';

/** `no_space`: the disk is full, or fuller than allowed. `unusable`: MEDIA_ROOT cannot be worked with at all. */
export type StorageErrorCode = 'no_space' | 'unusable';

/** What is expected to go wrong with files. The message of `unusable` is for the operator and names the folder. */
export class StorageError extends OperatorError {
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, { cause }: { cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
  }
}

/** The error itself, or `no_space` when the disk or a quota said that nothing more fits. */
export function orNoSpace(error: unknown): unknown {
  if (!isNoSpace(error)) return error;
  return new StorageError('no_space', 'the disk of the media folder is full', { cause: error });
}

/** Whether the disk or a quota said that nothing more fits. */
export function isNoSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
}
