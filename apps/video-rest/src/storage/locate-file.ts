import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@campus/config';
import { rowFolder, type StoredFile } from './layout.ts';

/** A file below MEDIA_ROOT. */
export type LocatedFile = NonNullable<Awaited<ReturnType<typeof locateFile>>>;

/**
 * Finds a file in the folder of its row, without reading it.
 *
 * @param mediaRoot  behind symbolic links itself
 * @returns null when there is none, or it is not where its name says
 */
export async function locateFile(mediaRoot: string, stored: StoredFile) {
  const file = path.join(rowFolder(mediaRoot, stored), stored.file);
  try {
    if ((await realpath(file)) !== file) return null;
    const facts = await lstat(file);
    if (!facts.isFile()) return null;
    const below = path.relative(mediaRoot, file).split(path.sep).join('/');
    return {
      kind: 'file' as const,
      /** Absolute, behind no symbolic link. */
      path: file,
      /** The same below MEDIA_ROOT, with slashes. */
      below,
      bytes: facts.size,
      /** Strong (RFC 9110 §8.8.1): a file never changes once it is in place. Resumed downloads need that. */
      etag: `"${facts.size.toString(16)}-${Math.floor(facts.mtimeMs).toString(16)}"`,
    };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error))) return null;
    throw error;
  }
}
