import { Prisma } from '../../generated/client.ts';

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
export function firstBy(order: SignableOrder): { orderBy: Prisma.Sql; sortKey: Prisma.Sql } {
  const { by, isDescending } = order;
  if (by === 'number') return { orderBy: orderBy(order), sortKey: Prisma.empty };
  const { expression, number } = keys[by];
  const direction = Prisma.raw(isDescending ? 'desc' : 'asc');
  return {
    orderBy: Prisma.sql`${expression} ${direction}, ${number} ${direction}`,
    sortKey: Prisma.sql`, ${expression} as sort_key`,
  };
}

/** The order of records `s` that were found so. */
export function orderBy({ by, isDescending }: SignableOrder): Prisma.Sql {
  const direction = Prisma.raw(isDescending ? 'desc' : 'asc');
  const number = Prisma.sql`s.number ${direction}`;
  return by === 'number' ? number : Prisma.sql`s.sort_key ${direction}, ${number}`;
}

/** That a record comes after the place of a cursor, see `SignableCursor`; as in `firstBy`. */
export function comesAfter(
  { by, isDescending }: SignableOrder,
  { number: last, key }: { number: number; key: string | null },
): Prisma.Sql {
  const beyond = Prisma.raw(isDescending ? '<' : '>');
  if (by === 'number') return Prisma.sql`s.number ${beyond} ${last}`;
  const { expression, number, type } = keys[by];
  return Prisma.sql`(${expression}, ${number}) ${beyond} (${key}::${type}, ${last}::int)`;
}

const key = (expression: string, type: string, number = 's.number') => ({
  expression: Prisma.raw(expression),
  type: Prisma.raw(type),
  number: Prisma.raw(number),
});

/** As the indexes have them (migrations `order_lists`, `add_due_dates_and_times`, `fill_times`). */
const keys = {
  title: key(
    String.raw`lower(regexp_replace(normalize(left(s.title, 100), NFKD), '[\u0300-\u036f]', '', 'g')) collate "C"`,
    'text',
  ),
  sent: key(`coalesce(s.round_started_at, '-infinity'::timestamptz)`, 'timestamptz'),
  due: key(`coalesce(s.due_on, 'infinity'::date)`, 'date'),
  updated: key('t.updated_at', 'timestamptz', 't.number'),
  signed: key(`coalesce(t.signed_at, '-infinity'::timestamptz)`, 'timestamptz', 't.number'),
};
