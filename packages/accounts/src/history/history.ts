import type pg from 'pg';

/** One change of an account, its rights, its password or its tokens; see the table `administration_history`. */
export interface AdministrationEntry {
  /** Counts up. */
  id: string;
  at: Date;
  /** One of `historyEvents`; a newer version that runs beside may write others. */
  event: string;
  /** The user name at that time; null where it is about no account. */
  account: string | null;
  /** As in `Actor`; `database:<role>` for a change that did not come through the service. */
  actor: string;
  address: string | null;
  detail: Record<string, unknown>;
}

/** How many entries a page shows. */
export const historyPageSize = 50;

/**
 * Some of the history, newest first.
 *
 * @param asked.account  only what was done to this account or by it; empty: everything
 * @param asked.before   entries older than this one; undefined: from the newest on
 * @returns a page, and what `before` is for the following one, undefined on the last
 */
export async function readHistory(
  connection: Pick<pg.ClientBase, 'query'>,
  { account, before }: { account: string; before: string | undefined },
): Promise<{ entries: AdministrationEntry[]; older: string | undefined }> {
  const { rows } = await connection.query<AdministrationEntry>({
    text: `select h.id::text, at, event, account, actor, address, detail from administration_history h
            where ($1 = '' or account = $1 or actor = 'person:' || $1) and ($2::bigint is null or h.id < $2)
            order by h.id desc limit ${historyPageSize + 1}`,
    values: [account, before ?? null],
  });
  const entries = rows.slice(0, historyPageSize);
  return { entries, older: rows.length > historyPageSize ? entries.at(-1)?.id : undefined };
}

/**
 * The cursor that an address holds; undefined for what can be none.
 *
 * @param given  `before` of the query
 */
export function cursorIn(given: unknown): string | undefined {
  // PostgreSQL's bigint has 19 digits.
  return typeof given === 'string' && /^[1-9]\d{0,17}$/.test(given) ? given : undefined;
}
