import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { errorMessage, OperatorError, textOf } from '@campus/config';
import { BlobReader, configure, type Entry, type FileEntry, ZipReader } from '@zip.js/zip.js';
import { inMebibytes, maxPdfBytes } from '../wire/limits.ts';

// A worker would cost more than the PDFs of most archives, which hardly shrink.
configure({ useWebWorkers: false });

/** The PDFs of a ZIP, which stays where it is: one is in memory at a time. */
export type Archive = Awaited<ReturnType<typeof openArchive>>;

/** A file of an archive cannot be read; the message says why. */
export class ArchiveFileError extends Error {}

/** @throws OperatorError  it cannot be read as a ZIP */
export async function openArchive(file: string) {
  const { reader, entries } = await open(file);
  const byName = Map.groupBy(entries, ({ filename }) => filename.normalize());
  // Archives that were made of a folder have all names below it.
  const byLastName = Map.groupBy(entries, ({ filename }) => path.posix.basename(filename.normalize()));
  const asked = new Set<FileEntry>();

  function find(name: string): FileEntry | string {
    const wanted = name.normalize();
    const named = byName.get(wanted);
    const [entry, other] = named ?? byLastName.get(wanted) ?? [];
    if (entry === undefined) return `is no file of ${file}`;
    asked.add(entry);
    if (other !== undefined)
      return named
        ? `stands more than once in ${file}; keep one of them there`
        : `stands in several folders of ${file}: write it with its folder, as ${JSON.stringify(entry.filename)}`;
    if (entry.encrypted) return `is encrypted in ${file}; make the archive without a password`;
    if (entry.uncompressedSize > maxPdfBytes) return `is larger than ${inMebibytes(maxPdfBytes)}`;
    return entry;
  }

  return {
    /** @throws ArchiveFileError */
    async read(name: string) {
      const entry = find(name);
      if (typeof entry === 'string') throw new ArchiveFileError(entry);
      const bytes = await bytesOf(entry).catch((error: unknown) => {
        throw new ArchiveFileError(`cannot be read out of ${file}: ${errorMessage(error)}`, { cause: error });
      });
      return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), pointer: '/pdf' };
    },
    /** Names of the files that nobody has asked for. */
    unused: () => entries.filter((entry) => !asked.has(entry)).map(({ filename }) => filename),
    close: () => reader.close(),
  };
}

async function open(file: string): Promise<{ reader: ZipReader<unknown>; entries: FileEntry[] }> {
  try {
    const reader = new ZipReader(new BlobReader(await openAsBlob(file)));
    return { reader, entries: (await reader.getEntries()).filter(isFile) };
  } catch (error) {
    // Which of its names, where it leads out of the folder that it would be unpacked in.
    const name = textOf(error, 'filename');
    const why = errorMessage(error) + (name === '' ? '' : `: ${JSON.stringify(name)}`);
    throw new OperatorError(`${file} cannot be read as a ZIP: ${why}`, { cause: error });
  }
}

/** What macOS puts beside each file is none of the user's. */
function isFile(entry: Entry): entry is FileEntry {
  return !entry.directory && !entry.filename.startsWith('__MACOSX/');
}

async function bytesOf(entry: FileEntry): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(entry.uncompressedSize);
  let length = 0;
  const into = new WritableStream<Uint8Array>({
    write(piece) {
      if (length + piece.byteLength > bytes.byteLength) throw new Error('it is longer than it says');
      bytes.set(piece, length);
      length += piece.byteLength;
    },
  });
  await entry.getData(into, { checkSignature: true });
  if (length < bytes.byteLength) throw new Error('it is shorter than it says');
  return bytes;
}
