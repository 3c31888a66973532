/**
 * A search for words in an order of its own: what it finds is looked up first, and sorted as any list of these numbers.
 * Sorting more than `maxSorted` would take seconds; such a search goes from the newest.
 */
import { type Queryable, sql } from '@campus/database';
import type { SignableKind } from '../domain/signable.ts';
import { conditionsOf, holdsAll, isIndexed, type SignableFilter } from './signable-conditions.ts';
import { isNewestFirst, newestFirst, type SignableOrder } from './signable-order.ts';

/** As many as are counted (decision 0012). */
export const maxSorted = 10_000;

/** The same list with an order that it can have: of few that words find by their numbers, of many from the newest. */
export async function withOrder<Asked extends SignableFilter & { order?: SignableOrder | undefined }>(
  db: Queryable,
  kind: SignableKind,
  asked: Asked,
): Promise<Asked & { order: SignableOrder }> {
  const { order = newestFirst, words = [] } = asked;
  if (words.length === 0 || isNewestFirst(order)) return { ...asked, order };
  const numbers = await findFew(db, kind, { ...asked, words });
  return numbers === undefined
    ? { ...asked, order: newestFirst }
    : { ...asked, order, words: undefined, numbers };
}

/** All that is found, in one statement; undefined: more than `maxSorted`, or no index knows a word among more records. */
async function findFew(
  db: Queryable,
  kind: SignableKind,
  { words, ...filter }: SignableFilter & { words: string[] },
): Promise<number[] | undefined> {
  const holdsWords = holdsAll(words);
  const conditions = [
    sql`s.kind = ${kind}::signable_kind`,
    ...conditionsOf(filter),
    ...(words.some(isIndexed) ? holdsWords : []),
  ];
  const { looked, numbers } = await sql<{ looked: number; numbers: number[] | null }>`
    with looked as materialized (
      select s.number, s.search_text from signables s
      where ${sql.all(conditions)} limit ${sql.literal(maxSorted + 1)})
    select count(*)::int as looked, array_agg(s.number) filter (where ${sql.all(holdsWords)}) as numbers
    from looked s`.one(db, { isPrepared: false });
  return looked > maxSorted ? undefined : (numbers ?? []);
}
