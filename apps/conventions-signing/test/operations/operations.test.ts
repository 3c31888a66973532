import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { givenManyDrafts } from '../support/many-drafts.ts';
import { begin, ended } from '../support/operations.ts';
import { validPdf } from '../support/pdfs.ts';
import { deposit, givenDraft, givenInSigning, recordOf } from '../support/records.ts';
import { useService } from '../support/service.ts';

const service = useService();

async function statesOf(numbers: readonly number[]): Promise<Record<string, number>> {
  const { rows } = await service.sql.query(
    `select state::text, count(*)::int as count from signables
     where kind = 'agreement' and number = any ($1) group by state`,
    [numbers],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

describe('Sending many', () => {
  test('all of a hundred drafts that a list shows are sent, each once, in the name of whoever asked', async () => {
    const numbers = await givenManyDrafts(service.sql, 100, { title: 'Mille' });

    const operation = await begin(service, {
      action: 'send',
      list: '/api/conventions?state=draft&q=mille',
    });

    expect(operation).toMatchObject({ action: 'send', state: 'waiting', total: 100, left: 100 });
    expect(await ended(service, operation)).toMatchObject({ state: 'ended', done: 100, refused: 0, left: 0 });
    expect(await statesOf(numbers)).toEqual({ signing: 100 });
    const { rows } = await service.sql.query(
      `select s.round, count(*)::int as rounds, count(distinct h.actor)::int as actors from history h
       join signables s on s.id = h.signable_id
       where h.event = 'signing-started' and s.number = any ($1) group by s.round`,
      [numbers],
    );
    expect(rows).toEqual([{ round: 1, rounds: 100, actors: 1 }]);
  });

  test('the signing application is called about each of them, and first about what was sent alone meanwhile', async () => {
    await givenManyDrafts(service.sql, 100, { title: 'Beaucoup' });
    const { id } = await givenDraft(service);
    const sent = Promise.withResolvers<void>();
    // However long the sending takes, no more are called meanwhile than at a time.
    service.webhook.answerWith((_request, response) => void sent.promise.then(() => response.end('REF')));
    await ended(
      service,
      await begin(service, { action: 'send', list: '/api/conventions?state=draft&q=beaucoup' }),
    );
    const waiting = service.webhook.requests.length;

    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
    sent.resolve();

    const called = () => service.webhook.requests.findIndex(({ url }) => url.endsWith(`conventionid=${id}`));
    await eventually(() => expect(called()).not.toBe(-1));
    // Calls that are under way, and those that were fetched with them, are before it.
    expect(called() - waiting).toBeLessThan(40);
    service.webhook.answerWith((_request, response) => void response.end('REF'));
  });

  test('a record that is no draft is refused unless new rounds are asked for', async () => {
    const { id } = await givenInSigning(service);
    const records = { conventions: [id] };

    const first = await ended(service, await begin(service, { action: 'send', records }));
    expect(first).toMatchObject({ done: 0, refused: 1 });
    expect((await recordOf(service, id)).round).toBe(1);

    const again = await ended(service, await begin(service, { action: 'send', records, newRounds: true }));
    expect(again).toMatchObject({ done: 1, refused: 0 });
    expect((await recordOf(service, id)).round).toBe(2);
  });

  test('nothing to do is done at once', async () => {
    const operation = await begin(service, { action: 'send', list: '/api/avenants?q=nobody-has-this' });

    expect(operation).toMatchObject({ state: 'ended', total: 0 });
  });
});

describe('Erasing many', () => {
  test('drafts go whole, of what was sent a stub stays with the reason, and amendments go before their agreements', async () => {
    const draft = await givenDraft(service);
    const sent = await givenInSigning(service);
    await deposit(service, sent.id, await validPdf()).expect(200);
    const amendment = await givenInSigning(service, { kind: 'avenants' });
    const agreement = amendment.conventionId ?? 0;

    const operation = await begin(service, {
      action: 'erase',
      records: { conventions: [agreement, draft.id, sent.id], avenants: [amendment.id] },
      reason: 'The year is over.',
    });

    expect(await ended(service, operation)).toMatchObject({ done: 4, refused: 0 });
    await service.institution.get(`/api/conventions/${draft.id}`).expect(404);
    const { body } = await service.institution.get(`/api/conventions/${sent.id}/history`).expect(200);
    expect(body.results[0]).toMatchObject({ event: 'erased', detail: { reason: 'The year is over.' } });
    expect(await statesOf([draft.id, sent.id, agreement])).toEqual({ erased: 2 });
  });

  test('an agreement with amendments left is refused', async () => {
    const amendment = await givenDraft(service, { kind: 'avenants' });
    const records = { conventions: [amendment.conventionId] };

    const operation = await begin(service, { action: 'erase', records, reason: 'Over.' });

    expect(await ended(service, operation)).toMatchObject({ done: 0, refused: 1 });
  });
});

describe('An operation', () => {
  test('refuses a record that was not there, and one that has moved on before its turn', async () => {
    const { id } = await givenDraft(service);
    const blocker = await service.sql.connect();
    await blocker.query('begin');
    await blocker.query('select from signables where number = $1 for update', [id]);

    const operation = await begin(service, { action: 'send', records: { conventions: [999_999, id] } });
    await blocker.query(`update signables set title = 'Another' where number = $1`, [id]);
    await blocker.query(
      `update signables set state = 'signing', round = 1, round_started_at = now() where number = $1`,
      [id],
    );
    await blocker.query('commit');
    blocker.release();

    expect(await ended(service, operation)).toMatchObject({ done: 0, refused: 2 });
    const { rows } = await service.sql.query(
      'select number, outcome, code from operation_records where operation_id = $1 order by position',
      [operation.id],
    );
    expect(rows).toEqual([
      { number: 999_999, outcome: 'refused', code: 'signable_not_found' },
      { number: id, outcome: 'refused', code: 'changed_meanwhile' },
    ]);
  });

  test('of a token that the configuration holds no more is refused for each record', async () => {
    const { id } = await givenDraft(service);
    // As if it had been asked for before the last start.
    await service.sql.query(`
      create function asked_before() returns trigger language plpgsql as $$
        begin new.actor := 'sha256:withdrawn'; return new; end $$;
      create trigger asked_before before insert on operations for each row execute function asked_before()`);

    const operation = await begin(service, { action: 'send', records: { conventions: [id] } });
    await service.sql.query('drop function asked_before cascade');

    expect(await ended(service, operation)).toMatchObject({ done: 0, refused: 1 });
    const { body } = await service.institution.get(`/api/operations/${operation.id}/report`).expect(200);
    expect(body.results).toMatchObject([{ id, code: 'right_withdrawn' }]);
    expect((await recordOf(service, id)).state).toBe('draft');
  });

  test('that is cancelled leaves the rest alone', async () => {
    const numbers = await givenManyDrafts(service.sql, 2_000, { title: 'Annulée' });
    const operation = await begin(service, { action: 'send', records: { conventions: numbers } });
    await eventually(async () => {
      const { body } = await service.institution.get(`/api/operations/${operation.id}`);
      expect(body.done).toBeGreaterThan(0);
      expect(new Date(body.expectedAt).getTime()).toBeGreaterThan(Date.parse(body.startedAt));
    });

    const { body } = await service.institution.post(`/api/operations/${operation.id}/cancel`).expect(200);

    expect(body).toMatchObject({ state: 'cancelled', expectedAt: null, total: 2_000 });
    expect(body.left).toBeGreaterThan(0);
    expect(body.done + body.left).toBe(2_000);
    expect(await statesOf(numbers)).toEqual({ draft: body.left, signing: body.done });
    const again = await service.institution.post(`/api/operations/${operation.id}/cancel`).expect(200);
    expect(again.body).toEqual(body);
  });

  test('is begun once under an Idempotency-Key', async () => {
    const { id } = await givenDraft(service);
    const ask = (asked: object) =>
      service.institution.post('/api/operations').set('Idempotency-Key', 'once').send(asked);
    const asked = { action: 'send', records: { conventions: [id] } };

    const first = await ask(asked).expect(202);
    const again = await ask(asked).expect(202);

    expect(again.body).toEqual(first.body);
    expect(again.headers.location).toBe(first.headers.location);
    expect(first.headers.location).toContain(`/api/operations/${first.body.id}`);
    await ask({ ...asked, newRounds: true }).expect(422);
  });

  test('is in the list of operations, the newest first', async () => {
    const older = await begin(service, { action: 'send', records: {} });
    const newer = await begin(service, { action: 'send', records: {} });

    const first = await service.institution.get('/api/operations?page_size=1').expect(200);
    expect(first.body.results).toEqual([newer]);
    const { pathname, search } = new URL(first.body.next);
    const second = await service.institution.get(pathname + search).expect(200);
    expect(second.body.results).toEqual([older]);
  });

  test.each([
    ['neither records nor list', { action: 'send' }, '/records'],
    ['both', { action: 'send', records: {}, list: '/api/conventions' }, '/records'],
    ['erasing without a reason', { action: 'erase', records: {} }, '/reason'],
    ['a list that is none', { action: 'send', list: '/api/deliveries' }, '/list'],
    ['a filter that does not exist', { action: 'send', list: '/api/conventions?status=draft' }, '/list'],
    ['a page of a list', { action: 'send', list: '/api/conventions?page_size=5' }, '/list'],
  ])('is refused with 400: %s', async (_name, asked, pointer) => {
    const { body } = await service.institution.post('/api/operations').send(asked).expect(400);

    expect(body.errors).toEqual([{ pointer, message: expect.any(String) }]);
  });

  test('of too many records is refused with 413', async () => {
    const conventions = Array.from({ length: 10_001 }, (_, index) => index + 1);
    const { body } = await service.institution
      .post('/api/operations')
      .send({ action: 'send', records: { conventions } })
      .expect(413);

    expect(body.detail).toContain('at most 10000 records');
  });

  test('is refused with 429 while the caller has five under way', async () => {
    const { id } = await givenDraft(service);
    const blocker = await service.sql.connect();
    await blocker.query('begin');
    await blocker.query('select from signables where number = $1 for update', [id]);
    const asked = { action: 'send', records: { conventions: [id] } };
    const running = [];
    for (let count = 0; count < 5; count += 1) running.push(await begin(service, asked));

    const refused = await service.institution.post('/api/operations').send(asked).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

    await blocker.query('rollback');
    blocker.release();
    const all = await Promise.all(running.map((operation) => ended(service, operation)));
    expect(all.map(({ done }) => done).reduce((sum, done) => sum + done)).toBe(1);
  });

  test('that nobody knows is 404', async () => {
    await service.institution.get('/api/operations/7').expect(404);
    await service.institution.get(`/api/operations/${crypto.randomUUID()}`).expect(404);
    await service.institution.post(`/api/operations/${crypto.randomUUID()}/cancel`).expect(404);
  });
});

describe('The report of an operation', () => {
  test('has the outcome of each record with code and sentence, as JSON and as CSV', async () => {
    const draft = await givenDraft(service);
    const signing = await givenInSigning(service);
    const { id } = await ended(
      service,
      await begin(service, { action: 'send', records: { conventions: [draft.id, signing.id] } }),
    );

    const json = await service.institution.get(`/api/operations/${id}/report`).expect(200);
    expect(json.body.results).toEqual([
      {
        kind: 'convention',
        id: draft.id,
        outcome: 'done',
        code: 'sent',
        sentence: null,
        at: expect.any(String),
      },
      {
        kind: 'convention',
        id: signing.id,
        outcome: 'refused',
        code: 'not_a_draft',
        sentence: expect.stringContaining('is signing in round 1'),
        at: expect.any(String),
      },
    ]);
    const csv = await service.institution.get(`/api/operations/${id}/report.csv`).expect(200);
    expect(csv.headers['content-type']).toMatch(/^text\/csv/);
    const [head, first, second] = csv.text.split('\r\n');
    expect(head).toBe('kind,id,outcome,code,sentence,at');
    expect(first).toMatch(`convention,${draft.id},done,sent,,`);
    expect(second).toMatch(`convention,${signing.id},refused,not_a_draft,`);
  });
});
