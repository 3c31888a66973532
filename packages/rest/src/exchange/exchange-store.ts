import type { Caller } from '../caller.ts';
import type { Condition, Row } from '../store.ts';

/** What is asked of the database when many objects leave, or come, at once. */
export interface ExchangeStore {
  /** Whether the rows of a table hold this themselves: a column, or their own side of a relation of many to many. */
  holds(table: string, column: string): boolean;
  /** Reads everything as it is at one instant, whatever is written meanwhile. */
  snapshot<Result>(read: (rows: ReadRows) => Promise<Result>): Promise<Result>;
  /**
   * Writes in one transaction, in the name of the caller: all of it, or nothing when `work` throws.
   *
   * @throws what `work` throws, and what the application refuses of the whole
   */
  write<Result>(by: Caller, work: (tx: Writing) => Promise<Result>): Promise<Result>;
}

/** The rows that meet the conditions, by id, some at a time: as many as memory has room for. */
export type ReadRows = (query: {
  table: string;
  columns: readonly string[];
  conditions: readonly Condition[];
}) => AsyncIterable<readonly Row[]>;

/** A transaction that writes many rows by few statements. */
export interface Writing {
  /** As the application knows it, for what it does in it besides. */
  transaction: unknown;
  /** Asks what would be asked before all that is written here is kept. @throws what the application refuses of the whole */
  check(): Promise<void>;
  /** Of each set of values, which name the same columns, the id of a row that has them; null: none has. */
  match(table: string, sets: readonly Row[]): Promise<(number | null)[]>;
  /** Those of the rows with these ids that meet the conditions. */
  pick(
    table: string,
    query: { columns: readonly string[]; ids: readonly number[]; conditions: readonly Condition[] },
  ): Promise<readonly Row[]>;
  /** So many ids for rows to come. */
  nextIds(table: string, count: number): Promise<number[]>;
  /** Those values of a column of texts that are this one, or this one with a dash and a number behind it. */
  numbered(table: string, column: string, text: string): Promise<string[]>;
  /** Inserts rows, each with its id. @throws TakenError, VanishedError, MissingError, RuleBrokenError */
  insert(table: string, rows: readonly Row[]): Promise<void>;
  /** Changes a row; its id as well, if it is one of the values. @throws as `insert` */
  update(table: string, id: number, values: Row): Promise<void>;
  /** Does a part so that nothing of it stays when it throws, while what is around it goes on. */
  attempt<Result>(part: () => Promise<Result>): Promise<Result>;
}
