/** Numbers that mails tell, of the records in the scope of their reader. */
import { type Queryable, sql } from '@campus/database';
import { mailsOf } from '@campus/mail';
import type { DigestCounts, FailingCause, MailContent } from '../domain/mail-content.ts';
import type { Scope } from '../domain/scope.ts';
import { causeOfAttempt, failing, maxFailingCounted } from './failing-calls.ts';
import { scopeConditions } from './scopes.ts';
import { isOverdue } from './signable-conditions.ts';

const within = (scope: Scope) => sql.all([sql`true`, ...scopeConditions(scope)]);

const most = sql.literal(maxFailingCounted);

/**
 * What is new since an instant of the calls that fail: causes of which no call that is still made had failed before, and
 * calls that were given up. An attempt fails when it ends, maybe long after it began. Empty: nothing.
 */
export async function findNewFailures(
  db: Queryable,
  { since, scope }: { since: Date; scope: Scope },
): Promise<FailingCause[]> {
  const causes = await sql<FailingCause>`
    select cause, count(*)::int as count, coalesce(min(first_failed) > ${since}, false) as has_begun,
      (count(*) filter (where given_up > ${since}))::int as given_up
    from (
      select ${causeOfAttempt} as cause,
        case when d.state = 'pending' then (
          select min(f.started_at + f.duration_ms * interval '1 millisecond') from attempts f
          where f.delivery_id = d.id and f.number > d.attempts_before
        ) end as first_failed,
        case when d.state = 'failed' then (
          select max(h.at) from history h
          where h.signable_id = d.signable_id and h.event = 'delivery-failed' and h.detail->>'delivery' = d.id::text
        ) end as given_up
      from ${failing({ scope })} limit ${most}) f
    group by cause order by count(*) desc, cause`.rows(db, { isPrepared: false });
  return causes.filter(({ hasBegun, givenUp }) => hasBegun || givenUp > 0);
}

interface DigestAsked {
  since: Date;
  until: Date;
  /** As `YYYY-MM-DD`: what was due before it is overdue. */
  today: string;
  scope: Scope;
}

/** What stands still, and what came to an end after one instant and up to another; each counted up to `maxFailingCounted`. */
export function countForDigest(
  db: Queryable,
  { since, until, today, scope }: DigestAsked,
): Promise<DigestCounts> {
  return sql<DigestCounts>`
    select f.failing, f.given_up,
      (select count(*)::int from (
         select from signables s where ${isOverdue(today)} and ${within(scope)}
         limit ${most}) o) as overdue,
      (select count(*)::int from (
         select from signables s where s.state = 'refused' and ${within(scope)} limit ${most}) r) as refused,
      (select count(*)::int from (
         select from signable_times t join signables s on s.id = t.signable_id
         where t.state = 'signed' and coalesce(t.signed_at, '-infinity') > ${since} and t.signed_at <= ${until}
           and ${within(scope)}
         limit ${most}) e) as signed
    from (
      select count(*)::int as failing, (count(*) filter (where state = 'failed'))::int as given_up
      from (select d.state from ${failing({ scope })} limit ${most}) c) f`.one(db, { isPrepared: false });
}

/** The mails to staff, and who wants which. */
export const mails = mailsOf<MailContent, 'digest' | 'failures'>({
  accounts: 'accounts',
  kinds: { digest: 'digested_at', failures: 'alerted_at' },
});
