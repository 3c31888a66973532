import { type Queryable, type Sql, sql } from '@campus/database';
import type { NamedScope, Scope } from '../domain/scope.ts';

const columns = { department: sql`department`, workflowId: sql`workflow_id` };

/** More than an institution has. */
const most = sql.literal(500);

/** The departments or the workflows that records have, as far as somebody sees them, in their order. */
export async function findPlaces(
  db: Queryable,
  of: keyof typeof columns,
  scope: Scope,
): Promise<readonly string[]> {
  const found = scope === 'everything' ? all(columns[of]) : seen(of, scope);
  const names = await sql<{ name: string }>`${found} limit ${most}`.rows(db, { isPrepared: false });
  return names.map(({ name }) => name);
}

/** From one to the next by the index: there are few among many records. */
function all(column: Sql): Sql {
  const next = sql`(select ${column} from signables where ${column} > place.name order by 1 limit 1)`;
  return sql`
    with recursive place (name) as (
      select '' union all select ${next} from place where place.name is not null
    ) select name from place where name <> ''`;
}

/** What the scope names by this column, where a record has it, and what those records have that it names by the other. */
function seen(of: keyof typeof columns, { departments, workflows }: NamedScope): Sql {
  const column = columns[of];
  const [own, isNamed] =
    of === 'department'
      ? [departments, sql`workflow_id = any(${workflows}::text[])`]
      : [workflows, sql`department = any(${departments}::text[])`];
  return sql`
    select name from unnest(${own}::text[]) name where exists (select from signables where ${column} = name)
    union select ${column} from signables where ${isNamed} and ${column} <> '' order by 1`;
}
