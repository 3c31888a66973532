import type { StatementReader } from '@campus/database';
import { Prisma } from '../../generated/client.ts';
import type { ListedDelivery } from './deliveries.ts';
import type { Exchange } from './exchanges.ts';
import { cutPage, type Page } from './page.ts';
import { readRows } from './read-rows.ts';
import { dateOf, instant } from './record-columns.ts';

type ListedAttempt = ListedDelivery['attempts'][number];

/** An attempt with what it sent and what came back: null where a version before exchanges made it, and once erased. */
export interface CallAttempt extends Omit<ListedAttempt, 'deliveryId'> {
  exchange: Exchange | null;
}

/** A delivery with a page of its attempts, the newest first. */
export interface Call
  extends Pick<
    ListedDelivery,
    'id' | 'round' | 'state' | 'reference' | 'createdAt' | 'nextAttemptAt' | 'giveUpAt'
  > {
  signable: ListedDelivery['signable'];
  attempts: CallAttempt[];
  /** What `before` must be for the attempts before these; null when there are none. */
  before: string | null;
}

type Stored = Omit<Call, 'createdAt' | 'nextAttemptAt' | 'giveUpAt' | 'attempts' | 'before'> & {
  createdAt: number;
  nextAttemptAt: number | null;
  giveUpAt: number;
  attempts: (Omit<CallAttempt, 'startedAt'> & { startedAt: number })[] | null;
};

/**
 * The delivery with attempts before the one of the number `before`, or null.
 *
 * @param page.size  how many attempts
 */
export async function findCall(
  db: StatementReader,
  id: string,
  { before, size }: { before?: number | undefined; size: number },
): Promise<Call | null> {
  let found: Stored | undefined;
  const { results: attempts, ...page }: Page<CallAttempt> = await cutPage(
    async (limit) => {
      const [row] = await readRows<{ call: Stored }>(db, callWith({ id, before, limit }));
      found = row?.call;
      return (found?.attempts ?? []).map((attempt) => ({
        ...attempt,
        startedAt: new Date(attempt.startedAt),
      }));
    },
    { size, cursorOf: ({ number }) => String(number) },
  );
  if (found === undefined) return null;
  return {
    ...found,
    createdAt: new Date(found.createdAt),
    nextAttemptAt: dateOf(found.nextAttemptAt),
    giveUpAt: new Date(found.giveUpAt),
    attempts,
    ...page,
  };
}

function callWith({ id, before, limit }: { id: string; before: number | undefined; limit: number }) {
  return Prisma.sql`
    select row_to_json(call) as call from (
      select d.id, d.round, d.state, d.reference, ${Prisma.raw(instant('d.created_at'))} as "createdAt",
        ${Prisma.raw(instant('d.next_attempt_at'))} as "nextAttemptAt", ${Prisma.raw(instant('d.give_up_at'))} as "giveUpAt",
        json_build_object('kind', s.kind, 'number', s.number, 'title', s.title, 'state', s.state, 'round', s.round,
          'signedOutside', s.signed_outside) as signable,
        (select json_agg(made order by made.number desc) from (
           select a.number, ${Prisma.raw(instant('a.started_at'))} as "startedAt", a.duration_ms as "durationMs",
             a.status, a.failure, a.error,
             case when e.request is not null then json_build_object('request', e.request, 'answer', e.answer) end as exchange
           from attempts a left join exchanges e on e.delivery_id = a.delivery_id and e.number = a.number
           where a.delivery_id = d.id and a.number < ${before ?? 2_147_483_647}::int
           order by a.number desc limit ${limit}::int) made) as attempts
      from deliveries d join signables s on s.id = d.signable_id where d.id = ${id}::uuid) call`;
}
