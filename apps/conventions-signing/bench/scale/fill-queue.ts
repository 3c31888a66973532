import { connect } from '@campus/database';

/** Adds done jobs to the queue until it has so many: of a year with a million agreements, those of five weeks. */
export async function fillQueue(adminUrl: string, count: number): Promise<void> {
  await using client = await connect(adminUrl);
  await client.query(
    `insert into pgboss.job (name, data, state, started_on, completed_on, created_on)
     select q.name, '{"deliveryId": "00000000-0000-0000-0000-000000000000", "attempt": 1}', 'completed', now(), now(), now()
     from pgboss.queue q,
       generate_series((select count(*) from pgboss.job where state = 'completed') + 1, $1::bigint)
     where q.name = 'webhook-delivery'`,
    [count],
  );
  await client.query('vacuum analyze pgboss.job');
}
