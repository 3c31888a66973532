import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import type { Kind } from './records.ts';
import type { TestService } from './service.ts';

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

/** A folder for the tests of a file, and what writes files below it. */
export function useFolder(): { write(name: string, bytes: Uint8Array): Promise<string> } {
  const folder = mkdtemp(path.join(tmpdir(), 'evidence-test-'));
  afterAll(async () => rm(await folder, { recursive: true }));
  return {
    async write(name, bytes) {
      const file = path.join(await folder, name);
      await writeFile(file, bytes);
      return file;
    },
  };
}
