import pg from 'pg';

/** A table with the columns that are written to; a partitioned one stands for its partitions. */
export interface Table {
  schema: string;
  name: string;
  columns: { name: string; type: string }[];
}

/** All tables that are not the server's own, in alphabetical order. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
            json_agg(json_build_object('name', a.attname, 'type', a.atttypid::regtype::text) order by a.attnum)
              as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      group by 1, 2 order by 1, 2`,
  );
  return rows;
}

/** As SQL writes it. */
export function tableName({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}
