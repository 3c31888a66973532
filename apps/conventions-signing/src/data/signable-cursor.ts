/**
 * Where a page of a list of records has ended: the number of its last record and what it was ordered by then, so that
 * the next page goes on there whatever has become of that record meanwhile.
 *
 * In an address it is the number alone where numbers order the list, and a text that means nothing to others elsewhere.
 */
import type { SignableOrder } from './signable-order.ts';

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
  const [, day = ''] = instant.exec(text) ?? [];
  return text === '-infinity' || isDay(day);
}

const instant = /^(.{10})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4]):[0-5]\d$/;

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
