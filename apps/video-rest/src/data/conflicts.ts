import { type Queryable, snakeCase, sql } from '@campus/database';
import { InUseError, MissingError, RuleBrokenError, TakenError, VanishedError } from '@campus/rest';
import { type Tables, tables } from './tables.ts';

/**
 * Does a write, and tells what the database refuses in the words of the engine.
 *
 * @throws TakenError     another row has a value that must be unique
 * @throws VanishedError  a row that it refers to is not there any more
 * @throws MissingError   it cannot be without a value
 * @throws RuleBrokenError  its values do not go together
 */
export async function refuseConflicts<Result>(
  write: () => Promise<Result>,
  known: Tables = tables,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const missing = missingIn(error, known);
    if (missing !== undefined) throw new MissingError(missing, error);
    const violation = violationOf(error);
    if (violation === undefined) throw error;
    if (violation.code === failedCheck) throw new RuleBrokenError(violation.constraint, error);
    const { columns } = partsOf(violation.constraint, known) ?? {};
    if (columns !== undefined && violation.code === uniqueViolation) throw new TakenError(columns, error);
    if (columns !== undefined && violation.code === missingReference) throw new VanishedError(columns, error);
    throw error;
  }
}

/**
 * Removes a row, and tells who still refers to it.
 *
 * @throws InUseError
 */
export async function refuseInUse<Result>(
  { pool, id, known = tables }: { pool: Queryable; id: number; known?: Tables },
  remove: () => Promise<Result>,
): Promise<Result> {
  try {
    return await remove();
  } catch (error) {
    const violation = violationOf(error);
    if (violation === undefined || !referenceViolations.has(violation.code)) throw error;
    const { table: by, columns: [column] = [] } = partsOf(violation.constraint, known) ?? {};
    if (by === undefined || column === undefined) throw error;
    const link = known[by]?.links[column];
    const [from, own] = link === undefined ? [by, snakeCase(column)] : [link.table, link.other];
    const found = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.identifier(from)}
      where ${sql.identifier(own)} = ${id}`.row(pool);
    throw new InUseError({ by, count: found?.count ?? 0 }, error);
  }
}

/** Constraints are named after their columns: `users_username_key`, `folders_owner_id_name_key`, `videos_type_id_fkey`; the id is the `users_pkey`. */
function partsOf(constraint: string, tables: Tables): { table: string; columns: string[] } | undefined {
  const name = constraint.replace(/_f?key$/, '');
  for (const { name: table, columns: known, links } of Object.values(tables)) {
    if (constraint === `${table}_pkey` && known.includes('id')) return { table, columns: ['id'] };
    const link = Object.keys(links).find((key) => name === `${links[key]?.table}_${links[key]?.other}`);
    if (link !== undefined) return { table, columns: [link] };
    const columns = name.startsWith(`${table}_`) ? columnsIn(name.slice(table.length + 1), known) : undefined;
    if (columns !== undefined) return { table, columns };
  }
  return undefined;
}

/** `owner_id_name` → `ownerId`, `name`. */
function columnsIn(words: string, known: readonly string[]): string[] | undefined {
  for (const column of known) {
    const first = snakeCase(column);
    if (words === first) return [column];
    const others = words.startsWith(`${first}_`)
      ? columnsIn(words.slice(first.length + 1), known)
      : undefined;
    if (others !== undefined) return [column, ...others];
  }
  return undefined;
}

/** The column that has to have a value, where pg itself says that it has none. */
function missingIn(error: unknown, known: Tables): string[] | undefined {
  const { code, table, column } = (error ?? {}) as { code?: unknown; table?: unknown; column?: unknown };
  if (code !== '23502') return undefined;
  return known[String(table)]?.columns.filter((name) => snakeCase(name) === column);
}

const uniqueViolation = '23505';
const missingReference = '23503';
const failedCheck = '23514';
/** PostgreSQL 18 tells a RESTRICT (23001) from other violations of a foreign key. */
const referenceViolations = new Set(['23001', missingReference]);

/** What PostgreSQL says, from pg itself or out of Prisma's adapter. */
function violationOf(error: unknown): { code: string; constraint: string } | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, constraint, meta } = error as { code?: unknown; constraint?: unknown } & PrismaError;
  if (typeof constraint === 'string') return { code: String(code), constraint };
  const cause = meta?.driverAdapterError?.cause;
  const name = cause?.constraint?.index;
  return name === undefined ? undefined : { code: String(cause?.originalCode), constraint: name };
}

/** As Prisma 7.10 hands on what its PostgreSQL adapter met. */
interface PrismaError {
  meta?: { driverAdapterError?: { cause?: { originalCode?: string; constraint?: { index?: string } } } };
}
