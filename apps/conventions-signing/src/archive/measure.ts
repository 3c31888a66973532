import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The bytes of a file, piece by piece; each call begins anew. */
export type ReadFile = () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A file that is put into an archive, with what stands about it there before its bytes. */
export interface MeasuredFile {
  /** In the archive, with `/` between folders. */
  path: string;
  /** In bytes. */
  size: number;
  crc32: number;
  /** Lower-case hexadecimal. */
  sha256: string;
  read: ReadFile;
}

/** Reads a file once for what an archive says about it; its bytes are read again when their turn comes. */
export async function measure(path: string, read: ReadFile): Promise<MeasuredFile> {
  const hash = createHash('sha256');
  let size = 0;
  let checksum = 0;
  for await (const piece of read()) {
    hash.update(piece);
    checksum = crc32(piece, checksum);
    size += piece.byteLength;
  }
  return { path, size, crc32: checksum, sha256: hash.digest('hex'), read };
}
