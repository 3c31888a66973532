import type { Rights } from './rights.ts';
import type { Condition, Row } from './store.ts';

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
    sees: (caller) => whole.sees(caller).map((condition) => withColumns(condition, columnOf)),
    judgedBy: judgedBy.map(columnOf),
    mayChange: (caller, row) => mayChange?.(caller, wholeOf(row)) !== false,
  };
}

function withColumns(condition: Condition, columnOf: (column: string) => string): Condition {
  const all = (conditions: readonly Condition[]) => conditions.map((one) => withColumns(one, columnOf));
  if ('anyOf' in condition) return { anyOf: all(condition.anyOf) };
  if ('allOf' in condition) return { allOf: all(condition.allOf) };
  if ('not' in condition) return { not: withColumns(condition.not, columnOf) };
  return { ...condition, columns: condition.columns.map(columnOf) };
}
