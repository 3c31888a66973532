import { sql } from '@campus/database';
import type { Database, Transaction } from './open-database.ts';

/** Of a run `e`: its worker needs none of these codecs. */
export const needsNone = (undecodable: readonly string[]) =>
  undecodable.length === 0 ? sql`true` : sql`not ${needsSome(undecodable)}`;

const needsSome = (undecodable: readonly string[]) => sql`
  exists (select from videos s where s.id = e.video_id and s.source_codecs && ${undecodable}::varchar[])`;

/** Puts the run that a lost worker had for the job with this ticket back into the queue, if it needs one of these. */
export async function requeueUndecodable(
  tx: Transaction,
  { ticket, undecodable }: { ticket: number; undecodable: readonly string[] },
): Promise<void> {
  if (undecodable.length === 0) return;
  await sql`
    update encodings e set state = 'queued', percent = 0, speed = null, eta_seconds = null
    where state = 'running' and coalesce(ticket, id) = ${ticket} and ${needsSome(undecodable)}`.run(tx);
}

/** A run that waits for a worker which decodes more than one does. */
interface UndecodableRun {
  id: number;
  videoId: number;
  /** What that worker does not decode of its source. */
  codecs: string[];
  /** Whether it has waited for long, and no worker that could was seen in that time. */
  isForNobody: boolean;
}

/** The runs that wait, or have tasks that may, and need one of these codecs. */
export async function findUndecodable(
  { pool }: Pick<Database, 'pool'>,
  { undecodable, waitSeconds }: { undecodable: readonly string[]; waitSeconds: number },
): Promise<UndecodableRun[]> {
  if (undecodable.length === 0) return [];
  return sql<UndecodableRun>`
    with since as (select now() - ${waitSeconds} * interval '1 second' as instant)
    select e.id, v.id as video_id,
           array(select unnest(v.source_codecs) intersect select unnest(${undecodable}::varchar[])) as codecs,
           e.requested_at < instant and not exists (
             select from workers w
             where w.seen_at > instant and not coalesce(w.undecodable && v.source_codecs, false)
           ) as is_for_nobody
    from since, encodings e join videos v on v.id = e.video_id
    where (e.state = 'queued' or e.state = 'running' and e.plan is not null)
    and v.source_codecs && ${undecodable}::varchar[]`.rows(pool);
}
