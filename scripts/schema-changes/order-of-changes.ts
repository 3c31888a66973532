import type { DatabaseSchema } from './read-schema.ts';

/** What became of a database since a release, in the order in which it may be done. */
export interface OrderOfChanges {
  /** Before the rollout: the release before works on as if it were not there. */
  expand: string[];
  /** A release later: the release before breaks by it. Each with why, and what comes first. */
  contract: string[];
}

/** Says of two schemas which statements go ahead of an upgrade, and which must wait until the older version is gone. */
export function orderOfChanges(kept: DatabaseSchema, now: DatabaseSchema): OrderOfChanges {
  const order: OrderOfChanges = { expand: [], contract: [] };
  const keptTables = tablesOf(kept);
  const tables = tablesOf(now);
  for (const table of [...keptTables].filter((one) => !tables.has(one)))
    order.contract.push(`table ${table} is gone: take it away once no version that may run reads it`);
  for (const table of [...tables].filter((one) => !keptTables.has(one)))
    order.expand.push(`table ${table} is new`);
  const isIn = (some: ReadonlySet<string>) => (name: string) => some.has(name.split('.')[0] ?? '');
  const common = (name: string) => isIn(keptTables)(name) && isIn(tables)(name);
  compareColumns(kept.columns, now.columns, { order, common });
  for (const [name, rule] of added(kept.constraints, now.constraints).filter(([one]) => common(one)))
    order.contract.push(
      `constraint ${name} is new (${rule}): the older version may write what it refuses; let it go first`,
    );
  for (const [name] of added(now.constraints, kept.constraints).filter(([one]) => common(one)))
    if (now.constraints[name] === undefined) order.expand.push(`constraint ${name} is gone`);
  for (const [name, rule] of added(kept.indexes, now.indexes).filter(([one]) => common(one)))
    if (rule.startsWith('CREATE UNIQUE'))
      order.contract.push(
        `index ${name} is new, and unique: the older version may write a second; let it go first`,
      );
    else order.expand.push(`index ${name} is new`);
  for (const [name, values] of Object.entries(kept.enums)) {
    const current = now.enums[name] ?? [];
    for (const value of values.filter((one) => !current.includes(one)))
      order.contract.push(`value ${name}.${value} is gone: the older version may write it; let it go first`);
    for (const value of current.filter((one) => !values.includes(one)))
      order.contract.push(
        `value ${name}.${value} is new: the older version cannot read it; add it now, write it a release later`,
      );
  }
  return order;
}

type Columns = DatabaseSchema['columns'];

function compareColumns(
  kept: Columns,
  now: Columns,
  { order, common }: { order: OrderOfChanges; common: (name: string) => boolean },
): void {
  for (const [name, column] of Object.entries(now).filter(([one]) => common(one))) {
    const before = kept[name];
    const mustBeGiven = !column.mayBeNull && !column.hasDefault;
    if (before === undefined)
      if (mustBeGiven)
        order.contract.push(
          `column ${name} is new, required and without a default: the older version leaves it out; add it with a default, or fill it and require it a release later`,
        );
      else order.expand.push(`column ${name} is new`);
    else if (before.type !== column.type)
      order.contract.push(
        `column ${name} was ${before.type} and is ${column.type}: add another, write both, fill it, and take this away a release later`,
      );
    else if (mustBeGiven && (before.mayBeNull || before.hasDefault))
      order.contract.push(
        `column ${name} must be given now: the older version leaves it out; write it in all versions first`,
      );
  }
  for (const name of Object.keys(kept).filter((one) => common(one) && now[one] === undefined))
    order.contract.push(`column ${name} is gone: take it away once no version that may run reads it`);
}

function tablesOf({ columns }: DatabaseSchema): Set<string> {
  return new Set(Object.keys(columns).map((name) => name.split('.')[0] ?? ''));
}

/** What is in the second alone, or says something else there. */
function added(kept: Record<string, string>, now: Record<string, string>): [string, string][] {
  return Object.entries(now).filter(([name, text]) => kept[name] !== text);
}
