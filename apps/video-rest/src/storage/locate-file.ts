import { createReadStream } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { errorCode } from '@campus/config';
import { rowFolder, type StoredFile } from './layout.ts';
import type { LocatedObject } from './objects/open-bucket.ts';
import { inMediaFolder } from './storage-error.ts';

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

/** The first bytes of a file that is kept, or all of it where it has fewer. @throws StorageError */
export function readStart(located: LocatedFile | LocatedObject, bytes: number): Promise<Buffer> {
  const range = { start: 0, end: Math.min(bytes, located.bytes) - 1 };
  if (range.end < 0) return Promise.resolve(Buffer.alloc(0));
  return inMediaFolder(() =>
    buffer(located.kind === 'file' ? createReadStream(located.path, range) : located.read(range)),
  );
}
