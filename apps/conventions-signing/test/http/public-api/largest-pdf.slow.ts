import { residentMebibytes } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { validPdf } from '../../support/pdfs.ts';
import { deposit, givenInSigning, metadata, sha256 } from '../../support/records.ts';
import { useServiceProcess } from '../../support/service-process.ts';

const mebibyte = 2 ** 20;

const service = useServiceProcess();

test('PDFs of nearly 50 MiB are registered, fetched, deposited and downloaded, eight at once, within 2 GiB', async () => {
  const pdf = Buffer.from(await validPdf({ bytes: 49 * mebibyte }));
  const oneAfterAll = async (index: number) => {
    const registered = await service.institution
      .post('/api/conventions')
      .field('metadata', JSON.stringify(metadata()))
      .attach('doc', pdf, 'agreement.pdf')
      .expect(201);
    await service.institution.post(`/api/conventions/${registered.body.id}/signature`).expect(202);
    const fetched = await service.vendor.get(`/public/api/conventions/${registered.body.id}/pdf`).expect(200);
    expect(sha256(fetched.body)).toBe(sha256(pdf));
    const signed = Buffer.concat([pdf, Buffer.from(' '.repeat(index + 1))]);
    await deposit(service, registered.body.id, signed).expect(200);
    const stored = await service.institution
      .get(`/api/conventions/${registered.body.id}/signed-pdf`)
      .expect(200);
    expect(sha256(stored.body)).toBe(sha256(signed));
  };

  await Promise.all(Array.from({ length: 8 }, (_, index) => oneAfterAll(index)));

  expect((await residentMebibytes(service.child.pid)).peakMebibytes).toBeLessThan(2048);
});

test('The largest registration as JSON is taken too', async () => {
  const { id } = await givenInSigning(service, { pdf: await validPdf({ bytes: 49 * mebibyte }) });

  const { body } = await service.vendor.get(`/public/api/conventions/${id}`).expect(200);

  expect(Buffer.byteLength(body.pdf64)).toBeGreaterThan(65 * mebibyte);
});
