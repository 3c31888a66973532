import type { Queryable } from '@campus/database';
import type { Jobs } from '@campus/jobs';
import { promiseDigests as promise } from '@campus/mail';
import { dayIn } from '@campus/pages';
import { countForDigest, mails } from '../data/mail-facts.ts';
import type { Database } from '../data/open-database.ts';
import { type Scoped, scopeColumn } from '../data/scopes.ts';
import type { DigestFacts } from '../domain/mail-content.ts';
import type { RetentionRules } from '../domain/retention-rules.ts';
import type { Scope } from '../domain/scope.ts';
import { announceRetention } from '../retention/announce.ts';

/** Of what will be erased, the first are named. */
const mostNamed = 5;

/** What the news of a morning are looked up with. */
export interface NewsDeps {
  timeZone: string;
  retention: RetentionRules;
}

/** Promises the digests of a morning, once; what many see alike is looked up once. */
export function promiseDigests(deps: NewsDeps & { db: Database; jobs: Jobs }, at: Date): Promise<void> {
  const known = new Map<string, DigestFacts | null>();
  return promise({ ...deps, mails }, at, {
    also: scopeColumn,
    async newsOf(tx, { scope, since }: Scoped & { since: Date }) {
      const key = JSON.stringify({ scope, since });
      const found = known.get(key);
      const news = found === undefined ? await findNews(tx, deps, { since, scope, until: at }) : found;
      known.set(key, news);
      return news && { kind: 'digest' as const, ...news, seen: { scope, since, until: at } };
    },
  });
}

/** What somebody with this scope is told who was told until `since`; null: nothing. */
export async function findNews(
  db: Queryable,
  { timeZone, retention }: NewsDeps,
  asked: { since: Date; until: Date; scope: Scope },
): Promise<DigestFacts | null> {
  const { until: now, scope } = asked;
  const counts = await countForDigest(db, { ...asked, today: dayIn(now, timeZone) });
  const due = await announceRetention(db, retention, { now, scope, limit: mostNamed });
  if (due.count === 0 && Object.values(counts).every((count) => count === 0)) return null;
  const erasedFirst = due.records.map(({ kind, number }) => ({ kind, number }));
  return { ...counts, erasedSoon: due.count, erasedFirst };
}
