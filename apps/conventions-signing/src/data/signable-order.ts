import { type Sql, sql } from '@campus/database';

/**
 * What lists of records can be ordered by; an index serves each. `sent`: when the round that counts began. Those that
 * have no such time come as the oldest, those without a due date as the latest.
 */
export const signableOrders = ['number', 'title', 'sent', 'due', 'updated', 'signed'] as const;

export interface SignableOrder {
  by: (typeof signableOrders)[number];
  isDescending: boolean;
}

/** The highest number first. */
export const newestFirst: SignableOrder = { by: 'number', isDescending: true };

/** Whether what comes later is older. */
export function isNewestFirst(order: SignableOrder): boolean {
  return order.by === 'number' && order.isDescending;
}

/** Whether records are ordered by what `signable_times` has of them. */
export function isByTimes({ by }: SignableOrder): boolean {
  return by === 'updated' || by === 'signed';
}

/**
 * Of records `s`, and where `isByTimes` their `signable_times t`: what comes first, and the column `sort_key` that
 * carries it on, which is none where they are ordered by number.
 */
export function firstBy(order: SignableOrder): { orderBy: Sql; sortKey: Sql } {
  const { by, isDescending } = order;
  if (by === 'number') return { orderBy: orderBy(order), sortKey: sql`` };
  const { expression, number } = keys[by];
  const direction = isDescending ? sql`desc` : sql`asc`;
  return {
    orderBy: sql`${expression} ${direction}, ${number} ${direction}`,
    sortKey: sql`, ${expression} as sort_key`,
  };
}

/** The order of records `s` that were found so. */
export function orderBy({ by, isDescending }: SignableOrder): Sql {
  const direction = isDescending ? sql`desc` : sql`asc`;
  const number = sql`s.number ${direction}`;
  return by === 'number' ? number : sql`s.sort_key ${direction}, ${number}`;
}

/** That a record comes after the place of a cursor, see `SignableCursor`; as in `firstBy`. */
export function comesAfter(
  { by, isDescending }: SignableOrder,
  { number: last, key }: { number: number; key: string | null },
): Sql {
  const beyond = isDescending ? sql`<` : sql`>`;
  if (by === 'number') return sql`s.number ${beyond} ${last}`;
  const { expression, number, type } = keys[by];
  return sql`(${expression}, ${number}) ${beyond} (${key}::${type}, ${last}::int)`;
}

const [ofRecord, ofTimes] = [sql`s.number`, sql`t.number`];
const [text, day, instant] = [sql`text`, sql`date`, sql`timestamptz`];

/** As the indexes have them (migrations `order_lists`, `add_due_dates_and_times`, `fill_times`). */
const keys = {
  title: {
    expression: sql`
      lower(regexp_replace(normalize(left(s.title, 100), NFKD), '[\\u0300-\\u036f]', '', 'g')) collate "C"`,
    type: text,
    number: ofRecord,
  },
  sent: {
    expression: sql`coalesce(s.round_started_at, '-infinity'::timestamptz)`,
    type: instant,
    number: ofRecord,
  },
  due: { expression: sql`coalesce(s.due_on, 'infinity'::date)`, type: day, number: ofRecord },
  updated: { expression: sql`t.updated_at`, type: instant, number: ofTimes },
  signed: {
    expression: sql`coalesce(t.signed_at, '-infinity'::timestamptz)`,
    type: instant,
    number: ofTimes,
  },
};
