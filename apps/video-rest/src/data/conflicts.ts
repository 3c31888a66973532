import { camelCase, InUseError, TakenError, VanishedError } from '@campus/rest';
import type pg from 'pg';
import { tables } from './tables.ts';

/**
 * Does a write, and tells what the database refuses in the words of the engine.
 *
 * @throws TakenError     another row has a value that must be unique
 * @throws VanishedError  a row that it refers to is not there any more
 */
export async function refuseConflicts<Result>(table: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const violation = violationOf(error);
    if (violation === undefined) throw error;
    // Constraints are named after their columns: users_username_key, videos_type_id_fkey.
    const column = camelCase(violation.constraint.slice(table.length + 1).replace(/_f?key$/, ''));
    if (violation.code === uniqueViolation) throw new TakenError([column], error);
    if (violation.code === missingReference) throw new VanishedError([column], error);
    throw error;
  }
}

/**
 * Removes a row, and tells who still refers to it.
 *
 * @throws InUseError
 */
export async function refuseInUse<Result>(
  { pool, id }: { pool: pg.Pool; id: number },
  remove: () => Promise<Result>,
): Promise<Result> {
  try {
    return await remove();
  } catch (error) {
    const violation = violationOf(error);
    if (violation === undefined || !referenceViolations.has(violation.code)) throw error;
    const { constraint } = violation;
    const [by, table] =
      Object.entries(tables).find(([, { name }]) => constraint.startsWith(`${name}_`)) ?? [];
    if (by === undefined || table === undefined) throw error;
    const column = constraint.slice(table.name.length + 1).replace(/_fkey$/, '');
    const sql = `select count(*)::int as count from ${table.name} where ${column} = $1`;
    const { rows } = await pool.query<{ count: number }>(sql, [id]);
    throw new InUseError({ by, count: rows[0]?.count ?? 0 }, error);
  }
}

const uniqueViolation = '23505';
const missingReference = '23503';
/** PostgreSQL 18 tells a RESTRICT (23001) from other violations of a foreign key. */
const referenceViolations = new Set(['23001', missingReference]);

/** What PostgreSQL says, from pg itself or out of Prisma's adapter. */
function violationOf(error: unknown): { code: string; constraint: string } | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, constraint, meta } = error as PgError & PrismaError;
  if (typeof constraint === 'string') return { code: String(code), constraint };
  const cause = meta?.driverAdapterError?.cause;
  const name = cause?.constraint?.index;
  return name === undefined ? undefined : { code: String(cause?.originalCode), constraint: name };
}

interface PgError {
  code?: unknown;
  constraint?: unknown;
}

/** As Prisma 7.10 hands on what its PostgreSQL adapter met. */
interface PrismaError {
  meta?: { driverAdapterError?: { cause?: { originalCode?: string; constraint?: { index?: string } } } };
}
