import { expect, test } from '@jest/globals';
import type { PoolClient } from 'pg';
import { openDatabase } from '../../src/data/open-database.ts';
import { promiseDigests } from '../../src/mail/digest.ts';
import { givenInSigning } from '../support/records.ts';
import { useService } from '../support/service.ts';

const service = useService({ webhook: false });

test('Given many subscribers, When the digests of a morning are promised, Then what those of one scope see is looked up once', async () => {
  const { id } = await givenInSigning(service, { department: 'Law' });
  await service.sql.query(
    `update signables set due_on = '2026-01-01' where kind = 'agreement' and number = $1`,
    [id],
  );
  await service.sql.query(
    `with made as (
       insert into accounts (username, role, email, scope)
       select 'reader' || n, 'reader', 'reader' || n || '@university.example',
         ('{"departments": ["' || (array['Law', 'Physics'])[n % 2 + 1] || '"], "workflows": []}')::jsonb
       from generate_series(1, 20) n returning id)
     insert into mail_subscriptions (account_id, digest, failures, language, digested_at, alerted_at)
     select id, true, false, 'en', now() - interval '1 day', now() - interval '1 day' from made`,
  );
  const database = openDatabase(service.databaseUrl, () => {});
  let lookups = 0;
  database.pool.on('connect', (client: PoolClient) => {
    const { query } = client;
    client.query = ((...asked: [{ text?: string }]) => {
      if (asked[0].text?.includes('signable_times')) lookups += 1;
      return (query as (...args: unknown[]) => unknown).apply(client, asked);
    }) as typeof query;
  });
  const jobs = { send: () => Promise.resolve() } as never;
  await promiseDigests({ db: database, jobs, timeZone: 'Europe/Paris', retention: {} as never }, new Date());
  await database.close();

  const { rows } = await service.sql.query('select count(*)::int as mails from mails');
  expect([rows[0].mails, lookups]).toEqual([10, 2]);
});
