import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { eventually, residentMebibytes } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js';
import { archiveLimits } from '../../../src/http/answer/exports.ts';
import { givenManyDrafts } from '../../support/many-drafts.ts';
import { givenManySigned } from '../../support/many-signed.ts';
import { managementToken } from '../../support/service.ts';
import { useServiceProcess } from '../../support/service-process.ts';

const documents = 3_000;
const documentBytes = 100 * 1024;

/** What an archive of 300 MB may add, with the 32 MiB of PDFs that are kept. Measured: 154 MiB. */
const mostAddedMebibytes = 240;

const service = useServiceProcess(({ sql }) =>
  givenManySigned(sql, documents, { department: 'thousands', bytes: documentBytes }),
);

const thousands = '/api/conventions.zip?department=thousands';

/** The answer, of which nothing was read yet. */
function ask(address: string): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${managementToken}` };
  return new Promise((resolve, reject) =>
    get(`${service.url}${address}`, { headers, agent: false }, resolve).on('error', reject),
  );
}

/** How much the process holds more than now, at most, until what is done is done. */
async function addedBy(act: () => Promise<unknown>): Promise<number> {
  const { nowMebibytes } = await residentMebibytes(service.child.pid);
  await act();
  const { peakMebibytes } = await residentMebibytes(service.child.pid);
  return peakMebibytes - nowMebibytes;
}

test('Given thousands of signed PDFs, Then one archive has them all, and the process hardly grows', async () => {
  await service.institution.get('/api/conventions').expect(200);
  const archive = path.join(service.dataDir, 'archive.zip');

  const added = await addedBy(async () => {
    const file = await open(archive, 'w');
    await pipeline(await ask(thousands), file.createWriteStream());
  });

  const entries = await new ZipReader(new BlobReader(await openAsBlob(archive))).getEntries();
  expect(entries).toHaveLength(documents + 1);
  for (const entry of entries as FileEntry[])
    await entry.getData(new WritableStream(), { checkSignature: true });
  expect(added).toBeLessThan(mostAddedMebibytes);
});

test('Given a reader who takes nothing any more, Then nothing is made for them, and after a minute they are let go', async () => {
  const slow = await ask(thousands);
  const gone = new Promise((resolve) => slow.on('error', resolve).on('close', resolve));

  const added = await addedBy(async () => {
    const more = await Promise.all(
      Array.from({ length: archiveLimits.waitingPerCaller + 1 }, () =>
        service.institution
          .get(thousands)
          .timeout({ response: 10_000 })
          .ok(() => true)
          .catch(() => null),
      ),
    );
    const [refused, ...others] = more.filter((answer) => answer !== null);
    expect(others).toEqual([]);
    expect(refused?.status).toBe(429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    await eventually(() => service.institution.head(thousands).expect(200), {
      timeoutMs: 240_000,
      intervalMs: 5_000,
      describe: 'the turn is given back',
    });
  });

  slow.resume();
  await gone;
  expect(slow.complete).toBe(false);
  expect(added).toBeLessThan(mostAddedMebibytes);
});

test('Given more than ten thousand, Then none are sent, in a sentence that says what to ask for', async () => {
  const address = '/api/conventions.zip?department=too-many';
  await givenManySigned(service.sql, 10_001, { department: 'too-many', bytes: 16 });

  const { body } = await service.institution.get(address).expect(413);
  await service.sql.query(`
    delete from deposits
    where signable_id = (select max(id) from signables where department = 'too-many')`);

  expect(body).toMatchObject({
    type: '/public/problems#too_many_documents',
    detail: expect.stringContaining('more than 10000 signed documents'),
  });
  await service.institution.head(address).expect(200);
});

test('Given a list of more than a hundred thousand, Then its archive is refused, however few are signed', async () => {
  await givenManyDrafts(service.sql, 100_001);

  const { body } = await service.institution.get('/api/conventions.zip?state=draft').expect(413);

  expect(body.detail).toContain('more than 100000 records');
});
