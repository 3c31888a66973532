import { beforeAll, describe, expect, test } from '@jest/globals';
import { givenInSigning } from '../support/records.ts';
import { useService } from '../support/service.ts';

const service = useService({ webhook: false });

describe('The database itself refuses', () => {
  let id: number;

  beforeAll(async () => {
    await givenInSigning(service);
    const { rows } = await service.sql.query('select id from signables');
    id = rows[0].id;
  });

  test.each([
    [
      'a signatory twice, whatever the case of the mail',
      `insert into signatories (signable_id, position, "order", mail, name, given_name) select signable_id, 9, "order", upper(mail), name, given_name from signatories where signable_id = $1 and position = 0`,
    ],
    ['an order below 1', 'update signatories set "order" = 0 where signable_id = $1'],
    [
      'a submission date without a signature date',
      'update signatories set submission_date = now() where signable_id = $1',
    ],
    ['an amendment without an agreement', "update signables set kind = 'amendment' where id = $1"],
    ['signing without a round', 'update signables set round = 0 where id = $1'],
    ['a refused record that nobody has refused', "update signables set state = 'refused' where id = $1"],
    [
      'a refused round that never began',
      "update signables set state = 'refused', round_started_at = null where id = $1",
    ],
    [
      'two refusals of one round',
      `insert into refusals (signable_id, round, mail, "order", refused_at, reason, received_at, actor) select $1, 1, 'a@example.org', 1, now(), 'r', now(), 'service' from generate_series(1, 2)`,
    ],
    [
      'two pending deliveries of one record',
      "insert into deliveries (id, signable_id, round, state, next_attempt_at, give_up_at, created_at) select gen_random_uuid(), $1, 1, 'pending', now(), now(), now() from generate_series(1, 2)",
    ],
    [
      'a pending delivery without its next attempt',
      "insert into deliveries (id, signable_id, round, state, give_up_at, created_at) values (gen_random_uuid(), $1, 1, 'pending', now(), now())",
    ],
    [
      'a document of another size than it says',
      'update documents set size = 1 where id = (select document_id from signables where id = $1)',
    ],
    [
      'a document that is still in use to be deleted',
      'delete from documents where id = (select document_id from signables where id = $1)',
    ],
  ])('%s', async (_name, statement) => {
    await expect(service.sql.query(statement, [id])).rejects.toThrow(/violates/);
  });
});
