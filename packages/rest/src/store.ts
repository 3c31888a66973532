/**
 * What the engine asks of a table. The engine names columns as the records do (`isDraft`), and those of a
 * related record with its name before them (`building.name`); how they are stored is the store's business.
 */

import type { Caller } from './caller.ts';

/** A record, by column; that of a relation of many to many is the list of the ids, in ascending order. */
export type Row = Record<string, unknown>;

/** A rule that rows must meet. Several columns stand for the first of them that is not null. */
export type Condition =
  | {
      columns: readonly string[];
      /**
       * `contains`, `endsWith` and `equalsIgnoringCase` disregard case; `before` is exclusive, `from` and `to` inclusive;
       * the value of `in` is a list, that of `present` a boolean; a column that is a list `holds` its value, and is
       * `present` with anything in it; JSON `meets` a predicate of PostgreSQL's path language.
       */
      operator:
        | 'equals'
        | 'equalsIgnoringCase'
        | 'contains'
        | 'endsWith'
        | 'from'
        | 'to'
        | 'before'
        | 'in'
        | 'present'
        | 'holds'
        | 'meets';
      value: unknown;
    }
  /** Any record that the row refers to, is linked with, or is referred to by, by this relation, meets all of these. */
  | { some: string; meets: readonly Condition[] }
  | { anyOf: readonly Condition[] }
  /** Any of these, of which no row meets two: a list looks up and counts the rows of each for themselves. */
  | { apart: readonly Condition[] }
  /** All of these, together the rule whose rows are counted under this name as they change. */
  | { counted: string; meets: readonly Condition[] }
  | { allOf: readonly Condition[] }
  | { not: Condition };

export interface Order {
  columns: readonly string[];
  descending: boolean;
}

export interface ListQuery {
  /** What each row must hold. */
  columns: readonly string[];
  conditions: readonly Condition[];
  order: readonly Order[];
  /** Rows before the page; or the last page is wanted, whose place its total tells. */
  offset: number | 'last';
  limit: number;
  /** The page ends early with the row whose long texts, with those before, reach so many bytes; absent: it does not. */
  maxBytes?: number;
}

/** For whom a list is looked up. */
export interface Requester {
  /** Whose turns it takes. */
  caller: string;
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** What else commits with a row that is made; of the transaction the store alone knows the kind. */
export type Alongside = (transaction: unknown, id: number) => Promise<void>;

export interface Store {
  /**
   * One page, how many rows there are on all pages, and the bytes of the long texts on this one. Where that is an estimate,
   * it is right about this page: it is more than the rows up to its end exactly when there are others behind.
   */
  list(
    query: ListQuery,
    requester: Requester,
  ): Promise<{ total: number; isEstimate: boolean; rows: Row[]; bytes: number }>;
  /** The one row that meets the conditions, or null. */
  find(columns: readonly string[], conditions: readonly Condition[]): Promise<Row | null>;
  /**
   * Those of the rows with these ids that meet the conditions, in the order of the ids, and the bytes of their long texts;
   * it ends early as a page does.
   */
  pick(
    query: Pick<ListQuery, 'columns' | 'conditions'> & { ids: readonly number[]; maxBytes: number },
    requester: Requester,
  ): Promise<{ rows: Row[]; bytes: number }>;
  /** The ids of the rows that meet each condition and the common ones; null where none does. */
  findEach(conditions: readonly Condition[], common: readonly Condition[]): Promise<(number | null)[]>;
  /** Of each set of values, whether another row has all of them already; `exceptId` is the row itself. */
  taken(sets: readonly Row[], exceptId: number | undefined): Promise<boolean[]>;
  /** Those values of a column of texts that are this one, or this one with a dash and a number behind it. */
  numbered(column: string, text: string): Promise<string[]>;
  /** The id of the next row; it is used up even when none is inserted with it. */
  nextId(): Promise<number>;
  /** Gives the id, which is one of the values or the next. @throws TakenError, VanishedError */
  insert(values: Row): Promise<number>;
  /** Gives the row as it is now; null when there is none. @throws TakenError, VanishedError, RuleBrokenError */
  update(id: number, values: Row, columns: readonly string[]): Promise<Row | null>;
  /** False when there is no such row. @param by  who wants it @throws InUseError */
  remove(id: number, by: Caller): Promise<boolean>;
}

/** The values of some columns cannot stand beside other rows. */
class ColumnsError extends Error {
  readonly columns: readonly string[];

  constructor(columns: readonly string[], cause: unknown) {
    super(columns.join(', '), { cause });
    this.name = new.target.name;
    this.columns = columns;
  }
}

/** Another row has a value that must be unique. */
export class TakenError extends ColumnsError {}

/** A row cannot be without a value in these columns. */
export class MissingError extends ColumnsError {}

/** A row that these columns were to refer to is not there any more. */
export class VanishedError extends ColumnsError {}

/** The row would break a rule of its own, perhaps since another write has changed it in between. */
export class RuleBrokenError extends Error {
  constructor(rule: string, cause: unknown) {
    super(`breaks ${rule}`, { cause });
    this.name = 'RuleBrokenError';
  }
}

/** Rows of another table refer to the one that was to be removed. */
export class InUseError extends Error {
  /** The table that refers to it, as the database names it, and how many of its rows do. */
  readonly by: string;
  readonly count: number;

  constructor({ by, count }: { by: string; count: number }, cause: unknown) {
    super(`still used by ${count} of ${by}`, { cause });
    this.name = 'InUseError';
    this.by = by;
    this.count = count;
  }
}
