/** What mails tell of. */
import { type Queryable, type Sql, sql } from '@campus/database';
import type { EndedEncodings, MailContent, OperatorNews } from '../domain/mail-content.ts';
import { lostAfterSeconds } from '../domain/worker-state.ts';

/** Whether an account `a` is staff now. */
export const staffColumn = sql`(a.is_staff or a.is_superuser) as is_staff`;

/** From after the one until the other. */
interface Span {
  since: Date;
  until: Date;
}

/** Of the videos that a mail tells of, so many are named. */
const mostNamed = 10;

/** A run that waited longer before it ended is not told. */
const longestWaitDays = 7;

/**
 * The last runs of videos that ended in a span, ten thousand at most: those asked for of late are found by an index.
 */
const endedRuns = ({ since, until }: Span) => sql`
  select v.id, v.slug, v.title, v.owner_id, e.state = 'failed' as has_failed, e.finished_at
  from encodings e join videos v on v.latest_encoding_id = e.id
  where e.requested_at > ${since}::timestamptz - ${longestWaitDays} * interval '1 day'
    and e.finished_at > ${since} and e.finished_at <= ${until} and e.state in ('done', 'failed')
  limit 10000`;

/** Whether videos are somebody's, alone or with others. */
const isOf = (accountId: number, videos: Sql) => sql`(${videos}.owner_id = ${accountId}
  or exists (select from "_AdditionalOwners" o where o."B" = ${videos}.id and o."A" = ${accountId}))`;

/** Those of the accounts some of whose videos have ended runs. */
export async function findOwnersWithNews(
  db: Queryable,
  { accountIds, ...span }: Span & { accountIds: readonly number[] },
): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    with ended as (${endedRuns(span)})
    select a.id from unnest(${accountIds}::integer[]) a(id)
    where exists (select from ended where owner_id = a.id)
       or exists (select from ended join "_AdditionalOwners" o on o."B" = ended.id where o."A" = a.id)
    order by a.id`.rows(db);
  return rows.map(({ id }) => id);
}

/** What ended of somebody's videos, those included that they share. */
export async function findEndedEncodings(
  db: Queryable,
  { accountId, ...span }: Span & { accountId: number },
): Promise<EndedEncodings> {
  const found = await sql<EndedEncodings>`
    with own as (
      select ended.* from (${endedRuns(span)}) ended
      where ${isOf(accountId, sql`ended`)}
    )
    select (count(*) filter (where not has_failed))::int as encoded, (count(*) filter (where has_failed))::int as failed,
      coalesce((
        select json_agg(json_build_object('slug', slug, 'title', title, 'hasFailed', has_failed))
        from (select * from own order by has_failed desc, finished_at desc limit ${mostNamed}) named), '[]') as videos
    from own`.row(db);
  return found ?? { encoded: 0, failed: 0, videos: [] };
}

/** The workers that were lost in a span: from when on nothing was heard of them for too long. */
export async function findLostWorkers(
  db: Queryable,
  { since, until }: Span,
): Promise<OperatorNews['lostWorkers']> {
  const rows = await sql<{ name: string }>`
    select name from workers, lateral (select seen_at + ${lostAfterSeconds} * interval '1 second' as lost_at) l
    where ended_at is null and lost_at > ${since} and lost_at <= ${until} order by name limit ${mostNamed}`.rows(
    db,
  );
  return rows.map(({ name }) => name);
}

/** The webhooks that the service switched off in a span. Of an address the host is told: its query may be a secret. */
export async function findSwitchedOffWebhooks(
  db: Queryable,
  { since, until }: Span,
): Promise<{ id: number; host: string }[]> {
  const rows = await sql<{ id: number; address: string }>`
    select id, address from webhooks
    where not is_active and switched_off_at > ${since} and switched_off_at <= ${until}
    order by id limit ${mostNamed}`.rows(db);
  return rows.map(({ id, address }) => ({ id, host: new URL(address).host }));
}

/** Whether somebody was told since an instant that space is short. */
export async function wasToldOfSpace(db: Queryable, accountId: number, since: Date): Promise<boolean> {
  const told = await sql`
    select 1 from mails where account_id = ${accountId} and created_at > ${since}
      and content->>'isShortOfSpace' = 'true' limit 1`.row(db);
  return told !== null;
}

/**
 * What a mail tells that is for its reader still, with the titles of now: a mail server may be away for a day. null: nothing.
 */
export async function stillFor(
  db: Queryable,
  accountId: number,
  content: MailContent,
): Promise<MailContent | null> {
  if (content.kind === 'operation') {
    const reader = await sql<{ isStaff: boolean }>`
      select ${staffColumn} from users a where a.id = ${accountId}`.row(db);
    return reader?.isStaff === true ? content : null;
  }
  const rows = await sql<{ slug: string; title: string }>`
    select v.slug, v.title from videos v
    where v.slug = any(${content.videos.map(({ slug }) => slug)}) and ${isOf(accountId, sql`v`)}`.rows(db);
  const titles = new Map(rows.map(({ slug, title }) => [slug, title]));
  const videos = content.videos.flatMap((video) => {
    const title = titles.get(video.slug);
    return title === undefined ? [] : [{ ...video, title }];
  });
  if (videos.length === 0) return null;
  const gone = content.videos.filter(({ slug }) => !titles.has(slug));
  const failedAndGone = gone.filter(({ hasFailed }) => hasFailed).length;
  const encoded = content.encoded - (gone.length - failedAndGone);
  return { ...content, videos, encoded, failed: content.failed - failedAndGone };
}
