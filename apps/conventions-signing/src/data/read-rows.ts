import { type StatementReader, statementName } from '@campus/database';
import type { Prisma } from '../../generated/client.ts';

/**
 * The rows of a statement.
 *
 * @param options.isPrepared  false: planned each time, since the best plan depends on the values
 */
export async function readRows<Row extends object>(
  db: StatementReader,
  { text, values }: Prisma.Sql,
  { isPrepared = true }: { isPrepared?: boolean } = {},
): Promise<Row[]> {
  const name = isPrepared ? statementName(text) : undefined;
  return (await db.query<Row>({ text, values, ...(name === undefined ? {} : { name }) })).rows;
}
