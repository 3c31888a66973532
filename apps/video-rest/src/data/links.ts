import type { tables as generated } from '../../generated/tables.ts';
import type { Transaction } from './open-database.ts';
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
 * Makes the relations of a row hold these ids and no others. The row must be new or locked by the transaction that
 * `send` sends its statements in, so that nobody else writes its links meanwhile.
 */
export async function writeLinks(
  send: (sql: string, values: unknown[]) => Promise<unknown>,
  { id, links }: { id: number; links: Links },
): Promise<void> {
  for (const { table, own, other, place, ids } of links) {
    await send(`delete from "${table}" where "${own}" = $1 and "${other}" <> all($2::int[])`, [id, ids]);
    const sql =
      place === undefined
        ? `insert into "${table}" ("${own}", "${other}") select $1, unnest($2::int[]) on conflict do nothing`
        : `insert into "${table}" ("${own}", "${other}", "${place}")
           select $1, given.id, given.place from unnest($2::int[]) with ordinality given (id, place)
           on conflict ("${own}", "${other}") do update set "${place}" = excluded."${place}"`;
    await send(sql, [id, ids]);
  }
}

/** The same in a transaction of Prisma. */
export function writeLinksIn(tx: Transaction, of: { id: number; links: Links }): Promise<void> {
  return writeLinks((sql, values) => tx.$executeRawUnsafe(sql, ...values), of);
}
