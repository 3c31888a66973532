import { residentMebibytes } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { validPdf } from '../../support/pdfs.ts';
import { deposit, givenInSigning } from '../../support/records.ts';
import { useServiceProcess } from '../../support/service-process.ts';

/** With the PDFs that one token may have in memory, and their copies. Measured: 680 MiB. */
const peakBoundMebibytes = 1024;

/** Afterwards, of what the engine keeps for itself. Measured: 510 MiB. */
const restBoundMebibytes = 800;

const service = useServiceProcess();

test('Given twelve deposits of the largest PDFs at once, Then the process stays within its bound', async () => {
  const pdf = Buffer.from(await validPdf({ bytes: 49 * 2 ** 20 }));
  const records = [];
  for (let index = 0; index < 12; index += 1) records.push(await givenInSigning(service));

  const answers = await Promise.all(
    records.map(({ id }, index) => deposit(service, id, Buffer.concat([pdf, Buffer.alloc(index + 1, ' ')]))),
  );

  expect(answers.map(({ status }) => status)).toEqual(records.map(() => 200));
  const { peakMebibytes, nowMebibytes } = await residentMebibytes(service.child.pid);
  expect(peakMebibytes).toBeLessThan(peakBoundMebibytes);
  expect(nowMebibytes).toBeLessThan(restBoundMebibytes);
});
