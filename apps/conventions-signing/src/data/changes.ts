import { type Queryable, sql } from '@campus/database';
import type { Page, PageAsked } from '@campus/feed';
import { type ChainPlace, chainStart } from '../chain/chain.ts';
import type { Scope } from '../domain/scope.ts';
import type { SignableKind, SignableState } from '../domain/signable.ts';
import { type HistoryEvent, maxPageBytes } from './history.ts';
import { scopeConditions } from './scopes.ts';

/** An entry of the ledger, as it is followed. */
export interface LedgerChange extends HistoryEvent {
  place: ChainPlace;
  kind: SignableKind;
  number: number;
  /** Of the record after it; null once deleted. */
  state: SignableState | null;
  round: number;
}

/** So many entries are looked through for those of a scope. */
const lookedThrough = 5_000;

/** The place in the chain of which a cursor tells the position and how the hash begins; null when there is none. */
export async function findPlaceOfCursor(
  db: Queryable,
  { position, hash }: ChainPlace,
): Promise<ChainPlace | null> {
  const entry = await sql<{ hash: string }>`
    select hash from history where position = ${position}::bigint`.row(db);
  const known = position === chainStart.position ? chainStart.hash : entry?.hash;
  return known?.startsWith(hash) ? { position, hash: known } : null;
}

/** A page of what happened after a place, in the order of the ledger. */
export async function findChanges(
  db: Queryable,
  { after, size, scope }: PageAsked<Scope>,
): Promise<Page<LedgerChange>> {
  // First, so that nothing that is sealed meanwhile is passed over.
  const [end = after] = await sql<ChainPlace>`
    select position::float8 as position, hash from history
    where position > ${after.position}::bigint and position <= ${after.position + lookedThrough}::bigint
    order by history.position desc limit 1`.rows(db);
  const conditions = [
    sql`s.position > ${after.position}::bigint and s.position <= ${end.position}::bigint`,
    ...scopeConditions(scope),
  ];
  const rows = await sql<Omit<LedgerChange, 'place'> & ChainPlace & { left: number }>`
    select position::float8 as position, hash, at, event, actor, detail, kind, number, state, round,
      (found - place)::int as left
    from (
      select *, count(*) over () as found, row_number() over (order by position) as place,
        sum(octet_length(detail::text)) over (order by position) as bytes
      from (
        select * from history s where ${sql.all(conditions)}
        order by position limit ${size + 1}) s) sized
    where place <= ${size} and (place = 1 or bytes <= ${maxPageBytes}) order by sized.position`.rows(db);
  const results = rows.map(
    ({ position, hash, left: _, ...change }): LedgerChange => ({ ...change, place: { position, hash } }),
  );
  const last = rows.at(-1);
  const isCut = last !== undefined && last.left > 0;
  if (isCut) return { results, place: { position: last.position, hash: last.hash }, hasMore: true };
  return { results, place: end, hasMore: end.position === after.position + lookedThrough };
}
