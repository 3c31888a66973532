import type { Caller } from './caller.ts';
import { Refusal } from './errors.ts';
import type { Condition, Row } from './store.ts';

/** What can be done with a resource, in the terms of Django REST Framework. */
export type Action = 'list' | 'create' | 'retrieve' | 'update' | 'destroy';

/** Whether something may be done; a refusal says in its own words why not, and else it is a plain 403. */
type Verdict = boolean | Refusal;

/** @throws Refusal  when it may not be done; undefined: no rule says so */
export function requirePermission(verdict: Verdict | undefined): void {
  if (verdict instanceof Refusal) throw verdict;
  if (verdict === false) throw new Refusal('permission_denied');
}

/** Who may do what. Superusers are asked like everybody else: the engine knows no exceptions. */
export interface Rights {
  /** Whether the caller may do this at all; else 403, before a body is read or an object looked for. */
  may(caller: Caller, action: Action): boolean;
  /** The rows that exist for the caller; none: all of them. Others are 404. */
  sees(caller: Caller): readonly Condition[];
  /** Those of them that a list shows, where these are fewer; it asks this alone. */
  lists?(caller: Caller): readonly Condition[];
  /** Those that the caller may name in a relation, where these are not the same; what a row names already it keeps. */
  names?(caller: Caller): readonly Condition[];
  /** What `mayChange` and `mayRemove` read beside the columns of the fields; those of a related record with its name before them. */
  judgedBy?: readonly string[];
  /** Whether the caller may change or remove this row, and what belongs to it; else 403. */
  mayChange?(caller: Caller, row: Row): boolean;
  /** Whether whoever may change this row may remove it too. */
  mayRemove?(caller: Caller, row: Row): Verdict;
  /** Whether the caller may give these columns these new values; `row` is null on creation. */
  mayWrite?(caller: Caller, changes: Row, row: Row | null): Verdict;
}

/**
 * The rights of what is a part of something else: it is there for whom that is there, and is made, changed and removed by
 * who may change that. Its link to that is declared with `isWhole`.
 *
 * @param relation  the record of the whole, as the columns of a part name it: `video` of `video.ownerId`
 */
export function partRights(relation: string, whole: Rights): Rights {
  const { judgedBy = [], mayChange } = whole;
  const columnOf = (column: string) => `${relation}.${column}`;
  const wholeOf = (row: Row) => Object.fromEntries(judgedBy.map((column) => [column, row[columnOf(column)]]));
  return {
    may: () => true,
    sees: (caller) => {
      const meets = whole.sees(caller);
      return meets.length === 0 ? [] : [{ some: relation, meets }];
    },
    judgedBy: judgedBy.map(columnOf),
    mayChange: (caller, row) => mayChange?.(caller, wholeOf(row)) !== false,
  };
}
