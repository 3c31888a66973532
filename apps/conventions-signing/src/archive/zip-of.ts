import type { Reader } from '@zip.js/zip.js';
import type { MeasuredFile } from './measure.ts';

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
