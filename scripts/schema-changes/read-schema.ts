import type { ClientBase } from 'pg';

/** The tables of a database as they are defined, each by its name: what two releases are compared by. */
export interface DatabaseSchema {
  /** By `table.column`. */
  columns: Record<string, { type: string; mayBeNull: boolean; hasDefault: boolean }>;
  /** By `table.name`: what rows must meet. */
  constraints: Record<string, string>;
  /** By `table.name`. */
  indexes: Record<string, string>;
  /** By the name of the type. */
  enums: Record<string, string[]>;
}

/** Our tables; those of the queue and of the migrations are their libraries'. */
const tables = `pg_class t join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
  and t.relkind in ('r', 'p') and t.relname not like '\\_prisma%'`;

/** Reads what is there after all migrations. */
export async function readSchema(client: ClientBase): Promise<DatabaseSchema> {
  const rows = async <Row extends object>(statement: string) => (await client.query<Row>(statement)).rows;
  const columns = await rows<{ name: string; type: string; required: boolean; filled: boolean }>(
    `select t.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       a.attnotnull as required, a.atthasdef or a.attidentity <> '' as filled
     from ${tables} join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped order by 1`,
  );
  // What must not be null stands with its column.
  const constraints = await rows<{ name: string; text: string }>(
    `select t.relname || '.' || c.conname as name, pg_get_constraintdef(c.oid) as text
     from ${tables} join pg_constraint c on c.conrelid = t.oid and c.contype <> 'n' order by 1`,
  );
  const indexes = await rows<{ name: string; text: string }>(
    `select t.relname || '.' || i.indexrelid::regclass as name, pg_get_indexdef(i.indexrelid) as text
     from ${tables} join pg_index i on i.indrelid = t.oid
     where not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = t.oid) order by 1`,
  );
  const enums = await rows<{ name: string; values: string[] }>(
    `select y.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as values
     from pg_enum e join pg_type y on y.oid = e.enumtypid join pg_namespace n on n.oid = y.typnamespace
     where n.nspname = 'public' group by 1 order by 1`,
  );
  return {
    columns: Object.fromEntries(
      columns.map(({ name, type, required, filled }) => [
        name,
        { type, mayBeNull: !required, hasDefault: filled },
      ]),
    ),
    constraints: Object.fromEntries(constraints.map(({ name, text }) => [name, text])),
    indexes: Object.fromEntries(indexes.map(({ name, text }) => [name, text])),
    enums: Object.fromEntries(enums.map(({ name, values }) => [name, values])),
  };
}
