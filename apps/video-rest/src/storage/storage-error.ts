import { errorCode, OperatorError } from '@campus/config';
import type { Translated } from '@campus/pages';

/** There is no room, for the owner of a video: the disk is full, or fuller than allowed. */
export const noSpaceMessages = {
  disk_full: {
    en: 'the disk of the media folder is full',
    fr: 'Le disque du dossier des médias est plein.',
  },
  too_little_space: {
    en: 'too little space is left in the media folder',
    fr: 'Il reste trop peu de place dans le dossier des médias.',
  },
} satisfies Record<string, Translated>;

type NoSpaceCode = keyof typeof noSpaceMessages;

/** What is expected to go wrong with files. `unusable`: MEDIA_ROOT cannot be worked with, as the message tells operators. */
export class StorageError extends OperatorError {
  readonly code: NoSpaceCode | 'unusable';

  constructor(code: NoSpaceCode | 'unusable', message: string, { cause }: { cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
  }
}

export function noSpace(code: NoSpaceCode, cause?: unknown): StorageError {
  return new StorageError(code, noSpaceMessages[code].en, { cause });
}

/** The error itself, or `disk_full` when the disk or a quota said that nothing more fits. */
export function orNoSpace(error: unknown): unknown {
  return isNoSpace(error) ? noSpace('disk_full', error) : error;
}

/** Whether the disk or a quota said that nothing more fits. */
export function isNoSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
}
