import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { BlobReader, configure, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { manifestText } from '../../src/evidence/manifest.ts';
import { type Kind, sha256 } from './records.ts';
import type { TestService } from './service.ts';

// A thread for each file costs more than what it does.
configure({ useWebWorkers: false });

/** The evidence package of a record, as the institution's application gets it. */
export async function evidenceOf(
  { institution }: Pick<TestService, 'institution'>,
  id: number,
  kind: Kind = 'conventions',
): Promise<Buffer> {
  const { body } = await institution
    .get(`/api/${kind}/${id}/evidence`)
    .responseType('blob')
    .expect(200)
    .expect('Content-Type', 'application/zip');
  return body;
}

/** The files of a ZIP, by their paths. */
export async function unzipped(zip: Uint8Array): Promise<Map<string, Buffer>> {
  const entries = await new ZipReader(new BlobReader(new Blob([Buffer.from(zip)]))).getEntries();
  const files = entries.flatMap((entry) => (entry.directory ? [] : [entry]));
  return new Map(
    await Promise.all(
      files.map(
        async (file) =>
          [
            file.filename,
            Buffer.from(await file.getData(new Uint8ArrayWriter(), { checkSignature: true })),
          ] as const,
      ),
    ),
  );
}

/** The text of a list with a line for each value, as packages have it. */
export function listText(values: readonly unknown[]): string {
  return `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]\n`;
}

/** These files with a manifest that fits them, as anybody can write it. */
export function withManifest(files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const others = [...files].filter(([name]) => name !== 'manifest.json');
  const listed = others.map(([name, bytes]) => ({ path: name, size: bytes.length, sha256: sha256(bytes) }));
  return new Map([...others, ['manifest.json', Buffer.from(manifestText(listed))]]);
}

/** A folder for the tests of a file, and what writes files, and folders of them, below it. */
export function useFolder(): {
  write(name: string, bytes: Uint8Array): Promise<string>;
  writeAll(files: ReadonlyMap<string, Uint8Array>): Promise<string>;
} {
  const folder = mkdtemp(path.join(tmpdir(), 'evidence-test-'));
  afterAll(async () => rm(await folder, { recursive: true }));
  return {
    async write(name, bytes) {
      const file = path.join(await folder, name);
      await writeFile(file, bytes);
      return file;
    },
    async writeAll(files) {
      const place = await mkdtemp(path.join(await folder, 'package-'));
      for (const [name, bytes] of files) {
        await mkdir(path.dirname(path.join(place, name)), { recursive: true });
        await writeFile(path.join(place, name), bytes);
      }
      return place;
    },
  };
}
