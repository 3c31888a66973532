import { type Sql, sql } from '@campus/database';
import type { Pair } from '@campus/pages';
import { erasureWords, type keptWords, type seenByWords, type whyWords } from './privacy-words.ts';

/** Somebody of whom something may be kept. */
export interface Person {
  /** As it was asked for. */
  who: string;
  account: { id: number; username: string } | undefined;
  /** Mail address; undefined: there is none, or nothing but the account itself says that it is theirs. */
  address: string | undefined;
  /** What may be somebody else's, to be asked for by itself: that address, or the numbers of accounts that give it. */
  leftOut: string[];
  /** What an erasure puts in the place of the user name. */
  pseudonym: string;
}

/** The condition of somebody's rows; undefined: there can be none. */
export type Find = (person: Person) => Sql | undefined;

/** What stands in the place of columns, by their names. */
export type InPlace = (person: Person) => Readonly<Record<string, Sql>>;

/** What an erasure does, unless it deletes all of somebody's rows. */
export interface Rule {
  /** Why something stays; absent: what stays says nothing about the person. */
  because?: Pair;
  /** What columns hold afterwards. */
  set?: InPlace;
  /** Of somebody's rows those that go. */
  deletes?: Sql;
}

/** A table that tells of people. */
export interface PersonalTable {
  what: Pair;
  why: keyof typeof whyWords;
  kept: keyof typeof keptWords;
  seenBy: keyof typeof seenByWords;
  find: Find;
  erase: 'delete' | Rule;
  /**
   * All of them, between spaces, in the order in which they are handed out. Behind `-` stands what is handed to nobody:
   * secrets, bytes, and what is reckoned from others.
   */
  columns: string;
  /** How a column is shown, where not as it is: others have no place in what somebody is handed. */
  shown?: InPlace;
}

/** By name, those of another schema with it (`pgboss.job`); of tables that tell of nobody the columns alone. */
export type Tables = Readonly<Record<string, PersonalTable | string>>;

/** Somebody's rows of a table, and what they are. */
export type NamedTable = readonly [name: string, table: PersonalTable];

/** The tables that tell of people. */
export function personalOnes(tables: Tables): NamedTable[] {
  return Object.entries(tables).flatMap(([name, table]) =>
    typeof table === 'string' ? [] : [[name, table] as const],
  );
}

/** The columns of a table, those that are handed out and all of them. */
export function columnsOf(table: PersonalTable | string): { shown: string[]; all: string[] } {
  const names = (typeof table === 'string' ? table : table.columns).split(' ');
  return {
    shown: names.filter((name) => !name.startsWith('-')),
    all: names.map((name) => name.replace(/^-/, '')),
  };
}

/** A table, maybe of another schema. */
export function identifier(name: string): Sql {
  const [first = '', second] = name.split('.');
  return second === undefined
    ? sql.identifier(first)
    : sql`${sql.identifier(first)}.${sql.identifier(second)}`;
}

/** Rows that name the account by its id. */
export function byAccount(column: string): Find {
  return ({ account }) => account && sql`${sql.identifier(column)} = ${account.id}`;
}

/** Rows with the mail address, written in capitals or not. */
export function byAddress(column: string): Find {
  return ({ address }) =>
    address === undefined ? undefined : sql`lower(${sql.identifier(column)}) = lower(${address}::text)`;
}

/** Rows that name the account by its user name, behind what histories put before it. */
export function byName(columns: readonly string[], before = ''): Find {
  return ({ account }) =>
    account &&
    sql.any(columns.map((column) => sql`${sql.identifier(column)} = ${before + account.username}`));
}

/** Rows that one of these finds. */
export function byAny(...finds: Find[]): Find {
  return (person) => {
    const found = finds.flatMap((find) => find(person) ?? []);
    return found.length === 0 ? undefined : sql.any(found);
  };
}

const inEach =
  (columns: readonly string[], made: (column: Sql, person: Person) => Sql): InPlace =>
  (person) =>
    Object.fromEntries(columns.map((column) => [column, made(sql.identifier(column), person)]));

/** Puts the pseudonym where these columns have the user name, see `byName`. */
export function withoutName(columns: readonly string[], before = ''): InPlace {
  return inEach(columns, (column, { account, pseudonym }) => {
    const own = before + (account?.username ?? '');
    return sql`case when ${column} = ${own} then ${before + pseudonym} else ${column} end`;
  });
}

/** Of columns with user names those of others are not shown, but what histories put before them. */
export function onlyOwnName(columns: readonly string[], before = ''): InPlace {
  return inEach(columns, (column, { account }) => {
    const own = before + (account?.username ?? '');
    const kind = before === '' ? sql`null` : sql`split_part(${column}, ':', 1)`;
    return sql`case when ${column} = ${own} then ${column} else ${kind} end`;
  });
}

/** Columns that are shown of the rows that this finds alone: in others they tell of somebody else. */
export function onlyWhere(find: Find, columns: readonly string[]): InPlace {
  return inEach(columns, (column, person) => sql`case when ${find(person) ?? sql`false`} then ${column} end`);
}

/** Whom rows without a readable address are about, as SQL. */
export const hashOf = (address: string): Sql =>
  sql`encode(sha256(convert_to(lower(${address}::text), 'UTF8')), 'hex')`;

/** What an erasure does with a table, and why something stays. */
export function erasureText(erase: PersonalTable['erase']): Pair {
  if (erase === 'delete') return erasureWords.deletes;
  const { because, set, deletes } = erase;
  if (because === undefined) return erasureWords.anonymises;
  const [en, fr] = set === undefined && deletes === undefined ? erasureWords.keeps : erasureWords.takesPart;
  return [`${en}: ${because[0]}`, `${fr}\u00a0: ${because[1]}`];
}
