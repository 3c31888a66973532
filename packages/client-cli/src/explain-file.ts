import { errorCode } from '@campus/config';
import { lineOf } from './print.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is below something that is no folder',
  EISDIR: 'is a folder',
  EACCES: 'is closed to this account: look at its rights',
  EPERM: 'is closed to this account: look at its rights',
  EROFS: 'cannot be written: the disk is read-only',
  ENOSPC: 'cannot be written: the disk is full',
  EDQUOT: 'cannot be written: the disk is full',
};

/**
 * What was wrong with a file of this machine, in a sentence.
 *
 * @param file  how it is called, where the failure does not say it
 * @returns undefined when it was something else
 */
export function explainFile(error: unknown, file?: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Of a file that is read by pieces, when it is not as it was at first.
  if (error.name === 'NotReadableError')
    return 'The file was changed or removed while it was sent: call this again once it is whole.';
  const code = errorCode(error);
  if (code === '') return undefined;
  // What is read of it fails without its name.
  const name = file ?? Reflect.get(error, 'path') ?? 'What is given';
  const reason = reasons[code];
  return lineOf(reason === undefined ? error.message : `${name} ${reason}.`);
}
