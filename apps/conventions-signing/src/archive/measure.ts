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

/** A file was not what it had been when its turn came. */
export class ChangedFileError extends Error {
  constructor(path: string) {
    super(`${path} has changed since it was measured`);
    this.name = 'ChangedFileError';
  }
}

/**
 * Reads a file once for what an archive says about it; its bytes are read again when their turn comes, which ends with a
 * `ChangedFileError` when they are others.
 */
export async function measure(path: string, read: ReadFile): Promise<MeasuredFile> {
  const hash = createHash('sha256');
  const measured = { path, size: 0, crc32: 0 };
  for await (const piece of read()) {
    hash.update(piece);
    add(measured, piece);
  }
  return { ...measured, sha256: hash.digest('hex'), read: () => readAgain(read, measured) };
}

type Measured = Pick<MeasuredFile, 'path' | 'size' | 'crc32'>;

async function* readAgain(read: ReadFile, { path, ...before }: Measured): AsyncGenerator<Uint8Array> {
  const now = { size: 0, crc32: 0 };
  for await (const piece of read()) {
    add(now, piece);
    yield piece;
  }
  // The checksum is as good as the hash against what nobody means to hide, and costs less.
  if (now.size !== before.size || now.crc32 !== before.crc32) throw new ChangedFileError(path);
}

function add(measured: Pick<Measured, 'size' | 'crc32'>, piece: Uint8Array): void {
  measured.size += piece.byteLength;
  measured.crc32 = crc32(piece, measured.crc32);
}
