import { followLimits } from '@campus/feed';
import { eventually, followEvents } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { validPdf } from '../../support/pdfs.ts';
import { givenDraft, givenInSigning, metadata, recordOf } from '../../support/records.ts';
import { givenToken } from '../../support/scoped.ts';
import { managementToken, useService } from '../../support/service.ts';
import { tamper } from '../../support/tamper.ts';

const sent: string[] = [];
const service = useService({ webhook: false, statements: sent });

interface ChangeOnWire {
  cursor: string;
  at: string;
  event: string;
  actor: string;
  kind: string;
  recordId: number;
  state: string | null;
  round: number;
  detail: Record<string, unknown>;
}

async function changesAfter(query: string): Promise<{ results: ChangeOnWire[]; cursor: string }> {
  const { body } = await service.institution.get(`/api/changes${query}`).expect(200);
  return body;
}

/** The cursor of the newest change. */
async function now(): Promise<string> {
  return (await changesAfter('?after=now')).cursor;
}

describe('The changes', () => {
  test('come in the order in which they happened, with the record, who did it and the state after it', async () => {
    const after = await now();
    const { id } = await givenInSigning(service);
    await service.institution
      .delete(`/api/conventions/${id}/signature`)
      .send({ reason: 'tutor' })
      .expect(200);

    const { results, cursor } = await changesAfter(`?after=${after}`);

    const { history } = await recordOf(service, id);
    expect(results.map(({ at, event, actor, detail }) => ({ at, event, actor, detail }))).toEqual(history);
    expect(results.map(({ state, round }) => [state, round])).toEqual([
      ['draft', 0],
      ['signing', 1],
      ['draft', 1],
    ]);
    expect(results).toMatchObject(history.map(() => ({ kind: 'convention', recordId: id })));
    expect(cursor).toBe(results.at(-1)?.cursor);
  });

  test('begin with the oldest, page by page', async () => {
    await givenDraft(service);
    await givenDraft(service);
    const all = await changesAfter('?page_size=200');
    const pages: ChangeOnWire[] = [];
    for (let query = '?page_size=1'; pages.length < all.results.length; ) {
      const { results, cursor } = await changesAfter(query);
      expect(results).toHaveLength(1);
      pages.push(...results);
      query = `?page_size=1&after=${cursor}`;
    }

    expect(pages).toEqual(all.results);
    expect(await changesAfter(`?after=${all.cursor}`)).toEqual({
      results: [],
      cursor: all.cursor,
      more: false,
    });
  });

  test('Given a full disk, where nothing can be sealed, Then what is sealed is read, and the rest comes with room', async () => {
    const after = await now();
    const { id } = await givenDraft(service);
    const sealed = await changesAfter(`?after=${after}`);
    await service.sql.query(`
      create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
      create trigger full_disk before update of position on history execute function full_disk()`);
    let unsealed: { results: ChangeOnWire[] };
    try {
      await service.institution.delete(`/api/conventions/${id}`).expect(204);

      unsealed = await changesAfter(`?after=${after}`);
    } finally {
      await service.sql.query('drop function full_disk cascade');
    }

    expect(unsealed.results.map(({ cursor }) => cursor)).toEqual([sealed.cursor]);
    const whole = await changesAfter(`?after=${after}`);
    expect(whole.results.map(({ event }) => event)).toEqual(['registered', 'deleted']);
  });

  test('tell of a deletion, and no more of what was there', async () => {
    const after = await now();
    const { id } = await givenDraft(service);
    await service.institution.delete(`/api/conventions/${id}`).expect(204);

    expect((await changesAfter(`?after=${after}`)).results).toMatchObject([
      { event: 'registered', recordId: id, state: 'draft', detail: {} },
      { event: 'deleted', recordId: id, state: null },
    ]);
  });

  test.each([
    ['after=12', 400, /after must be a cursor of this feed, or now/],
    ['wait=51', 400, /wait must be at most 50/],
    ['wait=-1', 400, /wait must be a whole number/],
    ['before=1', 400, /unknown query parameter "before"/],
    [`after=1-${'0'.repeat(16)}`, 410, /after=now/],
    [`after=999999-${'0'.repeat(16)}`, 410, /another database/],
  ])('?%s is refused: %i', async (query, status, detail) => {
    await givenDraft(service);
    await now();

    const { body } = await service.institution.get(`/api/changes?${query}`).expect(status);

    expect(body.detail).toMatch(detail);
  });

  test('Given a database that was put back, When somebody comes with a later cursor, Then they are told', async () => {
    await givenDraft(service);
    const after = await now();
    await tamper(
      service.sql,
      'update history set hash = repeat($1, 64) where position = (select max(position) from history)',
      ['a'],
    );

    await service.institution.get(`/api/changes?after=${after}`).expect(410);
  });
});

describe('Given somebody who waits', () => {
  test('When something happens, Then they are answered at once', async () => {
    const after = await now();
    const waiting = service.institution.get(`/api/changes?after=${after}&wait=30`).then(({ body }) => body);
    const { id } = await givenDraft(service);

    expect((await waiting).results).toMatchObject([{ event: 'registered', recordId: id }]);
  });

  test('When nothing happens, Then they are answered with the same cursor when the time is over', async () => {
    const after = await now();

    expect(await changesAfter(`?after=${after}&wait=1`)).toEqual({ results: [], cursor: after, more: false });
  });

  test('When too many wait with one token, Then the next one is refused, until one has left', async () => {
    const after = await now();
    const leaving = new AbortController();
    const waiting = Array.from({ length: followLimits.ofCaller + 1 }, () =>
      fetch(`${service.url}/api/changes?after=${after}&wait=50`, {
        headers: { Authorization: `Bearer ${managementToken}` },
        signal: leaving.signal,
      }),
    );
    const refused = await Promise.race(waiting);
    leaving.abort();
    await Promise.allSettled(waiting);

    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    await eventually(() => service.institution.get(`/api/changes?after=${after}&wait=1`).expect(200));
  });
});

test('Given as many who follow as there is room for, When another one comes, Then they are refused at once, and when something happens all others are told', async () => {
  const after = await now();
  await using streams = new AsyncDisposableStack();
  const followers: Awaited<ReturnType<typeof openStream>>[] = [];
  while (followers.length < followLimits.ofAll) {
    const { token } = await givenToken(service, 'management');
    const room = Math.min(followLimits.ofCaller, followLimits.ofAll - followers.length);
    const headers = { Authorization: `Bearer ${token}` };
    const opened = await Promise.all(
      Array.from({ length: room }, () => openStream(`?after=${after}`, headers)),
    );
    for (const stream of opened) followers.push(streams.use(stream));
  }
  const refused = await service.institution.get(`/api/changes?after=${after}&wait=50`).expect(503);
  const { id } = await givenDraft(service);
  await Promise.all(followers.map((follower) => follower.untilEvents(1)));

  expect(refused.headers['retry-after']).toBe('10');
  const told = followers.map(({ events }) => events.map(({ data }) => data.recordId));
  expect(told).toEqual(followers.map(() => [id]));
});

test('Given a process that seals for long, When many ask for changes, Then they are told what has its place, others are answered meanwhile, and nothing is lost', async () => {
  const after = await now();
  const client = await service.sql.connect();
  await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('history', 0))`);
  try {
    const { id } = await givenDraft(service);

    const asked = Array.from({ length: 20 }, () => changesAfter(`?after=${after}`));
    await service.institution.get(`/api/conventions/${id}`).expect(200);
    const meanwhile = await Promise.all(asked);
    await client.query('commit');

    expect(meanwhile).toEqual(asked.map(() => ({ results: [], cursor: after, more: false })));
    expect((await changesAfter(`?after=${after}`)).results).toMatchObject([
      { event: 'registered', recordId: id },
    ]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

describe('Given a token that sees one department', () => {
  test('When a record is moved into it, Then the token is told from then on; when it is moved out, nothing more', async () => {
    const { caller } = await givenToken(service, 'management', {
      scope: { departments: ['Chemistry'], workflows: [] },
    });
    const after = await now();
    const pdf64 = Buffer.from(await validPdf()).toString('base64');
    const { id } = await givenDraft(service, { department: 'Law' });
    for (const department of ['Chemistry', 'Law'])
      await service.institution
        .put(`/api/conventions/${id}`)
        .send({ pdf64, metadata: metadata(), department })
        .expect(200);
    await service.institution.delete(`/api/conventions/${id}`).expect(204);

    const { body } = await caller.get(`/api/changes?after=${after}`).expect(200);

    expect(body.results.map(({ recordId, event }: ChangeOnWire) => [recordId, event])).toEqual([
      [id, 'replaced'],
    ]);
    const { body: next } = await caller.get(`/api/changes?after=${body.cursor}`).expect(200);
    expect(next.results).toEqual([]);
  });

  test('When it follows the changes, Then it is told of that department alone, the erasure included', async () => {
    const { caller } = await givenToken(service, 'management', {
      scope: { departments: ['Physics'], workflows: [] },
    });
    const after = await now();
    await givenDraft(service, { department: 'Law' });
    const { id } = await givenInSigning(service, { department: 'Physics' });
    await givenDraft(service);
    await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'asked' }).expect(204);
    const all = await changesAfter(`?after=${after}`);

    const { body } = await caller.get(`/api/changes?after=${after}`).expect(200);

    expect(body.results.map(({ recordId, event }: ChangeOnWire) => [recordId, event])).toEqual([
      [id, 'registered'],
      [id, 'signing-started'],
      [id, 'erased'],
    ]);
    expect(all.results.length).toBeGreaterThan(body.results.length);
    const { body: next } = await caller.get(`/api/changes?after=${body.cursor}`).expect(200);
    expect(next.results).toEqual([]);
  });

  test('When it reads its cursors, Then they tell nothing of how much happens elsewhere', async () => {
    const { caller, token } = await givenToken(service, 'management', {
      scope: { departments: ['Botany'], workflows: [] },
    });
    const read = async (query: string) => (await caller.get(`/api/changes${query}`).expect(200)).body;
    const plain = await now();
    const own = await givenDraft(service, { department: 'Botany' });
    for (let count = 0; count < 3; count += 1) await givenDraft(service);
    const other = await givenDraft(service, { department: 'Botany' });

    const first = await read(`?after=${plain}`);
    const again = await read(`?after=${plain}`);
    await using stream = await openStream(`?after=${plain}`, { Authorization: `Bearer ${token}` });
    await stream.untilEvents(2);

    // Each change has its cursor, in a form without an order; a page has another one each time.
    const cursors = first.results.map(({ cursor }: ChangeOnWire) => cursor);
    expect(first.results.map(({ recordId }: ChangeOnWire) => recordId)).toEqual([own.id, other.id]);
    expect(again.results).toEqual(first.results);
    expect(stream.events.map(({ id, data }) => [id, data.cursor])).toEqual(
      cursors.map((cursor: string) => [cursor, cursor]),
    );
    expect(first.cursor).not.toBe(again.cursor);
    for (const cursor of [...cursors, first.cursor]) expect(cursor).toMatch(/^[\w-]{59}$/);

    // They go on where they stand, also for who sees everything.
    expect((await read(`?after=${cursors[0]}`)).results).toEqual(first.results.slice(1));
    expect((await read(`?after=${first.cursor}`)).results).toEqual([]);
    expect((await changesAfter(`?after=${cursors[0]}`)).results).toHaveLength(4);
    const forged = `${cursors[0].startsWith('A') ? 'B' : 'A'}${cursors[0].slice(1)}`;
    const { body } = await caller.get(`/api/changes?after=${forged}`).expect(410);
    expect(body.type).toBe('/public/problems#unknown_cursor');
  });

  test('Given many who follow, Then their tokens are asked about together', async () => {
    const { token } = await givenToken(service, 'management');
    const other = await givenToken(service, 'management');
    const streams = [];
    for (const one of [...Array(10).fill(token), ...Array(10).fill(other.token)])
      streams.push(await openStream('?after=now', { Authorization: `Bearer ${one}` }));
    const asked = () => sent.filter((text) => /from tokens\b/.test(text)).length;
    // Behind what each stream asks when it is opened.
    sent.length = 0;
    await eventually(() => asked() > 0);
    sent.length = 0;
    const from = performance.now();
    const seconds = () => (performance.now() - from) / 1000;
    await eventually(() => seconds() > 2 && asked() > 0);
    for (const stream of streams) await stream[Symbol.asyncDispose]();

    // Once a second for both.
    expect(asked()).toBeLessThan(3 + seconds());
  });

  test('When the token is revoked, Then its streams end', async () => {
    const { token, id } = await givenToken(service, 'management');
    await using stream = await openStream('?after=now', { Authorization: `Bearer ${token}` });
    await service.sql.query(
      `update tokens set revoked_at = now(), revoked_by = 'person:root' where id = $1`,
      [id],
    );

    await stream.ended;
  });
});

describe('As server-sent events', () => {
  test('the changes come as they happen, and go on where they were broken off', async () => {
    const after = await now();
    await using first = await openStream(`?after=${after}`);
    const one = await givenDraft(service);
    await first.untilEvents(1);
    await first[Symbol.asyncDispose]();
    const two = await givenDraft(service);
    await using second = await openStream('', { 'Last-Event-ID': first.events[0]?.id ?? '' });
    await second.untilEvents(1);
    const three = await givenDraft(service);
    await second.untilEvents(2);

    const seen = [...first.events, ...second.events];
    expect(seen.map(({ data }) => data.recordId)).toEqual([one.id, two.id, three.id]);
    expect(seen.map(({ id }) => id)).toEqual(seen.map(({ data }) => data.cursor));
  });

  test('the stream says where it begins, so that nothing is lost of one that was broken off before the first change', async () => {
    const after = await now();
    await using stream = await openStream('?after=now');

    await eventually(() => expect(stream.text()).toContain(`id: ${after}\n\n`));
  });

  test('a Last-Event-ID that is no cursor is refused', async () => {
    await service.institution
      .get('/api/changes')
      .set('Accept', 'text/event-stream')
      .set('Last-Event-ID', '7')
      .expect(400);
  });
});

function openStream(query: string, headers: Record<string, string> = {}) {
  const authorization = { Authorization: `Bearer ${managementToken}`, ...headers };
  return followEvents<ChangeOnWire>(`${service.url}/api/changes${query}`, authorization);
}
