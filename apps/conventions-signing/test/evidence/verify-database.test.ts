import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import pino from 'pino';
import { addToChain, hashOfEntry } from '../../src/chain/chain.ts';
import type { SealedEntry } from '../../src/chain/verify-chain.ts';
import { readSealedAt } from '../../src/data/ledger.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { verifyDatabase } from '../../src/evidence/verify-database.ts';
import { stampHead } from '../../src/stamps/keep-stamping.ts';
import { validPdf } from '../support/pdfs.ts';
import { deposit, givenDraft, givenInSigning, type RecordOnWire } from '../support/records.ts';
import { useService } from '../support/service.ts';
import { tamper } from '../support/tamper.ts';
import { useTimeStampAuthority } from '../support/time-stamps.ts';

const service = useService({ webhook: false });
const authority = useTimeStampAuthority();
let db: Database;
let record: RecordOnWire;

beforeAll(async () => {
  db = openDatabase(service.databaseUrl, () => {});
  record = await givenInSigning(service);
  await deposit(service, record.id, await validPdf({ text: 'signed' })).expect(200);
  const uri = authority.server.url;
  await stampHead({ db, log: pino({ level: 'silent' }), now: () => new Date(), uri });
});
afterAll(() => db.close());

const verify = () => verifyDatabase(db, () => ({ advance() {}, end() {} }));

test('A database with drafts, deposits, a stamp, and what was deleted and erased, fits', async () => {
  const erased = await givenInSigning(service);
  await deposit(service, erased.id, await validPdf({ text: 'to be erased' })).expect(200);
  await service.institution.delete(`/api/conventions/${erased.id}`).send({ reason: 'asked for' }).expect(204);
  const { id } = await givenDraft(service);
  await service.institution.delete(`/api/conventions/${id}`).expect(204);

  const { flaw, said } = await verify();

  expect(flaw).toBeNull();
  expect(said).toEqual([
    expect.stringMatching(/^The history fits: \d+ entries, up to the head [0-9a-f]{64}\.$/),
    expect.stringMatching(/^1 time stamps hold; the newest is of .*Z, up to entry \d+\.$/),
    expect.stringMatching(/^\d+ documents are those of the history, byte for byte\.$/),
  ]);
});

test('Given a record that is erased while its entries are read, Then the database fits', async () => {
  const { id } = await givenInSigning(service);
  const erase = async () => {
    await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'asked for' }).expect(204);
  };

  const { flaw } = await verifyDatabase(beforeReading(erase), () => ({ advance() {}, end() {} }));

  expect(flaw).toBeNull();
});

/** The database, in which something happens right before its first entries are read. */
function beforeReading(happen: () => Promise<void>): Database {
  let hasHappened = false;
  const query = async (statement: pg.QueryConfig) => {
    if (statement.name === 'read-sealed' && !hasHappened) {
      hasHappened = true;
      await happen();
    }
    return db.pool.query(statement);
  };
  const pool = { query, connect: () => db.pool.connect() };
  return Object.create(db, { pool: { value: pool } }) as Database;
}

const ofRecord = `signable_id = (select id from signables where kind = 'agreement' and number = $1)`;
const itsDeposit = `id = (select document_id from deposits where ${ofRecord})`;

describe('Given something that was changed behind the back of the service, Then the first entry is named that does not fit', () => {
  test.each<[string, change: string, back: string, flaw: RegExp]>([
    [
      'who deposited',
      `update history set actor = actor || 'x' where ${ofRecord} and event = 'deposited'`,
      `update history set actor = left(actor, -1) where ${ofRecord} and event = 'deposited'`,
      /^entry 3 of the history: it is not what was sealed/,
    ],
    [
      'the round of a detail',
      `update history set detail = detail || '{"round": 9}' where ${ofRecord} and event = 'deposited'`,
      `update history set detail = detail || '{"round": 1}' where ${ofRecord} and event = 'deposited'`,
      /^entry 3 of the history: its detail is not what was sealed/,
    ],
    [
      'to which record an entry belongs',
      `update history set signable_id = (select max(id) from signables) where ${ofRecord} and event = 'deposited'`,
      `update history set signable_id = (select id from signables where kind = 'agreement' and number = $1) where kind = 'agreement' and number = $1 and event = 'deposited'`,
      /^entry 3 of the history: it is not shown with the record that it is of/,
    ],
    [
      'that an entry belongs to its record',
      `update history set signable_id = null where ${ofRecord} and event = 'deposited'`,
      `update history set signable_id = (select id from signables where kind = 'agreement' and number = $1) where kind = 'agreement' and number = $1 and event = 'deposited'`,
      /^entry 3 of the history: it is not shown with the record that it is of/,
    ],
    [
      'since when a time stamp is there',
      `update history_stamps set stamped_at = stamped_at - interval '1 day' where $1::int > 0`,
      `update history_stamps set stamped_at = stamped_at + interval '1 day' where $1::int > 0`,
      /^entry 3 of the history: its time stamp is not of the instant that is kept with it/,
    ],
    [
      'a byte of a signed document',
      `update documents set bytes = set_byte(bytes, 100, get_byte(bytes, 100) # 1) where ${itsDeposit}`,
      `update documents set bytes = set_byte(bytes, 100, get_byte(bytes, 100) # 1) where ${itsDeposit}`,
      /^entry 3 of the history: version 1 of the signed document of agreement \d+ is not what was stored/,
    ],
    [
      'which version a signed document is',
      `update deposits set version = 2 where ${ofRecord}`,
      `update deposits set version = 1 where ${ofRecord}`,
      /^entry 3 of the history: version 1 of the signed document of agreement \d+ is not what the history says/,
    ],
    [
      'a bit of a time stamp',
      `update history_stamps set token = set_bit(token, 8 * length(token) - 1, 1 - get_bit(token, 8 * length(token) - 1)) where $1::int > 0`,
      `update history_stamps set token = set_bit(token, 8 * length(token) - 1, 1 - get_bit(token, 8 * length(token) - 1)) where $1::int > 0`,
      /^entry 3 of the history: the time stamp /,
    ],
  ])('%s', async (_what, change, back, named) => {
    await tamper(service.sql, change, [record.id]);
    const { flaw } = await verify();
    await tamper(service.sql, back, [record.id]);

    expect(flaw).toMatch(named);
    expect((await verify()).flaw).toBeNull();
  });
});

test('Given a detail that was written into an erased entry, Then that entry is named', async () => {
  const { id } = await givenInSigning(service);
  await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'asked for' }).expect(204);
  await verify();
  const change = `update history set detail = $2 where ${ofRecord} and event = 'registered' returning position`;
  await tamper(service.sql, change, [id, { by: 'Eve' }]);
  const { flaw } = await verify();
  await tamper(service.sql, change, [id, {}]);

  expect(flaw).toMatch(/^entry \d+ of the history: its detail is not what was sealed/);
  expect((await verify()).flaw).toBeNull();
});

test('Given a chain that was made anew over entries whose numbers are not so, Then the entry is named', async () => {
  const { id } = await givenDraft(service);
  await verify();
  const { rows } = await service.sql.query('select max(position) as last from history');
  const entries: SealedEntry[] = [];
  for await (const entry of readSealedAt(service.sql, [Number(rows[0].last)])) entries.push(entry);
  const [entry] = entries;
  if (entry?.link == null) throw new Error('nothing was sealed');
  const { rows: before } = await service.sql.query('select hash from history where position = $1', [
    entry.position - 1,
  ]);
  const link = { ...entry.link, ordinal: 2 };
  const place = addToChain(
    { position: entry.position - 1, hash: before[0].hash },
    hashOfEntry({ ...entry, link }),
  );
  const change = 'update history set ordinal = $2, hash = $3 where position = $1';
  await tamper(service.sql, change, [entry.position, 2, place.hash]);
  const { flaw } = await verify();
  await tamper(service.sql, change, [entry.position, 1, entry.hash]);

  expect(entry.number).toBe(id);
  expect(flaw).toBe(
    `entry ${entry.position} of the history: what it says of its place within its record is not so`,
  );
  expect((await verify()).flaw).toBeNull();
});

test('Given a record that was taken away behind the back of the service, Then its first entry is named', async () => {
  const { id } = await givenDraft(service);
  await verify();
  await service.sql.query('alter table signables disable trigger signables_leave_history');
  await service.sql.query(`delete from signables where kind = 'agreement' and number = $1`, [id]);
  await service.sql.query('alter table signables enable trigger signables_leave_history');

  expect((await verify()).flaw).toMatch(
    /^entry \d+ of the history: its record is gone, and nothing says that it was deleted/,
  );
});
