import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { LocatedFile } from './locate-file.ts';
import type { LocatedObject } from './objects/open-bucket.ts';
import { inMediaFolder } from './storage-error.ts';

/** The first bytes of a file that is kept, or all of it where it has fewer. @throws StorageError */
export function readStart(located: LocatedFile | LocatedObject, bytes: number): Promise<Buffer> {
  const range = { start: 0, end: Math.min(bytes, located.bytes) - 1 };
  if (range.end < 0) return Promise.resolve(Buffer.alloc(0));
  return inMediaFolder(() =>
    buffer(located.kind === 'file' ? createReadStream(located.path, range) : located.read(range)),
  );
}
