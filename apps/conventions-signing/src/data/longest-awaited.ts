import { type Queryable, sql } from '@campus/database';
import type { Scope } from '../domain/scope.ts';
import type { SignableRef } from '../domain/signable.ts';
import { scopeConditions } from './scopes.ts';
import { isFailing, isNext } from './signable-conditions.ts';

/** Somebody whose signature is awaited. */
export interface AwaitedPerson {
  name: string;
  mail: string;
  /** For how many records. */
  count: number;
  /** When their longest turn began. */
  since: Date;
  /** What has waited for them longest, the longest first. */
  longest: (SignableRef & { title: string; reference: string | null })[];
}

/** Of what waits for one of them, so much is named. */
const maxNamed = sql.literal(3);

/** So many records are looked at first. */
const firstLook = 200;

/**
 * Who has been awaited longest among all that somebody sees, the longest first; not for records whose signing application
 * could not be called. `progressOf` tells for whom one record waits and since when, by the same rule.
 *
 * No turn begins before its round: among the oldest rounds those people are found whose turn began before the next
 * round did, mostly in one statement: 27 ms in a scope of 100,000 in signing, where looking at all took 630.
 */
export async function findLongestAwaited(
  db: Queryable,
  options: { limit: number; now: Date; scope: Scope },
): Promise<AwaitedPerson[]> {
  for (let size = firstLook; ; size *= 4) {
    const { looked, people } = await lookAtOldest(db, { ...options, size });
    if (looked < size || people.length === options.limit)
      return people.map((person) => ({ ...person, since: new Date(person.since) }));
  }
}

function lookAtOldest(
  db: Queryable,
  { limit, now, scope, size }: { limit: number; now: Date; scope: Scope; size: number },
): Promise<{ looked: number; people: (Omit<AwaitedPerson, 'since'> & { since: string })[] }> {
  const open = [sql`s.state = 'signing'`, ...scopeConditions(scope)];
  const since = sql`greatest(s.round_started_at, (
    select max(e.signature_date) from signatories e
    where e.signable_id = s.id and e."order" < one."order" and e.signature_date <= ${now}))`;
  return sql<Awaited<ReturnType<typeof lookAtOldest>>>`
    with oldest as materialized (
      select s.* from signables s where ${sql.all(open)} order by s.round_started_at, s.id limit ${size}
    ), horizon as (
      select case when count(*) < ${size} then 'infinity' else max(round_started_at) end as at from oldest
    ), people as (
      select lower(one.mail) as person, min(${since}) as since
      from oldest s join signatories one on one.signable_id = s.id and ${isNext}
      where not ${isFailing}
      group by 1 having min(${since}) < (select at from horizon) order by 2, 1 limit ${limit}
    ), found as (
      select people.since, people.person, all_of.count, all_of.longest, all_of.name, all_of.mail
      from people cross join lateral (
        select max(t.count)::int as count, (array_agg(t.name order by t.since, t.id))[1] as name,
          (array_agg(t.mail order by t.since, t.id))[1] as mail,
          jsonb_agg(jsonb_build_object('kind', t.kind, 'number', t.number, 'title', t.title, 'reference', t.reference)
            order by t.since, t.id) as longest
        from (
          select s.id, s.kind, s.number, s.title, s.reference, ${since} as since, count(*) over () as count,
            one.given_name || ' ' || one.name as name, one.mail
          from signatories one join signables s on s.id = one.signable_id
          where lower(one.mail) = people.person and ${isNext} and ${sql.all(open)} and not ${isFailing}
          order by since, s.id limit ${maxNamed}) t
      ) all_of
    )
    select (select count(*)::int from oldest) as looked,
      coalesce((select jsonb_agg(jsonb_build_object('name', name, 'mail', mail, 'count', count, 'since', since,
        'longest', longest) order by since, person) from found), '[]') as people`.one(db);
}
