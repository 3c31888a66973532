import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import {
  ChangedFileError,
  type MeasuredFile,
  measure,
  type ReadFile,
  zipOf,
} from '../../src/archive/zip-of.ts';
import { sha256 } from '../support/records.ts';

const madeAt = new Date('2026-11-21T14:05:08Z');

async function* filesOf(files: Record<string, ReadFile>): AsyncGenerator<MeasuredFile> {
  for (const [path, read] of Object.entries(files)) yield measure(path, read);
}

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

test('Files of several pieces, of none, and with names in any script come out of the archive as they went in', async () => {
  const files = {
    'documents/Ангелина Ελένη.pdf': () => [Buffer.from('one '), Buffer.from('two')],
    'empty.txt': () => [],
    'large.bin': () => Array.from({ length: 40 }, (_, index) => Buffer.alloc(65_536, index)),
  };

  const zip = await bytesOf(zipOf(filesOf(files), { madeAt, comment: 'made for a test' }));

  const reader = new ZipReader(new BlobReader(new Blob([zip])));
  const entries = await reader.getEntries();
  expect(Buffer.from(reader.comment).toString()).toBe('made for a test');
  const read = await Promise.all(
    entries.map(async (entry) => {
      if (entry.directory) throw new Error(`${entry.filename} is a folder`);
      return [entry.filename, sha256(await entry.getData(new Uint8ArrayWriter(), { checkSignature: true }))];
    }),
  );
  expect(read).toEqual(
    Object.entries(files).map(([path, pieces]) => [path, sha256(Buffer.concat(pieces()))]),
  );
  expect(entries.map(({ bitFlag }) => bitFlag?.dataDescriptor)).toEqual([false, false, false]);
});

test('A file that cannot be read to its end ends the archive with that failure', async () => {
  const gone = new Error('the document was erased while it was read');
  let reads = 0;
  const zip = zipOf(
    filesOf({
      'gone.pdf': function* () {
        yield Buffer.from('begun');
        reads += 1;
        if (reads === 2) throw gone;
      },
    }),
    { madeAt },
  );

  await expect(bytesOf(zip)).rejects.toBe(gone);
});

test.each([
  ['longer', 'measured and more'],
  ['another one of the same length', 'otherwise'],
])('A file that has become %s since it was measured ends the archive', async (_what, then) => {
  const texts = ['measured!', then];
  const zip = zipOf(filesOf({ 'history.json': () => [Buffer.from(texts.shift() ?? '')] }), { madeAt });

  await expect(bytesOf(zip)).rejects.toThrow(ChangedFileError);
});

test('Whoever takes no more of an archive ends the reading of its files', async () => {
  let isOpen = false;
  const endless: MeasuredFile = {
    path: 'endless.bin',
    size: 2 ** 31,
    crc32: 0,
    sha256: '',
    async *read() {
      isOpen = true;
      try {
        while (true) yield Buffer.alloc(2 ** 16);
      } finally {
        isOpen = false;
      }
    },
  };
  const zip = zipOf(
    (async function* () {
      yield endless;
    })(),
    { madeAt },
  );
  for (let pieces = 0; pieces < 10; pieces += 1) await zip.next();
  expect(isOpen).toBe(true);

  await zip.return(undefined);

  await eventually(() => expect(isOpen).toBe(false));
});
