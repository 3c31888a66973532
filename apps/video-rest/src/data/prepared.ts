import { statementName } from '@campus/database';
import type { Row } from '@campus/rest';
import pg from 'pg';

/** The pool, or one connection of it. */
export type Connection = Pick<pg.ClientBase, 'query'>;

/** The rows of one statement, which the server keeps prepared. */
export async function query<Result extends pg.QueryResultRow = Row>(
  connection: Connection,
  text: string,
  values: unknown[],
): Promise<Result[]> {
  const name = statementName(text);
  return (await connection.query<Result>({ text, values, types, ...(name === undefined ? {} : { name }) }))
    .rows;
}

/** The rows of a statement whose best plan depends on its values. */
export async function queryAnew<Result extends pg.QueryResultRow>(
  connection: Connection,
  text: string,
  values: unknown[],
): Promise<Result[]> {
  return (await connection.query<Result>({ text, values, types })).rows;
}

const dateOid = 1082;

/** A day stays the text that it is: as a `Date` it would be an instant in this machine's time zone. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === dateOid
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};
