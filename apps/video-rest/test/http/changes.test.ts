import { followLimits } from '@campus/feed';
import { countWaiting, eventually, followEvents, whileLocked } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { keptChanges } from '../../src/data/changes.ts';
import { lookedThrough } from '../../src/http/changes/see-changes.ts';
import { toldResources } from '../../src/http/resources/told-resources.ts';
import { placeChanges } from '../../src/videos/place-changes.ts';
import {
  givenBroadcaster,
  givenType,
  givenVideo,
  givenVideoRows,
  newName,
} from '../support/given-records.ts';
import { givenOnAir } from '../support/on-air.ts';
import { type Person, useService } from '../support/service.ts';

const service = useService();

interface ChangeOnWire {
  cursor: string;
  at: string;
  event: string;
  resource: string;
  id: number;
  url: string | null;
  video: string | null;
  fields: string[];
}

interface Page {
  results: ChangeOnWire[];
  cursor: string;
  more: boolean;
}

async function read({ client }: Person, query: string): Promise<Page> {
  const { body } = await client.get(`/rest/changes/${query}`).expect(200);
  return body;
}

/** The cursor of the newest change. */
async function now(reader: Person): Promise<string> {
  return (await read(reader, '?after=now')).cursor;
}

/** What somebody has been told of some objects since, as `event resource fields`. */
async function told(reader: Person, after: string, ids: readonly number[]): Promise<string[]> {
  const { results } = await read(reader, `?after=${after}&page_size=200`);
  return results
    .filter(({ id }) => ids.includes(id))
    .map(({ event, resource, fields }) => [event, resource, ...fields].join(' '));
}

const openStream = (query: string, { token }: Person, headers: Record<string, string> = {}) =>
  followEvents<ChangeOnWire>(`${service.url}/rest/changes/${query}`, {
    Authorization: `Token ${token}`,
    ...headers,
  });

const title = (text: string) => ({ title: text });

async function videoOf({ id: ownerId }: Person, columns: { isDraft?: boolean; passwordHash?: string } = {}) {
  const { id } = await givenVideo(service.db, { ownerId, ...columns });
  return { id, path: `/rest/videos/${id}/` };
}

describe('The changes', () => {
  test('come in the order in which they happened, each request as one, with the fields that it has changed', async () => {
    const { staff } = service;
    const after = await now(staff);
    const { body: channel } = await staff.client
      .post('/rest/channels/')
      .send({ title: newName(), themes: [] })
      .expect(201);
    const { id, path } = await videoOf(staff);
    await staff.client
      .patch(path)
      .send({ title: 'New', channel: [channel.url], main_lang: 'fr' })
      .expect(200);
    await staff.client.patch(path).send({ title: 'New' }).expect(200);
    await staff.client.delete(path).expect(204);

    const { results, cursor } = await read(staff, `?after=${after}`);

    const ofVideo = results.filter(({ resource }) => resource === 'videos');
    expect(ofVideo).toMatchObject([
      { event: 'deleted', id, url: `${service.url}${path}`, video: null, fields: [] },
    ]);
    // What is gone when somebody asks is told as that alone.
    expect(results.map(({ event, resource }) => `${event} ${resource}`)).toEqual([
      'created channels',
      'created types',
      'deleted videos',
    ]);
    expect(cursor).toBe(results.at(-1)?.cursor);
  });

  test('name the fields of the wire, of links and of what is made of columns', async () => {
    const { staff } = service;
    const { id, path } = await videoOf(staff);
    const { id: type } = await givenType(service.db);
    const after = await now(staff);

    await staff.client
      .patch(path)
      .send({
        title: 'New',
        additional_owners: [service.ada.url],
        type: `${service.url}/rest/types/${type}/`,
      })
      .expect(200);

    expect(await told(staff, after, [id])).toEqual(['changed videos title additional_owners type']);
  });

  test('begin with the oldest, page by page', async () => {
    const { staff } = service;
    await videoOf(staff);
    const all = await read(staff, '?page_size=200');
    const pages: ChangeOnWire[] = [];
    for (let query = '?page_size=1'; pages.length < all.results.length; ) {
      const { results, cursor } = await read(staff, query);
      pages.push(...results);
      query = `?page_size=1&after=${cursor}`;
    }

    expect(pages).toEqual(all.results);
    expect(await read(staff, `?after=${all.cursor}`)).toEqual({
      results: [],
      cursor: all.cursor,
      more: false,
    });
  });

  test('tell of the parts of a video, and not of what goes with it', async () => {
    const { staff } = service;
    const { id, path } = await videoOf(staff);
    const after = await now(staff);
    const video = `${service.url}${path}`;
    const { body: one } = await staff.client
      .post('/rest/chapters/')
      .send({ video, title: 'One' })
      .expect(201);
    const { body: two } = await staff.client
      .post('/rest/chapters/')
      .send({ video, title: 'Two', time_start: 9 })
      .expect(201);
    await staff.client.patch(`/rest/chapters/${one.id}/`).send({ title: '1' }).expect(200);
    await staff.client.delete(`/rest/chapters/${two.id}/`).expect(204);

    const before = await read(staff, `?after=${after}`);
    await staff.client.delete(path).expect(204);

    expect(before.results).toMatchObject([
      { event: 'created', resource: 'chapters', id: one.id, video },
      { event: 'changed', resource: 'chapters', id: one.id, url: one.url, video, fields: ['title'] },
      { event: 'deleted', resource: 'chapters', id: two.id, video },
    ]);
    const { results } = await read(staff, `?after=${before.cursor}`);
    expect(results.map((change) => [change.event, change.resource, change.id])).toEqual([
      ['deleted', 'videos', id],
    ]);
  });

  test('tell that a video was encoded, or could not be', async () => {
    const { staff, ada, db, sql } = service;
    const { id } = await videoOf(staff);
    const { id: failing } = await videoOf(staff);
    const runs = await db.prisma.encoding.createManyAndReturn({
      data: [id, failing].map((videoId) => ({ videoId, state: 'running' as const })),
    });
    const after = await now(ada);
    await sql.query(`update encodings set percent = 50 where id = any($1)`, [runs.map((run) => run.id)]);
    await db.prisma.$transaction([
      db.prisma.encoding.update({
        where: { id: runs[0]?.id ?? 0 },
        data: { state: 'done', percent: 100, finishedAt: new Date(), outputs: {} },
      }),
      db.prisma.video.update({ where: { id }, data: { encodingId: runs[0]?.id ?? 0, durationSeconds: 7 } }),
    ]);
    await sql.query(
      `update encodings set state = 'failed', finished_at = now(), error = 'no' where id = $1`,
      [runs[1]?.id],
    );

    expect(await told(ada, after, [id, failing])).toEqual([
      'encoded videos encoded duration duration_in_time playback',
      'failed videos',
    ]);
  });

  test('are of every resource that is declared for it, and of no other', async () => {
    const { rows } = await service.sql.query<{ name: string }>(
      `select tgrelid::regclass::text as name from pg_trigger where tgname = 'changes_created' order by 1`,
    );

    expect(rows.map(({ name }) => name)).toEqual(toldResources.map(({ table }) => table).toSorted());
  });

  test('are told to whoever says who they are', async () => {
    await service.as({}).get('/rest/changes/').expect(401);
    await service.as({ Accept: 'text/event-stream' }).get('/rest/changes/').expect(401);
    await service.ada.client.head('/rest/changes/').expect(200);
    await service.ada.client.post('/rest/changes/').expect(405);
  });

  test('of many rows in one statement are as many, whatever the plan of one row was', async () => {
    const { staff, sql } = service;
    const { id: typeId } = await givenType(service.db);
    const ids = await givenVideoRows(service, { count: 2_000, ownerId: staff.id, typeId });
    const client = await sql.connect();
    try {
      for (let n = 0; n < 8; n += 1)
        await client.query('update videos set title = $2 where id = $1', [ids[0], `${n}`]);
      const { rows: before } = await client.query('select count(*)::int from changes');
      await client.query(`update videos set title = title || '!' where type_id = $1`, [typeId]);
      const { rows: after } = await client.query('select count(*)::int from changes');

      expect(after[0].count - before[0].count).toBe(2_000);
    } finally {
      client.release();
    }
  });
});

describe('Given somebody who does not see all', () => {
  test('Then what they do not see is not told, and what is closed to them as deleted, once', async () => {
    const { staff, ada } = service;
    const { id, path } = await videoOf(staff);
    const { id: draft, path: ofDraft } = await videoOf(staff, { isDraft: true });
    const after = await now(ada);
    const ofBoth = [id, draft];
    await staff.client.patch(path).send(title('Seen')).expect(200);
    await staff.client.patch(ofDraft).send(title('Hidden')).expect(200);
    const first = await told(ada, after, ofBoth);
    await staff.client.patch(path).send({ is_draft: true }).expect(200);
    await staff.client.patch(path).send(title('Not for her')).expect(200);
    await staff.client.delete(path).expect(204);
    await staff.client.delete(ofDraft).expect(204);

    expect(first).toEqual(['changed videos title']);
    expect(await told(ada, after, ofBoth)).toEqual(['deleted videos']);
    expect(await told(staff, after, ofBoth)).toEqual(['deleted videos', 'deleted videos']);
  });

  test('Then what is opened to them is told as changed', async () => {
    const { staff, ada } = service;
    const { id, path } = await videoOf(staff, { isDraft: true });
    const { id: locked, path: ofLocked } = await videoOf(staff);
    await staff.client.patch(ofLocked).send({ password: 'a password of some length' }).expect(200);
    const after = await now(ada);
    await staff.client.patch(path).send({ is_draft: false }).expect(200);
    await staff.client.patch(ofLocked).send({ password: '' }).expect(200);

    expect(await told(ada, after, [id, locked])).toEqual([
      'changed videos is_draft playback',
      'changed videos password playback',
    ]);
  });

  test('Then they are told of what is theirs, alone or with others, until it is not', async () => {
    const { staff, ada } = service;
    const { id, path } = await videoOf(staff, { isDraft: true });
    const after = await now(ada);
    await staff.client
      .patch(path)
      .send({ additional_owners: [ada.url] })
      .expect(200);
    const added = await told(ada, after, [id]);
    await staff.client.patch(path).send({ additional_owners: [] }).expect(200);
    await staff.client.delete(path).expect(204);

    expect(added).toEqual(['changed videos additional_owners']);
    expect(await told(ada, after, [id])).toEqual(['deleted videos']);
  });

  test('Then what is for a group is told to its members alone, its end as well', async () => {
    const { staff, ada, root } = service;
    const { body: group } = await root.client
      .post('/rest/accessgroups/')
      .send({ code_name: newName() })
      .expect(201);
    const other = await service.givenUser();
    await service.sql.query(
      `insert into "_AccessGroupToOwner" select $1, id from owners where user_id = $2`,
      [group.id, ada.id],
    );
    const { id, path } = await videoOf(staff);
    const after = await now(other);
    await staff.client
      .patch(path)
      .send({ restrict_access_to_groups: [group.url] })
      .expect(200);
    const closed = [await told(ada, after, [id]), await told(other, after, [id])];
    const afterwards = await now(other);
    await staff.client.delete(path).expect(204);

    expect(closed).toEqual([['changed videos restrict_access_to_groups playback'], ['deleted videos']]);
    expect(await told(ada, afterwards, [id])).toEqual(['deleted videos']);
    expect(await told(other, afterwards, [id])).toEqual([]);
  });

  test('Then hidden fields, and that they have changed, are told to nobody else', async () => {
    const { staff, ada, db } = service;
    const { id, slug } = await givenBroadcaster(db);
    const after = await now(ada);
    const path = `/rest/broadcasters/${slug}/`;
    await staff.client.patch(path).send({ piloting_conf: '{"password":"secret"}' }).expect(200);
    const hidden = [await told(staff, after, [id]), await told(ada, after, [id])];
    await staff.client.patch(path).send({ status: true, piloting_conf: '{}' }).expect(200);
    const shown = await told(ada, after, [id]);
    const { results } = await read(staff, `?after=${after}`);
    await staff.client.patch(path).send({ is_restricted: true }).expect(200);
    const gone = await read(ada, `?after=${after}`);

    expect(hidden).toEqual([['changed broadcasters piloting_conf'], []]);
    expect(shown).toEqual(['changed broadcasters status']);
    expect(JSON.stringify(results)).not.toContain('secret');
    expect(results.at(-1)).toMatchObject({ url: `${service.url}${path}` });
    expect(gone.results).toMatchObject([{ event: 'deleted', resource: 'broadcasters', id, url: null }]);
  });

  test('Then the events of a broadcaster are closed and opened to them with it', async () => {
    const { staff, ada, db } = service;
    const other = await service.givenUser();
    await givenType(db);
    const broadcaster = await givenBroadcaster(db);
    const of = async (given: object) => {
      const address = `${service.url}/rest/broadcasters/${broadcaster.slug}/`;
      const event = {
        title: 'Open lecture',
        owner: staff.url,
        broadcaster: address,
        is_draft: false,
        ...given,
      };
      return (await staff.client.post('/rest/events/').send(event).expect(201)).body.id;
    };
    const ids = [await of({}), await of({ additional_owners: [ada.url] }), await of({ is_draft: true })];
    const path = `/rest/broadcasters/${broadcaster.slug}/`;
    const tellAll = async (after: string) =>
      Promise.all(
        [staff, ada, other].map(async (reader) =>
          (await told(reader, after, ids)).filter((change) => change.includes('events')),
        ),
      );
    const after = await now(ada);
    await staff.client.patch(path).send({ is_restricted: true }).expect(200);
    const closed = await tellAll(after);
    const later = await now(ada);
    await staff.client.patch(path).send({ name: newName() }).expect(200);
    await staff.client.patch(path).send({ is_restricted: false }).expect(200);

    expect(closed).toEqual([[], ['deleted events'], ['deleted events', 'deleted events']]);
    expect(await tellAll(later)).toEqual([[], ['changed events'], ['changed events', 'changed events']]);
  });

  test('Then another source is told to those alone who have it', async () => {
    const { staff, ada, sql } = service;
    const { id } = await videoOf(staff);
    const { id: open } = await videoOf(staff);
    await sql.query('update videos set allow_downloading = true where id = $1', [open]);
    const after = await now(ada);
    await sql.query(`update videos set source_file = 'another.mp4' where id = any($1)`, [[id, open]]);

    expect(await told(ada, after, [id])).toEqual([]);
    expect(await told(ada, after, [open])).toEqual(['changed videos video']);
    expect(await told(staff, after, [id])).toEqual(['changed videos video']);
  });

  test('Then parts of what they do not see are not told, nor their end', async () => {
    const { staff, ada } = service;
    const { path } = await videoOf(staff, { isDraft: true });
    const after = await now(ada);
    const { body: chapter } = await staff.client
      .post('/rest/chapters/')
      .send({ video: `${service.url}${path}`, title: 'One' })
      .expect(201);
    await staff.client.delete(`/rest/chapters/${chapter.id}/`).expect(204);

    const { results } = await read(ada, `?after=${after}`);
    expect(results.map(({ resource }) => resource)).not.toContain('chapters');
  });

  test('Then a page of what is nobody’s business of theirs says that it is not the end, and the last one that it is', async () => {
    const { staff, ada } = service;
    const { id: typeId } = await givenType(service.db);
    const after = await now(ada);
    await service.sql.query(
      `insert into videos (slug, title, owner_id, type_id, main_lang, media_kind, duration_seconds, source_file, is_draft)
       select lpad(nextval('videos_id_seq')::text, 4, '0') || '-hidden', 'Hidden', $2, $3, 'fr', 'video', 61.5, 'source.mp4', true from generate_series(1, $1) n`,
      [lookedThrough, staff.id, typeId],
    );
    const { id } = await videoOf(ada);

    const pages = [await read(ada, `?after=${after}`)];
    while (pages.at(-1)?.more === true) pages.push(await read(ada, `?after=${pages.at(-1)?.cursor}`));

    expect(pages.some(({ results, more }) => results.length === 0 && more)).toBe(true);
    expect(pages.flatMap(({ results }) => results).map((change) => change.id)).toContain(id);
    expect(pages.at(-1)?.more).toBe(false);
  });

  test('Then their cursors tell nothing of how much happens elsewhere', async () => {
    const { staff, ada } = service;
    const after = await now(ada);
    const { id } = await videoOf(ada, { isDraft: true });
    for (let n = 0; n < 3; n += 1) await videoOf(staff, { isDraft: true });
    const first = await read(ada, `?after=${after}`);
    const again = await read(ada, `?after=${after}`);

    expect(first.results.flatMap((change) => (change.resource === 'videos' ? [change.id] : []))).toEqual([
      id,
      id,
    ]);
    expect(again.results).toEqual(first.results);
    expect(first.cursor).not.toBe(again.cursor);
    for (const cursor of [first.cursor, ...first.results.map((change) => change.cursor)])
      expect(cursor).toMatch(/^[\w-]{59}$/);
    expect(await read(ada, `?after=${first.cursor}`)).toMatchObject({ results: [] });
  });
});

describe('A cursor', () => {
  test.each([
    ['after=12', 400, 'after'],
    ['after=1%27--', 400, 'after'],
    ['wait=51', 400, 'wait'],
    ['wait=-1', 400, 'wait'],
    ['wait=1e3', 400, 'wait'],
    ['page_size=0', 400, 'page_size'],
    ['page_size=201', 400, 'page_size'],
    ['before=1', 400, 'before'],
    [`after=1-${'0'.repeat(16)}`, 410, 'detail'],
    [`after=999999999999999-${'0'.repeat(16)}`, 410, 'detail'],
    [`after=${'A'.repeat(59)}`, 410, 'detail'],
  ])('?%s is refused: %i, at %s', async (query, status, member) => {
    await videoOf(service.staff);
    await now(service.staff);

    const { body } = await service.staff.client.get(`/rest/changes/?${query}`).expect(status);

    expect(Object.keys(body)).toEqual([member]);
  });

  test('a Last-Event-ID that is none is refused', async () => {
    const { body } = await service
      .as({ Authorization: `Token ${service.ada.token}`, Accept: 'text/event-stream', 'Last-Event-ID': '7' })
      .get('/rest/changes/')
      .expect(400);

    expect(Object.keys(body)).toEqual(['Last-Event-ID']);
  });

  test('of changes that are not kept any more is answered 410, with what to do; the newest change stays', async () => {
    const { staff, sql, db } = service;
    await videoOf(staff);
    const early = await now(staff);
    await videoOf(staff);
    await now(staff);
    await sql.query(`update changes set at = now() - interval '${keptChanges.days + 1} days'`);
    while (await placeChanges(db, { patienceMs: 5_000 }));
    const late = await now(staff);
    const { rows } = await sql.query('select count(*)::int as count from changes');
    const { body } = await staff.client.get(`/rest/changes/?after=${early}`).expect(410);
    // Nobody else learns by places that they make up how many changes there were.
    const guesses = ['0', '1', '999999999'].map((place) => `${place}-${'0'.repeat(16)}`);
    const answers = await Promise.all(
      guesses.map((guess) => service.ada.client.get(`/rest/changes/?after=${guess}`).expect(410)),
    );
    const { id: typeId } = await givenType(db);

    expect(rows).toEqual([{ count: 1 }]);
    expect(body.detail).toMatch(/30 days.*after=now/);
    expect(new Set(answers.map((answer) => answer.body.detail)).size).toBe(1);
    // Who has read as far as that has missed nothing.
    expect(await told(staff, late, [typeId])).toEqual(['created types']);
  });

  test('of somebody who was away for a week goes on where they were', async () => {
    const { staff, sql } = service;
    const { id: before } = await videoOf(staff);
    const after = await now(staff);
    const { id } = await videoOf(staff);
    await now(staff);
    // But for the change that the cursor is of, which it knows by its instant.
    await sql.query(`update changes set at = at - interval '7 days' where position > $1`, [
      after.split('-')[0],
    ]);
    while (await placeChanges(service.db, { patienceMs: 5_000 }));

    expect(await told(staff, after, [before, id])).toEqual(['created videos', 'changed videos slug']);
  });

  test('of a database that was put back is answered 410', async () => {
    const { staff, sql } = service;
    await videoOf(staff);
    const after = await now(staff);
    await sql.query(
      `update changes set transaction = transaction + 1 where position = (select max(position) from changes)`,
    );

    const { body } = await staff.client.get(`/rest/changes/?after=${after}`).expect(410);

    expect(body.detail).toMatch(/another database.*after=now/);
  });
});

describe('Given somebody who waits', () => {
  test('When something happens that they see, Then they are answered at once, and of nothing else', async () => {
    const { ada, staff } = service;
    const after = await now(ada);
    const waiting = ada.client.get(`/rest/changes/?after=${after}&wait=30`).then(({ body }) => body);
    await videoOf(staff, { isDraft: true });
    const { id } = await videoOf(ada, { isDraft: true });

    expect(((await waiting) as Page).results).not.toEqual([]);
    expect(await told(ada, after, [id])).toEqual(['created videos', 'changed videos slug']);
  });

  test('When nothing happens, Then they are answered with where they were when the time is over', async () => {
    const after = await now(service.staff);

    expect(await read(service.staff, `?after=${after}&wait=1`)).toEqual({
      results: [],
      cursor: after,
      more: false,
    });
  });

  test('When too many wait of one account, Then the next one is refused, until one has left', async () => {
    const { ada } = service;
    const after = await now(ada);
    const leaving = new AbortController();
    const waiting = Array.from({ length: followLimits.ofCaller + 1 }, () =>
      fetch(`${service.url}/rest/changes/?after=${after}&wait=50`, {
        headers: { Authorization: `Token ${ada.token}` },
        signal: leaving.signal,
      }),
    );
    const refused = await Promise.race(waiting);
    leaving.abort();
    await Promise.allSettled(waiting);

    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    await eventually(() => ada.client.get(`/rest/changes/?after=${after}&wait=1`).expect(200));
  });
});

test('Given somebody who reads in many requests at once, and each takes long, Then others are answered meanwhile', async () => {
  const { ada, staff, sql } = service;
  const { path } = await videoOf(staff);
  await staff.client.patch(path).send({ is_draft: true }).expect(200);
  await now(ada);
  const statuses: number[] = [];
  const read = async () => {
    const headers = { Authorization: `Token ${ada.token}` };
    statuses.push((await fetch(`${service.url}/rest/changes/`, { headers })).status);
  };
  let reading: Promise<unknown> = Promise.resolve();

  // What is read of her groups, since the video was closed.
  await whileLocked(sql, ['"_AccessGroupToOwner"'], async () => {
    reading = Promise.all(Array.from({ length: 40 }, read));
    await eventually(() => expect(statuses).toEqual(Array.from({ length: 6 }, () => 429)));
    expect(Number(await countWaiting(sql))).toBe(2);
    await staff.client.get('/rest/sites/1/').expect(200);
  });
  await reading;

  expect(statuses.filter((status) => status === 200)).toHaveLength(34);
});

describe('As server-sent events', () => {
  test('the changes come as they happen, and go on where they were broken off', async () => {
    const { staff } = service;
    const after = await now(staff);
    await using first = await openStream(`?after=${after}`, staff);
    const { body: one } = await staff.client.post('/rest/types/').send({ title: newName() }).expect(201);
    await first.untilEvents(1);
    await first[Symbol.asyncDispose]();
    const { body: two } = await staff.client.post('/rest/types/').send({ title: newName() }).expect(201);
    await using second = await openStream('', staff, { 'Last-Event-ID': first.events[0]?.id ?? '' });
    await second.untilEvents(1);
    const { body: three } = await staff.client.post('/rest/types/').send({ title: newName() }).expect(201);
    await second.untilEvents(2);

    const seen = [...first.events, ...second.events];
    expect(seen.map(({ data }) => data.id)).toEqual([one.id, two.id, three.id]);
    expect(seen.map(({ id }) => id)).toEqual(seen.map(({ data }) => data.cursor));
  });

  test('the stream says where it begins, so that nothing is lost of one that was broken off before the first change', async () => {
    const after = await now(service.staff);
    await using stream = await openStream('?after=now', service.staff);

    await eventually(() => expect(stream.text()).toContain(`id: ${after}\n\n`));
  });

  test('it ends when the token is revoked, and when its account is staff no more', async () => {
    const clerk = await service.givenUser({ isStaff: true });
    const reader = await service.givenUser();
    await using ofClerk = await openStream('?after=now', clerk);
    await using ofReader = await openStream('?after=now', reader);

    await service.db.prisma.user.update({ where: { id: clerk.id }, data: { isStaff: false } });
    await service.db.prisma.accessToken.updateMany({
      where: { userId: reader.id },
      data: { revokedAt: new Date() },
    });

    await Promise.all([ofClerk.ended, ofReader.ended]);
  });
});

test('Given 8 writers at once, some of which commit late, When readers are cut off at random, Then nobody misses or sees anything twice', async () => {
  const { staff, sql } = service;
  const ids = await Promise.all(Array.from({ length: 8 }, async () => (await videoOf(staff)).id));
  const start = await now(staff);
  const all = Promise.withResolvers<number>();
  let total = Number.POSITIVE_INFINITY;
  const isCut = () => {
    const lasts = Number.isFinite(total) ? 20_000 : Math.round(100 + Math.random() * 700);
    return AbortSignal.timeout(lasts);
  };
  const readers = Array.from({ length: 4 }, () => [] as string[]);
  const reading = readers.map(async (seen, index) => {
    while (seen.length < total) {
      const cut = isCut();
      const from = seen.at(-1) ?? start;
      if (index % 2 === 1) {
        const isGone = new Promise((resolve) => cut.addEventListener('abort', resolve, { once: true }));
        await using stream = await openStream(`?after=${from}`, staff);
        const isWhole = all.promise.then((count) => stream.untilEvents(count - seen.length));
        await Promise.race([isGone, isWhole]);
        seen.push(...stream.events.map(({ id }) => id));
      } else {
        const page = await fetch(`${service.url}/rest/changes/?after=${from}&wait=1&page_size=7`, {
          headers: { Authorization: `Token ${staff.token}` },
          signal: cut,
        })
          .then((answer) => answer.json())
          .catch(() => ({ results: [] }));
        seen.push(...(page as Page).results.map(({ cursor }) => cursor));
      }
    }
  });
  const write = async (id: number | undefined) => {
    const client = await service.db.pool.connect();
    try {
      for (let n = 0; n < 12; n += 1) {
        await client.query('begin');
        await client.query('update videos set title = $2 where id = $1', [id, `${n}`]);
        if (n % 3 === 0) await client.query('select pg_sleep($1)', [Math.random() * 0.3]);
        await client.query(n % 5 === 4 ? 'rollback' : 'commit');
      }
    } finally {
      client.release();
    }
  };
  await Promise.all(ids.map(write));
  await now(staff);
  const { rows } = await sql.query<{ position: string }>(
    `select position from changes where position > $1 order by position`,
    [start.split('-')[0]],
  );
  total = rows.length;
  all.resolve(total);
  await Promise.all(reading);

  const positions = rows.map(({ position }) => Number(position));
  expect(positions).toEqual(Array.from({ length: 8 * 10 }, (_, index) => Number(positions[0]) + index));
  for (const seen of readers) expect(seen.map((cursor) => Number(cursor.split('-')[0]))).toEqual(positions);
});

test('Given somebody who has left, When a video goes on air meanwhile, Then they find it when they are back', async () => {
  const { ada, db } = service;
  const after = await now(ada);
  const { id } = await videoOf(ada);
  await givenOnAir({ db }, id);

  expect(await told(ada, after, [id])).toEqual([
    'created videos',
    'changed videos slug',
    'changed videos encoded playback',
  ]);
});
