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

/**
 * Where a page of a list of records has ended: the number of its last record and what it was ordered by then, so that
 * the next page goes on there whatever has become of that record meanwhile.
 *
 * In an address it is the number alone where numbers order the list, and a text that means nothing to others elsewhere.
 */
export interface SignableCursor {
  by: SignableOrder['by'];
  number: number;
  /** As PostgreSQL writes it in JSON; null where numbers order the list. */
  key: string | null;
}

/** PostgreSQL's integer. */
const maxNumber = 2_147_483_647;

export function cursorText({ by, number, key }: SignableCursor): string {
  return key === null ? String(number) : Buffer.from(JSON.stringify([by, key, number])).toString('base64url');
}

/** What `cursorText` has written; undefined for any other text. */
export function parseCursor(text: string): SignableCursor | undefined {
  if (/^[1-9]\d{0,9}$/.test(text)) return whole({ by: 'number', number: Number(text), key: null });
  const [by, key, number, ...rest] = partsOf(text);
  if (typeof key !== 'string' || typeof number !== 'number' || rest.length > 0) return undefined;
  if (!isOrder(by) || !isKey[by](key)) return undefined;
  return whole({ by, number, key });
}

function whole(cursor: SignableCursor): SignableCursor | undefined {
  const { number } = cursor;
  return Number.isInteger(number) && number >= 1 && number <= maxNumber ? cursor : undefined;
}

function partsOf(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

/** By order; what PostgreSQL cannot read is none. A title holds no control characters, nor halves of surrogate pairs. */
const isKey = {
  title: (text) => /^[^\p{Cc}\p{Cs}]*$/u.test(text),
  sent: isInstant,
  due: (text) => text === 'infinity' || isDay(text),
  updated: isInstant,
  signed: isInstant,
} satisfies Record<Exclude<SignableOrder['by'], 'number'>, (text: string) => boolean>;

function isOrder(by: unknown): by is keyof typeof isKey {
  return typeof by === 'string' && Object.hasOwn(isKey, by);
}

function isInstant(text: string): boolean {
  const [, day = ''] = writtenInstant.exec(text) ?? [];
  return text === '-infinity' || isDay(day);
}

const writtenInstant = /^(.{10})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4]):[0-5]\d$/;

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
