import { createHash } from 'node:crypto';
import type { StatementReader } from '@campus/database';
import type { Prisma } from '../../generated/client.ts';
import type { Transaction } from './open-database.ts';

/** The pool, a connection or a transaction of it, lookups, or a transaction of Prisma. */
export type Readable = StatementReader | Transaction;

/** So many statements are kept prepared on a connection: rare filters are not worth its memory. */
const maxPrepared = 100;

const names = new Map<string, string>();

/**
 * The rows of a statement, with columns that are JSON or of a simple type, so that they are the same whoever reads.
 *
 * @param options.isPrepared  false: planned each time, since the best plan depends on the values
 */
export async function readRows<Row>(
  db: Readable,
  statement: Prisma.Sql,
  { isPrepared = true }: { isPrepared?: boolean } = {},
): Promise<Row[]> {
  if ('$queryRaw' in db) return db.$queryRaw<Row[]>(statement);
  const { text, values } = statement;
  const name = isPrepared ? nameOf(text) : undefined;
  const { rows } = await db.query<Row & object>({ text, values, ...(name === undefined ? {} : { name }) });
  return rows;
}

function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < maxPrepared)
    names.set(text, createHash('sha1').update(text).digest('base64url'));
  return names.get(text);
}
