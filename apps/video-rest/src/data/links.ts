import { type Queryable, sql } from '@campus/database';
import type { tables as generated } from '../../generated/tables.ts';
import type { Table } from './tables.ts';

/** The ids that each relation of many to many of a table is to hold; an absent one stays as it is. */
export type LinkedIds<Name extends keyof typeof generated> = {
  [Relation in keyof (typeof generated)[Name]['links']]?: number[];
};

/** What relations of many to many are to hold: the ids of the other side. */
export type Links = readonly (Link & { ids: unknown })[];

type Link = Table['links'][string];

/** The values of the row itself, and those of its relations of many to many. */
export function apart<Values extends object, Name extends string>(
  table: { links: Readonly<Record<Name, Link>> },
  given: Values,
): { values: Omit<Values, Name>; links: Links } {
  const known: Readonly<Record<string, Link>> = table.links;
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    values: Object.fromEntries(entries.filter(([name]) => known[name] === undefined)) as Omit<Values, Name>,
    links: entries.flatMap(([name, ids]) => {
      const link = known[name];
      return link === undefined ? [] : [{ ...link, ids }];
    }),
  };
}

/**
 * Makes the relations of a row hold these ids and no others. The row must be new or locked by the transaction, so that
 * nobody else writes its links meanwhile.
 */
export async function writeLinks(tx: Queryable, { id, links }: { id: number; links: Links }): Promise<void> {
  for (const link of links) {
    const [table, own, other] = [
      sql.identifier(link.table),
      sql.identifier(link.own),
      sql.identifier(link.other),
    ];
    await sql`delete from ${table} where ${own} = ${id} and ${other} <> all(${link.ids}::int[])`.run(tx);
    if (link.place === undefined)
      await sql`
        insert into ${table} (${own}, ${other}) select ${id}, unnest(${link.ids}::int[])
        on conflict do nothing`.run(tx);
    else {
      const place = sql.identifier(link.place);
      await sql`
        insert into ${table} (${own}, ${other}, ${place})
        select ${id}, given.id, given.place from unnest(${link.ids}::int[]) with ordinality given (id, place)
        on conflict (${own}, ${other}) do update set ${place} = excluded.${place}`.run(tx);
    }
  }
}
