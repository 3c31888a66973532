import { createTestDatabase, residentMebibytes } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { signIn } from '../support/console.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from '../support/process.ts';
import { givenInSigning } from '../support/records.ts';

const closing: (() => Promise<unknown>)[] = [];
let service: ServiceProcess;
let sql: pg.Pool;

beforeAll(async () => {
  const database = await createTestDatabase('conventions-signing');
  closing.push(() => database.drop());
  sql = new pg.Pool({ connectionString: database.url, max: 1 });
  closing.push(() => sql.end());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  service = await startServiceProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  closing.push(() => service.kill('SIGTERM'));
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

test('Given a record with 20,000 events, When 200 ask for it at ten a time, Then the process stays under 600 MiB', async () => {
  const { id } = await givenInSigning(service);
  const staff = await signIn({ url: service.url, sql } as Parameters<typeof signIn>[0], 'reader');
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
  await sql.query(
    `insert into history (signable_id, at, event, actor, detail)
     select id, now(), 'date-recorded', 'token:0123456789ab', $2 from signables, generate_series(1, 20000)
     where kind = 'agreement' and number = $1`,
    [id, { round: 1, order: 1, mail: 'signatory1@example.org' }],
  );

  expect(await readOften()).toBeLessThan(600);
});
