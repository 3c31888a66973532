import { codedError, errorCode, errorMessage, OperatorError, textOf } from '@campus/config';
import { translated } from '@campus/pages';

/** What goes wrong with media, for the owner of a video. */
export const storageMessages = translated({
  disk_full: ['the disk of the media folder is full', 'Le disque du dossier des médias est plein.'],
  too_little_space: [
    'too little space is left in the media folder',
    'Il reste trop peu de place dans le dossier des médias.',
  ],
  store_full: ['the store of the media is full', 'Le stockage des médias est plein.'],
  store_away: ['the store of the media cannot be used', "Le stockage des médias n'est pas utilisable."],
  media_damaged: [
    'the store of the media has damaged a file',
    'Le stockage des médias a endommagé un fichier.',
  ],
});

type StorageErrorCode = keyof typeof storageMessages | 'unusable' | 'upload_lost';

/**
 * What is expected to go wrong with files. `unusable`: the place for media cannot be worked with, as the message tells
 * operators. `upload_lost`: what had come of an upload in pieces is no longer there.
 */
export class StorageError extends codedError<StorageErrorCode>(OperatorError) {}

/** There is no room: the disk is full, or fuller than allowed. */
export function noSpace(code: 'disk_full' | 'too_little_space', cause?: unknown): StorageError {
  return new StorageError(code, storageMessages[code].en, { cause });
}

/** What is wrong with the media folder and no request, and its mend: by the code of what the disk says. */
const mends: Readonly<Record<string, string>> = {
  EACCES: 'let the user of this service write there',
  EPERM: 'let the user of this service write there',
  EROFS: 'its file system is read-only; mount it for writing',
  ENOSPC: 'its disk is full; make room',
  EDQUOT: 'its quota is used up; make room',
  EXDEV: 'tmp and videos in it must be on the same file system',
  ENOTDIR: 'a part of this path is a file; correct it',
  EEXIST: 'a part of this path is a file; correct it',
  ENOENT: 'it is not there, or not whole; mount it',
  EIO: 'its disk fails; look at the log of the system',
  ENODEV: 'its disk is gone; mount it again',
  ENXIO: 'its disk is gone; mount it again',
  ESTALE: 'its file server has lost it; mount it again',
  ENOTCONN: 'what serves it has ended; mount it again',
};

/** What to mend in the media folder; undefined: it is not to blame. */
export function mendOf(error: unknown): string | undefined {
  // That of a connection is about a socket.
  return textOf(error, 'syscall') === 'connect' ? undefined : mends[errorCode(error)];
}

/**
 * What a failure in the media folder means: `disk_full`, or `store_away` where it is not there, read-only or broken; the
 * error itself when the folder is not to blame.
 */
export function whyFolderFails(error: unknown): unknown {
  if (isNoSpace(error)) return noSpace('disk_full', error);
  const mend = mendOf(error);
  if (mend === undefined) return error;
  const message = `MEDIA_ROOT cannot be used: ${mend} (${errorMessage(error)})`;
  return new StorageError('store_away', message, { cause: error });
}

/** The same of what the operator has named on a command line. */
const mendsOfNamed: typeof mends = {
  ENOENT: 'it is not there; correct the path, or create it',
  EISDIR: 'it is a folder; name a file',
  EACCES: 'let the user of this program read it, or write there',
};

/** What a failure with a file or a folder means that the operator has named; the error itself when that is not to blame. */
export function whyNamedFails(named: string, error: unknown): unknown {
  const mend = mendsOfNamed[errorCode(error)] ?? mendOf(error);
  if (mend === undefined) return error;
  return new OperatorError(`${named} cannot be used: ${mend} (${errorMessage(error)}).`, { cause: error });
}

/** Does work with such a file or folder. @throws OperatorError  what to mend; what else `work` throws */
export async function withNamed<Result>(named: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw whyNamedFails(named, error);
  }
}

/** Does work in the media folder. @throws StorageError  `disk_full`, `store_away`; what else `work` throws */
export async function inMediaFolder<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw whyFolderFails(error);
  }
}

/** Whether the disk or a quota said that nothing more fits. */
export function isNoSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
}
