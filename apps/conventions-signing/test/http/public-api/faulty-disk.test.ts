import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { useFaults } from '@campus/testing/faults';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { incrementallyUpdated, validPdf } from '../../support/pdfs.ts';
import { deposit, givenInSigning, recordOf, sha256 } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'signing-faulty-disk-'));
afterAll(() => rm(dataDir, { recursive: true }));
const service = useService({ webhook: false, configuration: { dataDir } });
const faults = useFaults();
let registered: Uint8Array;
let signed: Uint8Array;
beforeAll(async () => {
  // Larger than what waits in memory.
  registered = await validPdf({ bytes: 600 * 1024 });
  signed = await incrementallyUpdated(registered);
});

describe.each(['EIO', 'EACCES', 'EMFILE'])('Given a disk that answers %s once', (code) => {
  test.each(['create', 'unlink', 'write', 'read'] as const)(
    'When it is asked to %s for a large deposit, Then that is answered 503, leaves no file, and is taken when it is sent again',
    async (call) => {
      const { id } = await givenInSigning(service, { pdf: registered });
      faults.begin({ calls: [call], code, nth: 1, within: dataDir });

      const { status, headers } = await deposit(service, id, signed);

      expect(faults.end().hits).toHaveLength(1);
      expect([status, headers['retry-after']]).toEqual([503, '5']);
      expect(await readdir(path.join(dataDir, 'uploads'))).toEqual([]);
      await deposit(service, id, signed).expect(200);
      expect((await recordOf(service, id)).deposits.map((kept) => kept.sha256)).toEqual([sha256(signed)]);
    },
  );
});

test('Given files whose names the disk kept, When somebody asks whether the service is ready, Then those that nobody can be at work on any more are gone', async () => {
  const uploads = path.join(dataDir, 'uploads');
  const [old, fresh] = ['upload-old', 'upload-fresh'];
  for (const name of [old, fresh]) await writeFile(path.join(uploads, name), '');
  const before = new Date(Date.now() - 2 * 60_000);
  await utimes(path.join(uploads, old), before, before);

  // What the last check found holds for a moment.
  await eventually(async () => {
    await fetch(new URL('/readyz', service.url));
    expect(await readdir(uploads)).toEqual([fresh]);
  });

  await rm(path.join(uploads, fresh));
});
