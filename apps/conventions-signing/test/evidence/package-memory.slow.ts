import { createHash } from 'node:crypto';
import { get } from 'node:http';
import { residentMebibytes } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { validPdf } from '../support/pdfs.ts';
import { type ServiceProcess, startServiceProcess } from '../support/process.ts';
import { deposit, givenInSigning } from '../support/records.ts';
import { managementToken } from '../support/service.ts';
import { useServiceProcess } from '../support/service-process.ts';

/** What two packages at once may add, with the threads that draw their certificates; together they have 1.2 GB. Measured: 226 MiB. */
const mostAddedMebibytes = 320;
const versions = 12;

let id: number;
const service = useServiceProcess(async ({ env }) => {
  const filling = await startServiceProcess(env);
  await fill(filling);
  // Another process: what deposits took is none of this.
  await filling.kill('SIGTERM');
});

async function fill(filling: ServiceProcess): Promise<void> {
  const pdf = Buffer.from(await validPdf({ bytes: 49 * 2 ** 20 }));
  ({ id } = await givenInSigning(filling));
  for (let index = 0; index < versions; index += 1)
    await deposit(filling, id, Buffer.concat([pdf, Buffer.alloc(index + 1, ' ')])).expect(200);
}

/** Reads a package to its end; its size, and whether its last digits are the SHA-256 of all before. */
function readPackage(): Promise<{ size: number; isSealed: boolean }> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${managementToken}` };
    get(`${service.url}/api/conventions/${id}/evidence`, { headers }, (response) => {
      const hash = createHash('sha256');
      let size = 0;
      let held = Buffer.alloc(0);
      response.on('data', (piece: Buffer) => {
        size += piece.length;
        const known = Buffer.concat([held, piece]);
        const end = Math.max(0, known.length - 64);
        hash.update(known.subarray(0, end));
        held = known.subarray(end);
      });
      response.on('end', () => resolve({ size, isSealed: hash.digest('hex') === held.toString() }));
      response.on('error', reject);
    }).on('error', reject);
  });
}

test('Given a record with twelve documents of 49 MiB, When two packages of it are fetched at once, Then the process hardly grows', async () => {
  await service.institution.get(`/api/conventions/${id}`).expect(200);
  const { nowMebibytes } = await residentMebibytes(service.child.pid);

  const packages = await Promise.all([readPackage(), readPackage()]);

  for (const { size, isSealed } of packages) {
    expect(isSealed).toBe(true);
    expect(size).toBeGreaterThan(versions * 49 * 2 ** 20);
  }
  const { peakMebibytes } = await residentMebibytes(service.child.pid);
  expect(peakMebibytes - nowMebibytes).toBeLessThan(mostAddedMebibytes);
});
