import type { Lookups, Requester, Statements } from '@campus/database';
import type { Attempt, Delivery, Prisma } from '../../generated/client.ts';
import type { Scope } from '../domain/scope.ts';
import type { DeliveryState, SignableRef } from '../domain/signable.ts';
import { type Cause, causeOfAttempt, lastAttempt, maxFailingCounted } from './failing-calls.ts';
import type { Transaction, Writing } from './open-database.ts';
import { cutPage, type Page } from './page.ts';
import { isOfScope, scopeFilter } from './scope-conditions.ts';

/** Attempts of a delivery that are shown with it, those of three days and some: a delivery can be made again. */
export const newestAttempts = { orderBy: { number: 'desc' }, take: 50 } as const;

/** A delivery with its attempts in the order in which they were made. */
export function inOrder<Delivery extends { attempts: { number: number }[] }>(delivery: Delivery): Delivery {
  return { ...delivery, attempts: delivery.attempts.toSorted((a, b) => a.number - b.number) };
}

const listed = {
  signable: {
    select: { kind: true, number: true, title: true, state: true, round: true, signedOutside: true },
  },
  attempts: newestAttempts,
} satisfies Prisma.DeliveryInclude;

export type ListedDelivery = Prisma.DeliveryGetPayload<{ include: typeof listed }>;

/** What decides about the attempts of a delivery. */
export interface DeliveryWithSignable
  extends Pick<
    Delivery,
    'id' | 'signableId' | 'state' | 'round' | 'giveUpAt' | 'reopenedAt' | 'attemptsBefore'
  > {
  signable: SignableRef;
  attemptsMade: number;
}

/** A delivery as it is shown, with its attempts in the order in which they were made. */
export interface DeliveryRecord
  extends Pick<Delivery, 'id' | 'state' | 'round' | 'reference' | 'createdAt' | 'nextAttemptAt'> {
  attempts: Omit<Attempt, 'deliveryId'>[];
}

/** Promises a new delivery, pending, whose first attempt is due at once. */
export function insertDelivery(
  tx: Writing,
  delivery: { id: string; signableId: number; round: number; createdAt: Date; giveUpAt: Date },
): DeliveryRecord {
  const { id, signableId, round, createdAt, giveUpAt } = delivery;
  tx.send({
    name: 'insert-delivery',
    text: `
      insert into deliveries (id, signable_id, round, state, next_attempt_at, give_up_at, created_at)
      values ($1, $2, $3, 'pending', $4, $5, $4)`,
    values: [id, signableId, round, createdAt, giveUpAt],
  });
  return { id, round, createdAt, state: 'pending', nextAttemptAt: createdAt, reference: null, attempts: [] };
}

/** The delivery with the record that it is about and how many attempts were made, or null. */
export async function findDelivery(db: Statements, id: string): Promise<DeliveryWithSignable | null> {
  const { rows } = await db.query<DeliveryWithSignable>({
    name: 'delivery-with-record',
    text: `
      select d.id, d.signable_id as "signableId", d.state, d.round, d.give_up_at as "giveUpAt",
        d.reopened_at as "reopenedAt", d.attempts_before as "attemptsBefore",
        json_build_object('kind', s.kind, 'number', s.number) as signable,
        (select count(*)::int from attempts where delivery_id = d.id) as "attemptsMade"
      from deliveries d join signables s on s.id = d.signable_id
      where d.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** A delivery as it is shown, which must be there: the caller has just written it. */
export async function readDelivery(tx: Writing, id: string): Promise<DeliveryRecord> {
  const [found, attempts] = await Promise.all([
    tx.query<Omit<DeliveryRecord, 'attempts'>>({
      name: 'delivery-as-shown',
      text: `
        select id, state, round, reference, created_at as "createdAt", next_attempt_at as "nextAttemptAt"
        from deliveries where id = $1`,
      values: [id],
    }),
    tx.query<DeliveryRecord['attempts'][number]>({
      name: 'newest-attempts',
      text: `
        select number, started_at as "startedAt", duration_ms as "durationMs", status, failure, error
        from attempts where delivery_id = $1 order by number desc limit ${newestAttempts.take}`,
      values: [id],
    }),
  ]);
  const [delivery] = found.rows;
  if (delivery === undefined) throw new Error(`delivery ${id} is missing after it was written`);
  return { ...delivery, attempts: attempts.rows.toReversed() };
}

/** Which deliveries a list shows; what is absent does not restrict. */
export interface DeliveryFilter {
  /** Of whoever asks. */
  scope: Scope;
  state?: DeliveryState | undefined;
  /** Whether an attempt was made. */
  isTried?: boolean | undefined;
  /** Why the last attempt failed, of those that are given up or wait again. */
  cause?: Cause | undefined;
  /** Promised then or later. */
  from?: Date | undefined;
  /** Promised before. */
  until?: Date | undefined;
}

/** A page of the deliveries of all records, newest first; those older than the delivery `before`, whatever became of it. */
export async function listDeliveries(
  db: Transaction,
  { before, size, ...filter }: DeliveryFilter & { before?: string | undefined; size: number },
): Promise<Page<ListedDelivery>> {
  const last =
    before && (await db.delivery.findUnique({ where: { id: before }, select: { createdAt: true } }));
  if (last === null) return { results: [], before: null };
  const older = last
    ? { OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: before } }] }
    : {};
  const { scope, state, isTried, cause, from, until } = filter;
  const attempts = isTried === undefined ? undefined : isTried ? { some: {} } : { none: {} };
  const { results, ...page } = await cutPage(
    async (limit) =>
      db.delivery.findMany({
        where: {
          state,
          attempts,
          signable: scopeFilter(scope),
          createdAt: { gte: from, lt: until },
          ...older,
          ...(cause === undefined ? {} : { id: { in: await findByCause(db, { ...filter, cause }) } }),
        },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        include: listed,
        relationLoadStrategy: 'join',
      }),
    { size, cursorOf: ({ id }) => id },
  );
  return { results: results.map(inOrder), ...page };
}

/** All that the filter lets through, page by page, so that no more than one is in memory. */
export async function* pagesOfDeliveries(
  lookups: Lookups<Transaction>,
  requester: Requester,
  filter: DeliveryFilter,
): AsyncGenerator<ListedDelivery[]> {
  let next: string | null | undefined;
  do {
    const before: string | undefined = next ?? undefined;
    const page: Page<ListedDelivery> = await lookups.withPrisma(requester, (tx) =>
      listDeliveries(tx, { ...filter, before, size: atATime }),
    );
    yield page.results;
    next = page.before;
  } while (next !== null);
}

const atATime = 200;

/** The newest in scope that fail for a cause, whatever became of their rounds: a list goes no further back. */
async function findByCause(
  db: Transaction,
  { scope, state, cause, from, until }: DeliveryFilter & { cause: Cause },
): Promise<string[]> {
  const states = ['failed', 'pending'].filter((one) => state === undefined || one === state);
  const rows = await db.$queryRaw<{ id: string }[]>`
    select d.id from deliveries d cross join ${lastAttempt}
    where d.state = any (${states}::delivery_state[]) and a.error is not null and ${causeOfAttempt} = ${cause}
      and ${isOfScope(scope)} and d.created_at >= ${from ?? new Date(0)} and d.created_at < ${until ?? new Date(8.64e15 / 100)}
    order by d.created_at desc, d.id desc limit ${maxFailingCounted}::int`;
  return rows.map(({ id }) => id);
}

/** Cancels what is pending for a record and returns the ids. There is at most one. */
export async function cancelPendingDeliveries(tx: Writing, signableId: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'cancel-pending-deliveries',
    text: `
      update deliveries set state = 'cancelled', next_attempt_at = null
      where signable_id = $1 and state = 'pending' returning id`,
    values: [signableId],
  });
  return rows.map(({ id }) => id);
}

/** Records one HTTP call. A number that is there already is a bug: the caller holds the record's lock. */
export function insertAttempt(
  tx: Writing,
  attempt: Omit<Attempt, 'failure' | 'error'> & { failure?: unknown; error?: string | undefined },
): void {
  const { deliveryId, number, startedAt, durationMs, status, failure, error } = attempt;
  tx.send({
    name: 'insert-attempt',
    text: `
      insert into attempts (delivery_id, number, started_at, duration_ms, status, failure, error)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [deliveryId, number, startedAt, durationMs, status, failure && JSON.stringify(failure), error],
  });
}

/** Why the last attempt failed, as it is stored; null when it did not, or when there was none. */
export async function findLastFailure(
  tx: Writing,
  deliveryId: string,
): Promise<Pick<Attempt, 'failure' | 'error'> | null> {
  const { rows } = await tx.query<Pick<Attempt, 'failure' | 'error'>>({
    name: 'last-failure',
    text: 'select failure, error from attempts where delivery_id = $1 order by number desc limit 1',
    values: [deliveryId],
  });
  const [last] = rows;
  return last === undefined || last.error === null ? null : last;
}

/** Notes what the signing application answered: its own identifier. */
export function noteReference(tx: Writing, id: string, reference: string): void {
  tx.send({
    name: 'note-reference',
    text: 'update deliveries set reference = $2 where id = $1',
    values: [id, reference],
  });
}

/** Records what an attempt led to; `nextAttemptAt` is set exactly while pending. */
export function updateDelivery(
  tx: Writing,
  id: string,
  { state, nextAttemptAt }: { state: DeliveryState; nextAttemptAt: Date | null },
): void {
  tx.send({
    name: 'update-delivery',
    text: 'update deliveries set state = $2, next_attempt_at = $3 where id = $1',
    values: [id, state, nextAttemptAt],
  });
}

/** What the signing application answered in one round; null when it gave no identifier. */
export async function findReference(tx: Writing, signableId: number, round: number): Promise<string | null> {
  const { rows } = await tx.query<{ reference: string | null }>({
    name: 'reference-of-round',
    text: 'select reference from deliveries where signable_id = $1 and round = $2 limit 1',
    values: [signableId, round],
  });
  return rows[0]?.reference ?? null;
}
