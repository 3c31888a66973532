import { type Queryable, type Sql, sql } from '@campus/database';
import type { Exchange } from '@campus/deliveries';
import type { Attempt, Delivery } from '../../generated/client.ts';
import type { Placed, Scope } from '../domain/scope.ts';
import type { DeliveryState, SignableRef, SignableState } from '../domain/signable.ts';
import { type Cause, causeOfAttempt, lastAttempt, maxFailingCounted } from './failing-calls.ts';
import type { Writing } from './open-database.ts';
import { allPages, cutPage, type Page } from './page.ts';
import { instant } from './record-columns.ts';
import { isOfScope, scopeConditions } from './scopes.ts';

/** Attempts of a delivery that are shown with it, those of three days and some: a delivery can be made again. */
export const newestAttempts = 50;

/** Those of the delivery `d`, in the order in which they were made, as JSON: `StoredAttempt[]`, or null. */
export const attemptsShown = sql`(
  select json_agg(a order by a.number) from (
    select number, ${instant(sql`started_at`)} as "startedAt", duration_ms as "durationMs", status, failure, error
    from attempts where delivery_id = d.id order by number desc limit ${sql.literal(newestAttempts)}) a)`;

type ShownAttempt = Omit<Attempt, 'deliveryId'>;
export type StoredAttempt = Omit<ShownAttempt, 'startedAt'> & { startedAt: number };

/** Attempts that JSON has brought, with whatever else is in them. */
export function attemptsOf<Stored extends { startedAt: number }>(stored: Stored[] | null) {
  return (stored ?? []).map((attempt) => ({ ...attempt, startedAt: new Date(attempt.startedAt) }));
}

/** What lists and pages show of a delivery `d` of the record `s`, beside its attempts. */
const listedColumns = sql`
  d.id, d.round, d.state, d.reference, d.created_at, d.next_attempt_at, d.give_up_at,
  json_build_object('kind', s.kind, 'number', s.number, 'title', s.title, 'state', s.state, 'round', s.round,
    'signedOutside', s.signed_outside) as signable`;

/** A delivery with its record. */
export interface ListedDelivery extends DeliveryRecord, Pick<Delivery, 'giveUpAt'> {
  signable: SignableRef & { title: string; state: SignableState; round: number; signedOutside: boolean };
}

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
  attempts: ShownAttempt[];
}

/** Promises a new delivery, pending, whose first attempt is due at once. */
export function insertDelivery(
  tx: Writing,
  delivery: { id: string; signableId: number; round: number; createdAt: Date; giveUpAt: Date },
): DeliveryRecord {
  const { id, signableId, round, createdAt, giveUpAt } = delivery;
  tx.send(sql`
    insert into deliveries (id, signable_id, round, state, next_attempt_at, give_up_at, created_at)
    values (${id}, ${signableId}, ${round}, 'pending', ${createdAt}, ${giveUpAt}, ${createdAt})`);
  return { id, round, createdAt, state: 'pending', nextAttemptAt: createdAt, reference: null, attempts: [] };
}

/** The delivery with the record that it is about and how many attempts were made, or null. */
export async function findDelivery(db: Queryable, id: string): Promise<DeliveryWithSignable | null> {
  return sql<DeliveryWithSignable>`
    select d.id, d.signable_id, d.state, d.round, d.give_up_at,
      d.reopened_at, d.attempts_before,
      json_build_object('kind', s.kind, 'number', s.number) as signable,
      (select count(*)::int from attempts where delivery_id = d.id) as attempts_made
    from deliveries d join signables s on s.id = d.signable_id
    where d.id = ${id}`.row(db);
}

/** A delivery as it is shown, which must be there: the caller has just written it. */
export async function readDelivery(tx: Writing, id: string): Promise<DeliveryRecord> {
  const found = await sql<Omit<DeliveryRecord, 'attempts'> & { attempts: StoredAttempt[] | null }>`
    select d.id, d.state, d.round, d.reference, d.created_at, d.next_attempt_at, ${attemptsShown} as attempts
    from deliveries d where d.id = ${id}`.row(tx);
  if (found === null) throw new Error(`delivery ${id} is missing after it was written`);
  return { ...found, attempts: attemptsOf(found.attempts) };
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
  db: Queryable,
  { before, size, ...filter }: DeliveryFilter & { before?: string | undefined; size: number },
): Promise<Page<ListedDelivery>> {
  const conditions = conditionsOf(filter);
  if (before !== undefined) {
    const last = sql`(select created_at from deliveries where id = ${before}::uuid)`;
    conditions.push(sql`(d.created_at, d.id) < (${last}, ${before}::uuid)`);
  }
  return cutPage(
    async (limit) => {
      const rows = await sql<Omit<ListedDelivery, 'attempts'> & { attempts: StoredAttempt[] | null }>`
        select ${listedColumns}, ${attemptsShown} as attempts
        from deliveries d join signables s on s.id = d.signable_id
        where ${sql.all(conditions)}
        order by d.created_at desc, d.id desc limit ${limit}`.rows(db);
      return rows.map(({ attempts, ...row }) => ({ ...row, attempts: attemptsOf(attempts) }));
    },
    { size, cursorOf: ({ id }) => id },
  );
}

function conditionsOf(filter: DeliveryFilter): Sql[] {
  const { scope, state, isTried, cause, from, until } = filter;
  const conditions = scopeConditions(scope);
  if (state !== undefined) conditions.push(sql`d.state = ${state}::delivery_state`);
  if (isTried !== undefined) {
    const isMade = sql`exists (select from attempts where delivery_id = d.id)`;
    conditions.push(isTried ? isMade : sql`not ${isMade}`);
  }
  if (from !== undefined) conditions.push(sql`d.created_at >= ${from}`);
  if (until !== undefined) conditions.push(sql`d.created_at < ${until}`);
  if (cause !== undefined) conditions.push(sql`d.id = any(array(${newestByCause({ ...filter, cause })}))`);
  return conditions;
}

/** The ids of the newest in scope that fail for a cause, whatever became of their rounds: a list goes no further back. */
function newestByCause({ scope, state, cause, from, until }: DeliveryFilter & { cause: Cause }): Sql {
  const states = ['failed', 'pending'].filter((one) => state === undefined || one === state);
  return sql`
    select d.id from deliveries d cross join ${lastAttempt}
    where d.state = any (${states}::delivery_state[]) and a.error is not null and ${causeOfAttempt} = ${cause}
      and ${isOfScope(scope)} and d.created_at >= ${from ?? '-infinity'} and d.created_at < ${until ?? 'infinity'}
    order by d.created_at desc, d.id desc limit ${sql.literal(maxFailingCounted)}`;
}

/** All that the filter lets through, page by page, so that no more than one is in memory. */
export function pagesOfDeliveries(db: Queryable, filter: DeliveryFilter): AsyncGenerator<ListedDelivery[]> {
  return allPages((before) => listDeliveries(db, { ...filter, before, size: atATime }));
}

const atATime = 200;

/** Records one HTTP call. A number that is there already is a bug: the caller holds the record's lock. */
export function insertAttempt(
  tx: Writing,
  attempt: Omit<Attempt, 'failure' | 'error'> & { failure?: unknown; error?: string | undefined },
): void {
  const { deliveryId, number, startedAt, durationMs, status, failure, error } = attempt;
  tx.send(sql`
    insert into attempts (delivery_id, number, started_at, duration_ms, status, failure, error)
    values (${deliveryId}, ${number}, ${startedAt}, ${durationMs}, ${status},
      ${failure && JSON.stringify(failure)}, ${error})`);
}

/** Keeps what a recorded attempt sent and what came back. */
export function insertExchange(
  tx: Writing,
  { deliveryId, number, request, answer }: Exchange & { deliveryId: string; number: number },
): void {
  tx.send(
    sql`
      insert into exchanges (delivery_id, number, request, answer)
      values (${deliveryId}, ${number}, ${JSON.stringify(request)}, ${answer && JSON.stringify(answer)})`,
  );
}

/** Why the last attempt failed, as it is stored; null when it did not, or when there was none. */
export async function findLastFailure(
  tx: Writing,
  deliveryId: string,
): Promise<Pick<Attempt, 'failure' | 'error'> | null> {
  const [last] = await sql<Pick<Attempt, 'failure' | 'error'>>`
    select failure, error from attempts where delivery_id = ${deliveryId}
    order by number desc limit 1`.rows(tx);
  return last === undefined || last.error === null ? null : last;
}

/** Notes what the signing application answered: its own identifier. */
export function noteReference(tx: Writing, id: string, reference: string): void {
  tx.send(sql`update deliveries set reference = ${reference} where id = ${id}`);
}

/** Records what an attempt led to; `nextAttemptAt` is set exactly while pending. */
export function updateDelivery(
  tx: Writing,
  id: string,
  { state, nextAttemptAt }: { state: DeliveryState; nextAttemptAt: Date | null },
): void {
  tx.send(sql`update deliveries set state = ${state}, next_attempt_at = ${nextAttemptAt} where id = ${id}`);
}

/** An attempt with what it sent and what came back: null where a version before exchanges made it, and once erased. */
type CallAttempt = ListedDelivery['attempts'][number] & { exchange: Exchange | null };

/** A delivery with a page of its attempts, the newest first. */
export interface Call extends Omit<ListedDelivery, 'attempts'> {
  attempts: CallAttempt[];
  /** What `before` must be for the attempts before these; null when there are none. */
  before: string | null;
}

type StoredCall = Omit<ListedDelivery, 'attempts'> & {
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
  let found: StoredCall | null = null as StoredCall | null;
  const page: Page<CallAttempt> = await cutPage(
    async (limit) => {
      found = await sql<StoredCall>`
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

/** What decides whether a delivery can be made again, and how. */
interface RedeliverableDelivery extends Pick<Delivery, 'id' | 'signableId' | 'state' | 'round'> {
  attemptsMade: number;
  /** How often somebody has asked for it again. */
  redeliveries: number;
  signable: SignableRef & Placed & { state: SignableState; round: number; signedOutside: boolean };
}

/** Locks the records of deliveries, and finds those of the deliveries that nobody has asked for since `asked`. */
export async function findRedeliverable(
  tx: Writing,
  { ids, asked }: { ids: string[]; asked: Date },
): Promise<RedeliverableDelivery[]> {
  // In one order, so that two who do the same wait for each other and not each for the other.
  await sql`
    select from signables where id in (select signable_id from deliveries where id = any (${ids}))
    order by id for update`.run(tx);
  return sql<RedeliverableDelivery>`
    select d.id, d.signable_id, d.state, d.round,
      (select count(*)::int from attempts where delivery_id = d.id) as attempts_made,
      (select count(*)::int from history h
       where h.signable_id = d.signable_id and h.event = 'redelivered'
         and h.detail->>'delivery' = d.id::text) as redeliveries,
      json_build_object('kind', s.kind, 'number', s.number, 'state', s.state, 'round', s.round,
        'signedOutside', s.signed_outside, 'department', s.department, 'workflowId', s.workflow_id) as signable
    from deliveries d join signables s on s.id = d.signable_id
    where d.id = any (${ids}) and (d.reopened_at is null or d.reopened_at < ${asked}) order by d.id`.rows(tx);
}

/** Makes deliveries pending again, due at `at`. */
export function reopenDeliveries(
  tx: Writing,
  deliveries: readonly Pick<RedeliverableDelivery, 'id' | 'attemptsMade'>[],
  { at, giveUpAt }: { at: Date; giveUpAt: Date },
): void {
  tx.send(sql`
    update deliveries d
    set state = 'pending', next_attempt_at = ${at}, give_up_at = ${giveUpAt}, reopened_at = ${at},
      attempts_before = made.attempts
    from ${sql.unnest(deliveries, { id: sql`uuid`, attemptsMade: sql`int` })} made (id, attempts)
    where d.id = made.id`);
}

/** Since the oldest delivery that is pending was asked for; zero when none is. */
export async function oldestPendingSeconds(db: Queryable, now: Date): Promise<number> {
  const oldest = await sql<{ at: Date | null }>`
    select min(coalesce(reopened_at, created_at)) as at from deliveries where state = 'pending'`.row(db);
  return oldest?.at ? Math.max(0, (now.getTime() - oldest.at.getTime()) / 1000) : 0;
}
