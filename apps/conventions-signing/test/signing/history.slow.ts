import { residentMebibytes } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { signIn } from '../support/console.ts';
import { givenInSigning } from '../support/records.ts';
import { useServiceProcess } from '../support/service-process.ts';

const service = useServiceProcess();

test('Given a record with 20,000 events, When 200 ask for it at ten a time, Then the process stays under 600 MiB', async () => {
  const { id } = await givenInSigning(service);
  const staff = await signIn(service, 'reader');
  const readOften = async () => {
    const readSome = async () => {
      for (let n = 0; n < 10; n += 1) {
        await service.institution.get(`/api/conventions/${id}`).expect(200);
        await staff.get(`/console/conventions/${id}/`).expect(200);
      }
    };
    await Promise.all(Array.from({ length: 10 }, readSome));
    return (await residentMebibytes(service.child.pid)).peakMebibytes;
  };
  await service.sql.query(
    `insert into history (signable_id, at, event, actor, detail)
     select id, now(), 'date-recorded', 'token:0123456789ab', $2 from signables, generate_series(1, 20000)
     where kind = 'agreement' and number = $1`,
    [id, { round: 1, order: 1, mail: 'signatory1@example.org' }],
  );

  expect(await readOften()).toBeLessThan(600);
});
