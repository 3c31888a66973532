import type { Rights } from './rights.ts';
import type { Row } from './store.ts';

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
