import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { addToChain, chainStart, hashOfEntry, keyOf } from '../../src/chain/chain.ts';
import { type SealedEntry, verifyChain } from '../../src/chain/verify-chain.ts';
import { findEntryFlaw } from '../../src/data/flaws.ts';
import { findChainEnd, findHeads, readChain, readSealed, readSealedAt } from '../../src/data/ledger.ts';
import { openDatabase } from '../../src/data/open-database.ts';
import { sealHistory } from '../../src/ledger/seal-history.ts';
import { validPdf } from '../support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning, type Kind } from '../support/records.ts';
import { useService } from '../support/service.ts';
import { tamper } from '../support/tamper.ts';

const service = useService({ webhook: false });

const insertEntry = `insert into history (signable_id, at, event, actor, detail)
  select id, now(), $2, 'sha256:0123456789ab', '{}' from signables where kind = 'agreement' and number = $1`;

async function sealed(): Promise<SealedEntry[]> {
  await eventually(async () => {
    const { rows } = await service.sql.query('select from history where position is null');
    expect(rows).toEqual([]);
  });
  const entries: SealedEntry[] = [];
  for await (const entry of readSealed(service.sql, { from: 1 })) entries.push(entry);
  return entries;
}

/** What the chain says of a record. */
async function entriesOf(number: number, kind = 'agreement'): Promise<SealedEntry[]> {
  return (await sealed()).filter((entry) => entry.kind === kind && entry.number === number);
}

async function verdict() {
  return verifyChain(await sealed(), await findHeads(service.sql));
}

test('Given an agreement on its way, Then each entry says how it stood after it, and the chain fits', async () => {
  const { id } = await givenInSigning(service, { signatories: 1 });
  await service.vendor
    .patch(`/public/api/conventions/${id}/dates`)
    .send([dateOf(1)])
    .expect(200);
  await deposit(service, id, await validPdf({ text: 'signed' })).expect(200);
  await service.institution.delete(`/api/conventions/${id}/signature`).expect(200);

  const entries = await entriesOf(id);

  expect(entries.map(({ event, state, round }) => [event, state, round])).toEqual([
    ['registered', 'draft', 0],
    ['signing-started', 'signing', 1],
    ['date-recorded', 'signing', 1],
    ['deposited', 'signing', 1],
    ['signed', 'signed', 1],
    ['returned-to-draft', 'draft', 1],
  ]);
  expect((await verdict()).flaw).toBeNull();
});

test('Given a transaction that was open for long, When it commits after younger ones were sealed, Then its entry comes after them, and nothing is left out', async () => {
  const [late, young] = [await givenDraft(service), await givenDraft(service)];
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(insertEntry, [late.id, 'redelivered']);
  await service.sql.query(insertEntry, [young.id, 'delivered']);
  const before = await eventually(async () => {
    const { rows } = await service.sql.query('select position from history where event = $1', ['delivered']);
    return rows[0].position;
  });
  await client.query('commit');
  await client.end();

  const entries = await sealed();

  expect(entries.map(({ position }) => position)).toEqual(entries.map((_, index) => index + 1));
  expect(entries.findLast(({ event }) => event === 'redelivered')?.position).toBeGreaterThan(Number(before));
  expect((await verdict()).flaw).toBeNull();
});

test('Given entries that are sealed together, Then they get their places in the order of their ids', async () => {
  const { id } = await givenDraft(service);
  const events = ['redelivered', 'delivered', 'refused', 'delivered'];
  const { rows } = await service.sql.query(`select nextval('history_id_seq') + 4 as next`);
  // The second of them has one digit less than the third.
  await service.sql.query(`select setval('history_id_seq', $1)`, [10 ** String(rows[0].next).length - 3]);
  await service.sql.query(
    `insert into history (signable_id, at, event, actor, detail)
     select id, now(), event, 'service', '{}' from signables, unnest($2::text[]) event
     where kind = 'agreement' and number = $1`,
    [id, events],
  );

  expect((await entriesOf(id)).map(({ event }) => event)).toEqual(['registered', ...events]);
});

/** Links of a record's entries as they follow from the chain. */
const linksOf = (entries: readonly SealedEntry[]) =>
  entries.map((_, index) => ({
    ordinal: index + 1,
    previous: entries[index - 1]?.hash ?? chainStart.hash,
    key: entries[0]?.link?.key,
  }));

test('Given records that are worked on at the same time, Then each entry says which one of its record it is, and which was before it', async () => {
  const records = [await givenInSigning(service), await givenDraft(service), await givenInSigning(service)];
  for (const { id } of [...records, ...records.toReversed()])
    await service.sql.query(insertEntry, [id, 'redelivered']);

  const keys = new Set<string | undefined>();
  for (const { id } of records) {
    const entries = await entriesOf(id);
    expect(entries.map(({ link }) => link)).toEqual(linksOf(entries));
    keys.add(entries[0]?.link?.key);
  }
  expect(keys.size).toBe(3);
});

test('Given entries that an older version seals between those of this one, Then the next one counts them, and the chain and the database fit', async () => {
  const { id } = await givenInSigning(service);
  const numbered = await entriesOf(id);
  await sealAsBefore(id, ['redelivered', 'delivered']);
  await service.sql.query(insertEntry, [id, 'redelivered']);

  const entries = await entriesOf(id);

  const [first, second, , , last] = linksOf(entries);
  expect(entries.map(({ link }) => link)).toEqual([first, second, null, null, last]);
  expect(numbered).toHaveLength(2);
  expect((await verdict()).flaw).toBeNull();
  expect(await findEntryFlaw(service.sql)).toBeNull();
});

test('Given a record whose entries an older version has sealed, Then the first of this one counts them, and has the key of the first', async () => {
  const { id } = await givenDraft(service);
  const [registered] = await entriesOf(id);
  await sealAsBefore(id, ['redelivered']);
  await tamper(
    service.sql,
    `update history set ordinal = null, previous = null, record_key = null where kind = 'agreement' and number = $1`,
    [id],
  );
  await service.sql.query(insertEntry, [id, 'delivered']);

  const { link } = (await entriesOf(id))[2] ?? {};

  expect(link).toEqual({
    ordinal: 3,
    previous: (await entriesOf(id))[1]?.hash,
    key: keyOf(registered?.salt ?? ''),
  });
  await tamper(
    service.sql,
    `update history set ordinal = 1, previous = repeat('0', 64), record_key = $2
     where kind = 'agreement' and number = $1 and event = 'registered'`,
    [id, link?.key],
  );
  expect((await verdict()).flaw).toBeNull();
});

/** Lets something happen to an agreement, which a version that knows no links seals at once. */
async function sealAsBefore(number: number, events: readonly string[]): Promise<void> {
  await sealed();
  const client = await service.sql.connect();
  await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('history', 0))`);
  for (const event of events) {
    let place = await findChainEnd(client);
    await client.query(insertEntry, [number, event]);
    const { rows } = await client.query(
      `select id, at, event, actor, kind, number, state, round, detail_hash as "detailHash"
       from history where position is null`,
    );
    expect(rows).toHaveLength(1);
    const entry = { ...rows[0], at: rows[0].at.toISOString(), position: place.position + 1, link: null };
    place = addToChain(place, hashOfEntry(entry));
    await client.query('update history set position = $2, hash = $3 where id = $1', [
      rows[0].id,
      place.position,
      place.hash,
    ]);
  }
  await client.query('commit');
  client.release();
}

describe.each<Kind>(['conventions', 'avenants'])('Given %s', (kind) => {
  const name = kind === 'conventions' ? 'agreement' : 'amendment';

  test('When a draft is deleted, Then its entries stay without their details, with one that says so', async () => {
    const { id } = await givenDraft(service, { kind });
    await entriesOf(id, name);
    await service.institution.delete(`/api/${kind}/${id}`).expect(204);

    const entries = await entriesOf(id, name);

    expect(entries).toMatchObject([
      { event: 'registered', state: 'draft', salt: null, detail: '{}' },
      { event: 'deleted', state: null },
    ]);
    expect((await verdict()).flaw).toBeNull();
  });

  test('When one is erased, Then its entries stay without their details, and the chain fits', async () => {
    const { id } = await givenInSigning(service, { kind });
    await entriesOf(id, name);
    await service.institution.delete(`/api/${kind}/${id}`).send({ reason: 'asked for' }).expect(204);

    const entries = await entriesOf(id, name);

    expect(entries).toMatchObject([
      { event: 'registered', state: 'draft', salt: null, detail: '{}' },
      { event: 'signing-started', state: 'signing', salt: null, detail: '{}' },
      { event: 'erased', state: 'erased', detail: '{"reason": "asked for"}' },
    ]);
    expect((await verdict()).flaw).toBeNull();
  });
});

test('Given a version that notes no deletion, When it deletes a draft, Then the history says so all the same', async () => {
  const { id } = await givenDraft(service);
  await service.sql.query(`delete from signables where kind = 'agreement' and number = $1`, [id]);

  expect(await entriesOf(id)).toMatchObject([
    { event: 'registered', detail: '{}' },
    { event: 'deleted', actor: 'service', state: null },
  ]);
});

test('Given entries from before the ledger, Then they are sealed as they must have been', async () => {
  const { id } = await givenInSigning(service);
  await service.institution.delete(`/api/conventions/${id}/signature`).expect(200);
  await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
  const told = (await entriesOf(id)).map(({ event, state, round }) => [event, state, round]);
  const other = await givenDraft(service);
  const since = (await entriesOf(other.id))[0]?.position ?? 0;
  await tamper(
    service.sql,
    `update history set position = null, hash = null, ordinal = null, previous = null, record_key = null;
     update history set kind = null, number = null, state = null, round = null, workflow_id = null, salt = null,
       detail_hash = null
     where signable_id is not null`,
  );
  await service.sql.query('delete from history_heads');

  const entries = await sealed();

  expect(entries.length).toBeGreaterThanOrEqual(since);
  expect((await entriesOf(id)).map(({ event, state, round }) => [event, state, round])).toEqual(told);
  expect((await verdict()).flaw).toBeNull();
});

test('Given something in the tables that was changed behind the back of the service, Then the chain names it', async () => {
  const { id } = await givenInSigning(service);
  const [registered] = await entriesOf(id);
  await tamper(service.sql, 'update history set actor = $2 where position = $1', [
    registered?.position,
    'person:eve',
  ]);

  const { flaw } = await verdict();
  await tamper(service.sql, 'update history set actor = $2 where position = $1', [
    registered?.position,
    registered?.actor,
  ]);

  expect(flaw).toEqual({ position: registered?.position, what: 'hash' });
  expect((await verdict()).flaw).toBeNull();
});

test('Given several that seal at the same time, Then every entry has one place', async () => {
  const { id } = await givenDraft(service);
  const databases = Array.from({ length: 3 }, () => openDatabase(service.databaseUrl, () => {}));
  for (let n = 0; n < 20; n += 1) {
    const sealing = databases.map((db) => sealHistory(db, { at: new Date() }));
    await Promise.all([...sealing, service.sql.query(insertEntry, [id, 'redelivered'])]);
  }
  await Promise.all(databases.map((db) => db.close()));

  expect((await entriesOf(id)).filter(({ event }) => event === 'redelivered')).toHaveLength(20);
  expect((await verdict()).flaw).toBeNull();
});

test('Heads are published after each thousand entries, and with the first entries of a day', async () => {
  const { id } = await givenDraft(service);
  const db = openDatabase(service.databaseUrl, () => {});
  await sealHistory(db, { at: new Date(), publish: true });
  const first = (await findHeads(db.pool)).at(-1);
  await db.pool.query(
    `insert into history (signable_id, at, event, actor, detail)
     select id, now(), 'redelivered', 'sha256:0123456789ab', '{}' from signables, generate_series(1, 2500)
     where kind = 'agreement' and number = $1`,
    [id],
  );
  const end = (await sealed()).at(-1)?.position ?? 0;

  const heads = await findHeads(db.pool);
  const tomorrow = new Date(Date.now() + 24 * 3_600_000);
  const { head } = await sealHistory(db, { at: tomorrow });
  const { head: again } = await sealHistory(db, { at: tomorrow });
  await db.close();

  const positions = heads.map(({ position }) => position).filter((position) => position % 1000 === 0);
  expect(positions).toEqual([1000, 2000]);
  expect(first?.position).toBeLessThan(1000);
  expect(head?.position).toBe(end);
  expect(again).toBeNull();
  expect((await verdict()).flaw).toBeNull();
});

test('The end of a long ledger, and a part of it, are read without the rest', async () => {
  const { id } = await givenDraft(service);
  await service.sql.query(
    `insert into history (signable_id, at, event, actor, detail)
     select id, now(), 'redelivered', 'service', '{}' from signables, generate_series(1, 5000)
     where kind = 'agreement' and number = $1`,
    [id],
  );
  const end = (await sealed()).at(-1);
  await service.sql.query('analyze history');
  const client = await service.sql.connect();
  await client.query('begin');
  /** How many entries this connection has come by; from time to time it counts from nought again, between transactions. */
  const read = async () => {
    const { rows } = await client.query(
      `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'history'`,
    );
    return Number(rows[0].read);
  };

  const before = await read();
  const found = await findChainEnd(client);
  const ofEnd = (await read()) - before;
  const first = await readSealed(client, { from: 1 }).next();
  const ofPart = (await read()) - before - ofEnd;
  await client.query('commit');
  client.release();

  expect([found.position, first.value?.position]).toEqual([end?.position, 1]);
  expect(ofEnd).toBeLessThan(10);
  expect(ofPart).toBeLessThan(1_100);
});

test('Entries with long details are read a few at a time, and no detail for a proof', async () => {
  const { id } = await givenDraft(service);
  await service.sql.query(
    `insert into history (signable_id, at, event, actor, detail)
     select s.id, now(), 'redelivered', 'service', jsonb_build_object('long', (
       select string_agg(sha256(int4send(entry) || int4send(piece))::text, '') from generate_series(1, 1500) piece))
     from signables s, generate_series(1, 50) entry where kind = 'agreement' and number = $1`,
    [id],
  );
  const own = (await entriesOf(id)).map(({ position }) => position);
  const answers: number[] = [];
  const weighed = {
    async query(statement: pg.QueryConfig) {
      const answer = await service.sql.query(statement);
      answers.push(JSON.stringify(answer.rows).length);
      return answer;
    },
  };
  const read = async (entries: AsyncIterable<{ position: number }>) => {
    answers.length = 0;
    const positions: number[] = [];
    for await (const { position } of entries) positions.push(position);
    return { positions, longest: Math.max(...answers) };
  };
  const from = own[0] ?? 0;
  const to = own.at(-1) ?? 0;

  const whole = await read(readSealed(weighed, { from }));
  const ofRecord = await read(readSealedAt(weighed, own));
  const bare = await read(readChain(weighed, { from, to }));

  expect([whole.positions, ofRecord.positions, bare.positions]).toEqual([own, own, own]);
  expect(Math.max(whole.longest, ofRecord.longest)).toBeLessThan(2 ** 20);
  expect(bare.longest).toBeLessThan(50_000);
});

test.each([
  ['an entry to be changed', `update history set actor = 'person:eve'`],
  ['an entry to be moved to another record', 'update history set number = number + 1'],
  ['another detail', `update history set detail = '{"a": 1}'`],
  ['an entry to be removed', 'delete from history'],
  ['all to be removed', 'truncate history'],
  ['an entry to be unsealed', 'update history set position = null, hash = null where position = 1'],
  ['another number within a record', 'update history set ordinal = ordinal + 1 where position = 1'],
  [
    'an entry to lose its number',
    'update history set ordinal = null, previous = null, record_key = null where position = 1',
  ],
])('The database itself refuses %s', async (_what, statement) => {
  await givenDraft(service);
  await sealed();

  await expect(service.sql.query(statement)).rejects.toThrow(/only added to/);
});

test.each([
  [
    'a position twice',
    'update history set position = 1, hash = h.hash from history h where h.position = 2 and history.position = 3',
  ],
  ['a position without a hash', 'update history set hash = null where position = 1'],
  ['a hash that is none', `update history set hash = 'abc' where position = 1`],
  ['a number without the entry before', 'update history set previous = null where position = 1'],
  ['a number without a position', 'update history set position = null, hash = null where position = 1'],
  ['a place of nothing', `update history set number = null where position = 1`],
])('The database itself refuses %s', async (_what, statement) => {
  await givenDraft(service);
  await sealed();

  await expect(tamper(service.sql, statement)).rejects.toThrow(/violates/);
});
