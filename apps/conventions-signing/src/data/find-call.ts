import { type Queryable, sql } from '@campus/database';
import { attemptsOf, type ListedDelivery, listedColumns } from './deliveries.ts';
import type { Exchange } from './exchanges.ts';
import { cutPage, type Page } from './page.ts';
import { instant } from './record-columns.ts';

/** An attempt with what it sent and what came back: null where a version before exchanges made it, and once erased. */
export type CallAttempt = ListedDelivery['attempts'][number] & { exchange: Exchange | null };

/** A delivery with a page of its attempts, the newest first. */
export interface Call extends Omit<ListedDelivery, 'attempts'> {
  attempts: CallAttempt[];
  /** What `before` must be for the attempts before these; null when there are none. */
  before: string | null;
}

type Stored = Omit<ListedDelivery, 'attempts'> & {
  attempts: (Omit<CallAttempt, 'startedAt'> & { startedAt: number })[] | null;
};

/**
 * The delivery with attempts before the one of the number `before`, or null.
 *
 * @param page.size  how many attempts
 */
export async function findCall(
  db: Queryable,
  id: string,
  { before = 2_147_483_647, size }: { before?: number | undefined; size: number },
): Promise<Call | null> {
  let found: Stored | null = null as Stored | null;
  const page: Page<CallAttempt> = await cutPage(
    async (limit) => {
      found = await sql<Stored>`
        select ${listedColumns},
          (select json_agg(made order by made.number desc) from (
             select a.number, ${instant(sql`a.started_at`)} as "startedAt", a.duration_ms as "durationMs",
               a.status, a.failure, a.error,
               case when e.request is not null
                 then json_build_object('request', e.request, 'answer', e.answer) end as exchange
             from attempts a left join exchanges e on e.delivery_id = a.delivery_id and e.number = a.number
             where a.delivery_id = d.id and a.number < ${before}::int
             order by a.number desc limit ${limit}::int) made) as attempts
        from deliveries d join signables s on s.id = d.signable_id where d.id = ${id}::uuid`.row(db);
      return attemptsOf(found?.attempts ?? null);
    },
    { size, cursorOf: ({ number }) => String(number) },
  );
  return found && { ...found, attempts: page.results, before: page.before };
}
