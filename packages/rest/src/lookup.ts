import type { Condition } from './store.ts';

/** How an object is found by the last part of its address. */
export interface Lookup {
  /** The column that the address shows. */
  column: string;
  /** What a row must meet to be at this address, or null when no row can be. */
  find(key: string, caller: { id: number }): Condition | null;
}

/** Largest `integer` of PostgreSQL. */
export const maxId = 2 ** 31 - 1;

export function idOf(key: string): number | null {
  const id = /^\d{1,10}$/.test(key) ? Number(key) : Number.NaN;
  return id >= 1 && id <= maxId ? id : null;
}

/** By the id. */
export const byId: Lookup = {
  column: 'id',
  find(key) {
    const id = idOf(key);
    return id === null ? null : { columns: ['id'], operator: 'equals', value: id };
  },
};

/** By the id, or as `me` for the caller's own. */
export const byIdOrMe: Lookup = {
  column: 'id',
  find: (key, caller) => byId.find(key === 'me' ? String(caller.id) : key, caller),
};

/** By the slug, whose case does not count (clients send stream keys with capitals). */
export const bySlug: Lookup = { column: 'slug', find: slugEquals };

/** Shown by the id, found by the slug too: a slug of ours always has a dash. */
export const byIdOrSlug: Lookup = {
  column: 'id',
  find: (key, caller) => (/^\d+$/.test(key) ? byId.find(key, caller) : slugEquals(key)),
};

function slugEquals(key: string): Condition | null {
  // PostgreSQL refuses to compare with a NUL, which no row can hold.
  return key.includes('\0') ? null : { columns: ['slug'], operator: 'equals', value: key.toLowerCase() };
}
