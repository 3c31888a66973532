import { type Queryable, type Sql, sql } from '@campus/database';
import type { Scope } from '../domain/scope.ts';

const columns = { department: sql`department`, workflowId: sql`workflow_id` };

/** More than an institution has. */
const most = sql.literal(500);

/** The departments or the workflows that records have, as far as somebody sees them, in their order. */
export async function findPlaces(
  db: Queryable,
  of: keyof typeof columns,
  scope: Scope,
): Promise<readonly string[]> {
  const column = columns[of];
  const isPlace = sql`place.name <> ''`;
  // From one to the next by the index: there are few among many records.
  const next = sql`(select ${column} from signables where ${column} > place.name order by 1 limit 1)`;
  const names = sql<{ name: string }>`
    with recursive place (name) as (
      select '' union all select ${next} from place where place.name is not null
    ) select name from place
    where ${sql.all([isPlace, ...seen(of, scope)])} limit ${most}`;
  return (await names.rows(db, { isPrepared: false })).map(({ name }) => name);
}

/** That somebody sees a record of the place: the scope names it, or what is of both. */
function seen(of: keyof typeof columns, scope: Scope): Sql[] {
  if (scope === 'everything') return [];
  const { departments, workflows } = scope;
  const [own, others, other] =
    of === 'department'
      ? [departments, workflows, columns.workflowId]
      : [workflows, departments, columns.department];
  return [
    sql`(place.name = any(${own}::text[]) or exists (
      select from signables s where s.${columns[of]} = place.name and s.${other} = any(${others}::text[])))`,
  ];
}
