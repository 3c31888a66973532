import { randomUUID } from 'node:crypto';
import { sql } from '@campus/database';
import { type ChainEntry, chainStart, keyOf, type RecordLink } from '../chain/chain.ts';
import type { Writing } from './open-database.ts';

type OfRecord = Pick<ChainEntry, 'kind' | 'number'>;

/** What is sealed of a record: how many entries, the hash of the last, its key, and the salt of the first. */
interface SealedRecord extends OfRecord {
  count: number;
  hash: string;
  key: string | null;
  salt: string | null;
}

/** The links that the next entries of records get. */
export interface NextLinks {
  of(entry: OfRecord): RecordLink;
  /** An entry was sealed with the link that was its turn, and the chain came to this hash. */
  advance(entry: OfRecord, hash: string): void;
}

/**
 * The links of entries that are about to be sealed. Those that earlier versions sealed are counted as all others: so the
 * next one speaks for them too.
 *
 * @param unsealed  in their order
 */
export async function findLinks(
  tx: Writing,
  unsealed: readonly (OfRecord & { salt: string | null })[],
): Promise<NextLinks> {
  const first = new Map(unsealed.toReversed().map((entry) => [nameOf(entry), entry]));
  const records = new Map((await findSealed(tx, [...first.values()])).map((row) => [nameOf(row), row]));
  const links = new Map(
    [...first].map(([name, { salt }]): [string, RecordLink] => {
      const record = records.get(name) ?? { count: 0, hash: chainStart.hash, key: null, salt };
      // Without a salt it was erased before it had a key: any other one is as good.
      const key = record.key ?? keyOf(record.salt ?? randomUUID());
      return [name, { ordinal: record.count + 1, previous: record.hash, key }];
    }),
  );
  const of = (entry: OfRecord) => {
    const link = links.get(nameOf(entry));
    if (link === undefined) throw new Error(`${nameOf(entry)} is not of these entries`);
    return link;
  };
  return {
    of,
    advance(entry, hash) {
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
