import { errorCode, OperatorError } from '@campus/config';
import type { Translated } from '@campus/pages';

/** What goes wrong with media, for the owner of a video. */
export const storageMessages = {
  disk_full: {
    en: 'the disk of the media folder is full',
    fr: 'Le disque du dossier des médias est plein.',
  },
  too_little_space: {
    en: 'too little space is left in the media folder',
    fr: 'Il reste trop peu de place dans le dossier des médias.',
  },
  store_away: {
    en: 'the store of the media cannot be reached',
    fr: "Le stockage des médias n'est pas joignable.",
  },
  media_damaged: {
    en: 'the store of the media has damaged a file',
    fr: 'Le stockage des médias a endommagé un fichier.',
  },
} satisfies Record<string, Translated>;

type StorageErrorCode = keyof typeof storageMessages | 'unusable';

/** What is expected to go wrong with files. `unusable`: the place for media cannot be worked with, as the message tells operators. */
export class StorageError extends OperatorError {
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, { cause }: { cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
  }
}

/** There is no room: the disk is full, or fuller than allowed. */
export function noSpace(code: 'disk_full' | 'too_little_space', cause?: unknown): StorageError {
  return new StorageError(code, storageMessages[code].en, { cause });
}

/** The error itself, or `disk_full` when the disk or a quota said that nothing more fits. */
export function orNoSpace(error: unknown): unknown {
  return isNoSpace(error) ? noSpace('disk_full', error) : error;
}

/** Whether the disk or a quota said that nothing more fits. */
export function isNoSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
}
