import { isDeepStrictEqual } from 'node:util';
import { findNewFailures } from '../data/mail-facts.ts';
import type { Database } from '../data/open-database.ts';
import { findScopeOfAccount } from '../data/scopes.ts';
import type { MailContent } from '../domain/mail-content.ts';
import { findNews, type NewsDeps } from './digest.ts';

/**
 * What a mail tells its reader, whose scope may be another one since it was promised: then what they see now of that time.
 * null: nothing.
 */
export async function stillSeen(
  { db: { pool }, ...deps }: NewsDeps & { db: Pick<Database, 'pool'> },
  accountId: number,
  content: MailContent,
): Promise<MailContent | null> {
  const scope = await findScopeOfAccount(pool, accountId);
  const { kind, seen } = content;
  // A version that did not note the scope has promised it.
  if (seen === undefined) return scope === 'everything' ? content : null;
  if (isDeepStrictEqual(seen.scope, scope)) return content;
  const since = new Date(seen.since);
  if (kind === 'failures') {
    const causes = await findNewFailures(pool, { since, scope });
    return causes.length === 0 ? null : { kind, causes };
  }
  const news = await findNews(pool, deps, { since, until: new Date(seen.until), scope });
  return news && { kind, ...news };
}
