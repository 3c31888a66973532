import { countWaiting, eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { validPdf } from '../../support/pdfs.ts';
import { givenDraft, metadata, recordOf } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService();

async function body(changes: Record<string, unknown> = {}) {
  return { pdf64: Buffer.from(await validPdf()).toString('base64'), metadata: metadata(changes) };
}

function register(key: string, input: object) {
  return service.institution.post('/api/conventions').set('Idempotency-Key', key).send(input);
}

describe('Idempotency-Key', () => {
  test('Given a registration, When it is repeated under its key, Then the first answer comes again and nothing is added', async () => {
    const input = await body();
    const first = await register('repeat', input).expect(201);
    await service.institution.post(`/api/conventions/${first.body.id}/signature`).expect(202);

    const again = await register('repeat', input).expect(201);

    expect(again.body).toEqual(first.body);
    expect(again.headers.location).toBe(first.headers.location);
    const { rows } = await service.sql.query('select count(*)::int as n from signables');
    expect(rows[0].n).toBe(1);
  });

  test('Given two requests at the same time, Then one registers and both get its answer', async () => {
    const input = await body();

    const answers = await Promise.all([
      register('same time', input),
      register('same-time', input),
      register('same-time', input),
    ]);

    expect(answers[0]?.status).toBe(400);
    expect(answers[1]?.body).toEqual(answers[2]?.body);
    expect(answers[1]?.status).toBe(201);
  });

  test('The same key for another body is refused with 422', async () => {
    await register('other-body', await body()).expect(201);

    const { status, body: problem } = await register('other-body', await body({ title: 'Another' }));

    expect(status).toBe(422);
    expect(problem.detail).toContain('use a new key');
  });

  test('A refused request does not use its key up', async () => {
    await register('mended', { pdf64: '', metadata: {} }).expect(400);

    await register('mended', await body()).expect(201);
  });

  test('Sending for signature twice under one key begins one round', async () => {
    const { id } = await givenDraft(service);
    const send = () =>
      service.institution.post(`/api/conventions/${id}/signature`).set('Idempotency-Key', 'send').expect(202);

    const [first, second] = [await send(), await send()];

    expect(second.body).toEqual(first.body);
    expect((await recordOf(service, id)).round).toBe(1);
  });

  test('A key belongs to its route: for another record it is a new one', async () => {
    const [one, two] = [await givenDraft(service), await givenDraft(service)];
    const send = (id: number) =>
      service.institution.post(`/api/conventions/${id}/signature`).set('Idempotency-Key', 'shared');

    await send(one.id).expect(202);
    await send(two.id).expect(202);

    expect((await recordOf(service, two.id)).round).toBe(1);
  });

  test('After 24 hours the key is forgotten', async () => {
    const input = await body();
    const first = await register('old', input).expect(201);
    await service.sql.query(
      "update idempotent_answers set created_at = now() - interval '25 hours' where key = 'old'",
    );

    const again = await register('old', input).expect(201);

    expect(again.body.id).not.toBe(first.body.id);
  });

  test.each(['', 'with blank', 'x'.repeat(256), 'é'])('%j is refused with 400', async (key) => {
    const { status } = await service.institution
      .post('/api/conventions')
      .set('Idempotency-Key', Buffer.from(key).toString('latin1'))
      .send(await body());

    expect(status).toBe(400);
  });
});

describe('Given somebody who erases a record and somebody who sends it under a key', () => {
  test('When it is an old key of the record, Then neither waits for the other for ever', async () => {
    const { id } = await givenDraft(service);
    const send = (key: string) =>
      service.institution.post(`/api/conventions/${id}/signature`).set('Idempotency-Key', key);
    await send('former').expect(202);
    await eventually(async () =>
      expect((await recordOf(service, id)).deliveries[0]?.state).toBe('delivered'),
    );
    await service.sql.query(
      "update idempotent_answers set created_at = now() - interval '25 hours' where key = 'former'",
    );
    // What an erasure does: it locks the record, then takes its keys.
    const erasing = await service.sql.connect();
    try {
      await erasing.query('begin');
      const { rows } = await erasing.query(
        "select id from signables where kind = 'agreement' and number = $1 for update",
        [id],
      );
      const sending = send('former').then(({ status }) => status);
      await eventually(async () => expect(await countWaiting(service.sql)).toBe(1));

      // Each has what the other waits for. PostgreSQL ends either, which is then done anew.
      await erasing.query('delete from idempotent_answers where signable_id = $1', [rows[0].id]).then(
        () => erasing.query('commit'),
        (error: { code?: string }) => {
          expect(error.code).toBe('40P01');
          return erasing.query('rollback');
        },
      );

      expect(await sending).toBe(202);
      expect((await recordOf(service, id)).round).toBe(2);
    } finally {
      // Whatever failed, it holds nothing any longer.
      erasing.release(true);
    }
  });

  test('When PostgreSQL ends a transaction to break a deadlock, Then it is done anew', async () => {
    const { id } = await givenDraft(service);
    await service.sql.query(`
      create sequence deadlocks;
      create function deadlock_once() returns trigger language plpgsql as $$ begin
        if nextval('deadlocks') = 1 then raise 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$;
      create trigger deadlock before insert on history for each row execute function deadlock_once()`);
    try {
      await service.institution
        .post(`/api/conventions/${id}/signature`)
        .set('Idempotency-Key', 'deadlocked')
        .expect(202);
    } finally {
      await service.sql.query('drop function deadlock_once cascade; drop sequence deadlocks');
    }

    const { round, history } = await recordOf(service, id);
    expect(round).toBe(1);
    expect(history.filter(({ event }) => event === 'signing-started')).toHaveLength(1);
  });
});
