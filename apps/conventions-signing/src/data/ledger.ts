import { randomUUID } from 'node:crypto';
import { type Queryable, type Sql, sql } from '@campus/database';
import * as chain from '../chain/chain.ts';
import type { SealedEntry } from '../chain/verify-chain.ts';
import type { Writing } from './open-database.ts';

/** A head is published after so many entries at most: a proof has no more hashes than that. */
const entriesOfHead = 1_000;

/** SQLSTATE lock_not_available. */
const lockNotAvailable = '55P03';

/** Whether a batch was given up since others seal for longer than one had patience. */
export function isLeftToOthers(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === lockNotAvailable;
}

/** Whether there is something to seal, or a head to publish: cheap enough to be asked all the time. */
export async function hasToSeal(db: Queryable, at: Date): Promise<boolean> {
  const { isDue } = await sql<{ isDue: boolean }>`
    select exists (select from history where position is null)
      or exists (
        select from (select max(position) as position from history) last, (${newestHead}) head
        where last.position > head.position and head.at < ${dayOf(at)}) as is_due`.one(db);
  return isDue;
}

/** The newest head; where there is none, one before the first entry, as old as that. */
const newestHead = sql`
  select position, at from (
    select position, at from history_heads union all select 0, (select at from history where position = 1)) h
  order by position desc limit 1`;

function dayOf(at: Date): Date {
  return new Date(at.toISOString().slice(0, 10));
}

/** Seals up to the next place of a head, and makes one there; `isFull` when it came so far. */
export async function sealBatch(
  tx: Writing,
  { at, publish, patienceMs }: { at: Date; publish: boolean; patienceMs: number | undefined },
): Promise<{ head: chain.ChainPlace | null; isFull: boolean }> {
  if (patienceMs !== undefined) tx.send(sql`set local lock_timeout = ${sql.literal(patienceMs)}`);
  tx.send(sql`select pg_advisory_xact_lock(hashtextextended('history', 0))`);
  const last = await findChainEnd(tx);
  const room = entriesOfHead - (last.position % entriesOfHead);
  const entries = await findUnsealed(tx, room);
  const links = await findLinks(tx, entries);
  let place = last;
  const sealed = entries.map((entry) => {
    const link = links.of(entry);
    place = chain.addToChain(place, chain.hashOfEntry({ ...entry, position: place.position + 1, link }));
    links.advance(entry, place.hash);
    return { id: entry.id, ...place, ...link };
  });
  if (sealed.length > 0) {
    tx.send(sql`
      update history h set position = s.position, hash = s.hash, ordinal = s.ordinal, previous = s.previous,
        record_key = s.record_key
      from ${sql.unnest(sealed, sealedTypes)}
        s (id, position, hash, ordinal, previous, record_key)
      where h.id = s.id`);
  }
  const isFull = sealed.length === room;
  const made = await sql`
    insert into history_heads (position, hash, at)
    select ${place.position}::bigint, ${place.hash}::text, ${at}::timestamptz from (${newestHead}) head
    where ${place.position}::bigint > head.position
    and (${publish || isFull} or head.at < ${dayOf(at)})`.run(tx);
  return { head: made === 1 ? place : null, isFull };
}

const sealedTypes = {
  ...{ id: sql`bigint`, position: sql`bigint`, hash: sql`text` },
  ...{ ordinal: sql`int`, previous: sql`text`, key: sql`text` },
};

type Unsealed = Omit<chain.ChainEntry, 'position' | 'link'> & { id: string; salt: string | null };

/** In the order in which they get their places; those of earlier versions are completed before. */
async function findUnsealed(tx: Writing, most: number): Promise<Unsealed[]> {
  const read = () =>
    sql<Omit<Unsealed, 'at'> & { at: Date; signableId: number }>`
      select id::text, at, event, actor, kind, number, state, round,
        detail_hash, signable_id, salt::text
      from history where position is null order by position, history.id limit ${most}`.rows(tx);
  let rows = await read();
  const old = rows.filter(({ kind }) => kind === null);
  if (old.length > 0) {
    await sql`
      select adopt_history(record)
      from unnest(${[...new Set(old.map(({ signableId }) => signableId))]}::int[]) record`.run(tx);
    rows = await read();
  }
  return rows.map(({ signableId: _, at, ...entry }) => ({ ...entry, at: at.toISOString() }));
}

/** The place of the newest entry that has one. */
export async function findChainEnd(db: Queryable): Promise<chain.ChainPlace> {
  const end = await sql<chain.ChainPlace>`
    select position::float8 as position, hash from history where position is not null
    order by history.position desc limit 1`.row(db);
  return end ?? chain.chainStart;
}

/** The newest head that was published. */
export async function findNewestHead(db: Queryable): Promise<chain.ChainPlace | null> {
  return sql<chain.ChainPlace>`
    select position::float8 as position, hash from history_heads h order by h.position desc limit 1`.row(db);
}

/** All heads that were published, by position. */
export async function findHeads(db: Queryable): Promise<chain.ChainPlace[]> {
  return sql<chain.ChainPlace>`
    select position::float8 as position, hash from history_heads h order by h.position`.rows(db);
}

/** So many entries are read at once. */
const readAtOnce = 1_000;

/** Fewer where their details are long: where what is stored of them, which is compressed, passes this. */
const maxStoredBytes = 128 * 1024;

/** What is hashed of an entry. */
const chainColumns = sql`
  position::float8 as position, at, event, actor, kind, number, state, round, detail_hash,
  case when ordinal is not null
    then json_build_object('ordinal', ordinal, 'previous', previous, 'key', record_key) end as link`;

type StoredEntry<Entry extends chain.ChainEntry> = Omit<Entry, 'at'> & { at: Date };

/** The chain from a position to another one, both included, in its order; details are not read for that. */
export async function* readChain(
  db: Queryable,
  { from, to }: { from: number; to: number },
): AsyncGenerator<chain.ChainEntry> {
  for (let after = from - 1; after < to; ) {
    const rows = await sql<StoredEntry<chain.ChainEntry>>`
      select ${chainColumns} from history
      where position > ${after} and position <= ${to}
      order by history.position limit ${sql.literal(readAtOnce)}`.rows(db);
    for (const { at, ...entry } of rows) yield { ...entry, at: at.toISOString() };
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}

/** The entries of the chain from a position on, with their details, in their order. */
export async function* readSealed(db: Queryable, { from }: { from: number }): AsyncGenerator<SealedEntry> {
  for (let after = from - 1; ; ) {
    const entries = await readPage(db, sql`position > ${after}`);
    yield* entries;
    const last = entries.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}

/** The entries at these positions of the chain, in their order. */
export async function* readSealedAt(
  db: Queryable,
  positions: readonly number[],
): AsyncGenerator<SealedEntry> {
  for (let left = positions; left.length > 0; ) {
    const entries = await readPage(db, sql`position = any(${left.slice(0, readAtOnce)}::bigint[])`);
    if (entries.length === 0) throw new Error(`the chain has no entry ${left[0]}`);
    yield* entries;
    left = left.slice(entries.length);
  }
}

/** The first entries that meet a condition: how long a detail is, is known before it is unpacked. */
async function readPage(db: Queryable, condition: Sql): Promise<SealedEntry[]> {
  const rows = await sql<StoredEntry<SealedEntry>>`
    select ${chainColumns}, hash, salt::text, detail::text from (
      select *, row_number() over (order by position) as place,
        sum(pg_column_size(detail)) over (order by position) as stored
      from (select * from history where ${condition} order by position limit ${sql.literal(readAtOnce)}) h) sized
    where place = 1 or stored <= ${sql.literal(maxStoredBytes)} order by sized.position`.rows(db);
  return rows.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
}

type OfRecord = Pick<chain.ChainEntry, 'kind' | 'number'>;

/** What is sealed of a record: how many entries, the hash of the last, its key, and the salt of the first. */
interface SealedRecord extends OfRecord {
  count: number;
  hash: string;
  key: string | null;
  salt: string | null;
}

/**
 * The links of entries that are about to be sealed. Those that earlier versions sealed are counted as all others: so the
 * next one speaks for them too.
 *
 * @param unsealed  in their order
 */
async function findLinks(tx: Writing, unsealed: readonly (OfRecord & { salt: string | null })[]) {
  const first = new Map(unsealed.toReversed().map((entry) => [nameOf(entry), entry]));
  const records = new Map((await findSealed(tx, [...first.values()])).map((row) => [nameOf(row), row]));
  const links = new Map(
    [...first].map(([name, { salt }]): [string, chain.RecordLink] => {
      const record = records.get(name) ?? { count: 0, hash: chain.chainStart.hash, key: null, salt };
      // Without a salt it was erased before it had a key: any other one is as good.
      const key = record.key ?? chain.keyOf(record.salt ?? randomUUID());
      return [name, { ordinal: record.count + 1, previous: record.hash, key }];
    }),
  );
  const of = (entry: OfRecord): chain.RecordLink => {
    const link = links.get(nameOf(entry));
    if (link === undefined) throw new Error(`${nameOf(entry)} is not of these entries`);
    return link;
  };
  return {
    of,
    /** An entry was sealed with the link that was its turn, and the chain came to this hash. */
    advance(entry: OfRecord, hash: string) {
      const { ordinal, key } = of(entry);
      links.set(nameOf(entry), { ordinal: ordinal + 1, previous: hash, key });
    },
  };
}

const nameOf = ({ kind, number }: OfRecord) => `${kind} ${number}`;

/** By kind and number, which stay when a record was deleted; those of which nothing is sealed are not among them. */
async function findSealed(tx: Writing, records: readonly OfRecord[]): Promise<SealedRecord[]> {
  if (records.length === 0) return [];
  const sealed = sql`from history h where h.kind = r.kind and h.number = r.number and h.position is not null`;
  return sql<SealedRecord>`
    select r.kind, r.number, last.hash,
      coalesce(last.ordinal, (select count(*)::int ${sealed})) as count,
      coalesce(last.record_key, (select max(h.record_key) ${sealed})) as key,
      (select h.salt::text ${sealed} order by h.position limit 1) as salt
    from ${sql.unnest(records, { kind: sql`signable_kind`, number: sql`int` })} r (kind, number)
    cross join lateral (
      select h.hash, h.ordinal, h.record_key ${sealed} order by h.position desc limit 1) last`.rows(tx);
}
