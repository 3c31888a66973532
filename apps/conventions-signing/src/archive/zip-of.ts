import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Reader } from '@zip.js/zip.js';

/**
 * A ZIP of these files, as it is made: memory grows neither with the files nor with their number, beyond 100 bytes of
 * each for the directory at the end.
 *
 * They are stored as they are, since PDFs hardly shrink. Size and checksum stand before each file, not behind it, where
 * readers that take an archive as it comes do not look for them.
 *
 * @param options.madeAt   what the archive says of each file
 * @param options.comment  the archive's own, at its very end; ASCII
 */
export async function* zipOf(
  files: AsyncIterable<MeasuredFile>,
  { madeAt, comment = '' }: { madeAt: Date; comment?: string },
): AsyncGenerator<Uint8Array> {
  let controller: TransformStreamDefaultController<Uint8Array> | undefined;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start: (own) => {
      controller = own;
    },
  });
  const writing = writeFiles(writable, files, { madeAt, comment }).catch((error: unknown) =>
    controller?.error(error),
  );
  yield* readable;
  await writing;
}

async function writeFiles(
  writable: WritableStream,
  files: AsyncIterable<MeasuredFile>,
  { madeAt, comment }: { madeAt: Date; comment: string },
): Promise<void> {
  // 50 modules, which a start can do without.
  const { ZipWriter } = await import('@zip.js/zip.js');
  const writer = new ZipWriter(writable, {
    lastModDate: madeAt,
    extendedTimestamp: false,
    useWebWorkers: false,
  });
  for await (const { path, size, crc32, read } of files) {
    // A reader that tells its size: only then no descriptor follows the bytes.
    const reader = { readable: ReadableStream.from(read()), size } as unknown as Reader<unknown>;
    await writer.add(path, reader, {
      passThrough: true,
      compressionMethod: 0,
      uncompressedSize: size,
      crc32,
    });
  }
  await writer.close(Buffer.from(comment, 'latin1'));
}

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
