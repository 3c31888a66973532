import { type Queryable, sql } from '@campus/database';
import type { Exchange } from '@campus/deliveries';
import type { StoredFailure } from '@campus/pages';
import type { Prisma } from '../../generated/client.ts';
import type { WebhookCounts } from '../figures.ts';
import { refuseConflicts } from './conflicts.ts';
import { notLeaving } from './leaving.ts';
import type { Transaction } from './open-database.ts';

/** A webhook as whoever tells it has it, until `servedUntil`. */
export interface ServedWebhook {
  id: number;
  address: string;
  events: string[];
  isActive: boolean;
  secretVersion: number;
  rotatedAt: Date | null;
  position: number;
  failedAttempts: number;
  failingSince: Date | null;
  nextAttemptAt: Date | null;
  servedUntil: Date;
}

const servedColumns = sql`
  id, address, events, is_active, secret_version, rotated_at, position::float8 as position, failed_attempts,
  failing_since, next_attempt_at, served_until`;

/** That a webhook is not being removed: it is told nothing more. */
const isThere = sql.all(notLeaving('webhooks', sql`id`));

/** Counts the webhooks there are and those of an account, while nobody makes another. */
export async function countWebhooks(
  tx: Transaction,
  createdById: number,
): Promise<{ inAll: number; own: number }> {
  await sql`lock table webhooks in share row exclusive mode`.run(tx);
  const counted = await sql<{ inAll: number; own: number }>`
    select count(*)::int as in_all, (count(*) filter (where created_by_id = ${createdById}))::int as own
    from webhooks`.row(tx);
  return counted ?? { inAll: 0, own: 0 };
}

/** Adds a webhook, which is told of what happens from now on; gives its id. */
export async function addWebhook(
  tx: Transaction,
  webhook: Omit<Prisma.WebhookUncheckedCreateInput, 'position'>,
): Promise<number> {
  const last = await sql<{ position: bigint }>`
    select coalesce(max(position), 0)::bigint as position from changes`.row(tx);
  const data = { ...webhook, position: last?.position ?? 0 };
  return (await refuseConflicts(() => tx.webhook.create({ data, select: { id: true } }))).id;
}

/** What a webhook that is switched on again has: it begins anew with what it failed at. */
export const begunAnew = { failedAttempts: 0, failingSince: null, nextAttemptAt: null, switchedOffAt: null };

/** Begins the next secret of a webhook; gives its version, or null: it has vanished. */
export async function rotateSecret(db: Queryable, id: number, now: Date): Promise<number | null> {
  const row = await sql<{ secretVersion: number }>`
    update webhooks set secret_version = secret_version + 1, rotated_at = ${now} where id = ${id}
    returning secret_version`.row(db);
  return row?.secretVersion ?? null;
}

/**
 * Takes all webhooks that there may be something to tell, and that nobody else tells, until `until`. Changes that were
 * forgotten before they were told of them are counted.
 */
export function takeWebhooks(
  db: Queryable,
  { now, until }: { now: Date; until: Date },
): Promise<ServedWebhook[]> {
  return sql<ServedWebhook>`
    update webhooks set served_until = ${until}, position = greatest(position, kept.first - 1),
      missed = missed + greatest(0, kept.first - 1 - position)
    from (select coalesce(min(position), 0) as first, max(position) as last from changes) kept
    where id in (
      select id from webhooks w
      where ${isThere} and (served_until is null or served_until <= ${now})
        and (exists (select from webhook_deliveries where webhook_id = w.id and asked_at is not null)
          or is_active and (next_attempt_at is null or next_attempt_at <= ${now})
            and position < (select max(position) from changes))
      for update skip locked)
    returning ${servedColumns}`.rows(db);
}

/** Lets a webhook go that was told up to its position; others may take it. */
export async function letGo(db: Queryable, { id, position, servedUntil }: ServedWebhook): Promise<void> {
  await sql`
    update webhooks set position = ${position}::bigint, served_until = null
    where id = ${id} and served_until = ${servedUntil}`.run(db);
}

/** One attempt, as it is kept with its delivery. */
export interface StoredAttempt extends Exchange, StoredFailure {
  /** In ISO 8601. */
  startedAt: string;
  durationMs: number;
  status: number | null;
  error: string | null;
}

/** What became of a webhook by an attempt. */
export interface AfterAttempt
  extends Pick<ServedWebhook, 'position' | 'failedAttempts' | 'failingSince' | 'nextAttemptAt'> {
  /** When it was switched off by it. */
  switchedOffAt: Date | null;
}

/** So many attempts of one delivery are kept, the newest; three days of them are about 25. */
export const keptAttempts = 30;

/**
 * Records an attempt to tell an event in its turn, and what became of the webhook: all of it or nothing.
 *
 * @returns the webhook as it is then, taken until `until`; null: somebody else has it
 */
export function recordTold(
  db: Queryable,
  { id, servedUntil }: ServedWebhook,
  told: {
    number: number;
    event: string;
    body: string;
    attempt: StoredAttempt;
    after: AfterAttempt;
    until: Date;
  },
): Promise<ServedWebhook | null> {
  const { number, event, body, attempt, after, until } = told;
  const { startedAt, status, error } = attempt;
  const state = error === null ? 'delivered' : 'waiting';
  const at = new Date(startedAt);
  return sql<ServedWebhook>`
    with held as (
      update webhooks set position = ${after.position}::bigint, failed_attempts = ${after.failedAttempts},
        failing_since = ${after.failingSince}, next_attempt_at = ${after.nextAttemptAt},
        switched_off_at = ${after.switchedOffAt}, is_active = is_active and ${after.switchedOffAt === null},
        served_until = ${until}
      where id = ${id} and served_until = ${servedUntil} and ${isThere} returning ${servedColumns}),
    told as (
      insert into webhook_deliveries as d
        (webhook_id, number, event, body, state, created_at, delivered_at, attempts_made, last_attempt_at, status, error, attempts)
      select id, ${number}::bigint, ${event}, ${body}, ${state}, ${at}::timestamptz,
        ${error === null ? at : null}::timestamptz, 1, ${at}::timestamptz, ${status}::int, ${error}, jsonb_build_array(${JSON.stringify(attempt)}::jsonb)
      from held
      on conflict (webhook_id, number) do update set state = excluded.state,
        delivered_at = coalesce(excluded.delivered_at, d.delivered_at), attempts_made = d.attempts_made + 1,
        last_attempt_at = excluded.last_attempt_at, status = excluded.status, error = excluded.error,
        attempts = ${withNewest(sql`d.attempts`)} || excluded.attempts)
    select * from held`.row(db);
}

/** The attempts that stay when one more comes. */
function withNewest(attempts: ReturnType<typeof sql>) {
  return sql`(case when jsonb_array_length(${attempts}) < ${sql.literal(keptAttempts)} then ${attempts} else ${attempts} - 0 end)`;
}

/** A delivery that somebody has asked for. */
export interface AskedDelivery {
  id: number;
  number: number | null;
  body: string;
  askedAt: Date;
}

/** What was asked for of a webhook, in that order. */
export function findAsked(db: Queryable, webhookId: number): Promise<AskedDelivery[]> {
  return sql<AskedDelivery>`
    select id, number::float8 as number, body, asked_at from webhook_deliveries
    where webhook_id = ${webhookId} and asked_at is not null order by asked_at, id`.rows(db);
}

/** Records the attempt that was asked for; what was promised in its turn still is. As `recordTold`. */
export function recordAsked(
  db: Queryable,
  { id, servedUntil }: ServedWebhook,
  { delivery, attempt, until }: { delivery: AskedDelivery; attempt: StoredAttempt; until: Date },
): Promise<ServedWebhook | null> {
  const { startedAt, status, error } = attempt;
  const deliveredAt = error === null ? new Date(startedAt) : null;
  return sql<ServedWebhook>`
    with held as (
      update webhooks set served_until = ${until}
      where id = ${id} and served_until = ${servedUntil} and ${isThere} returning ${servedColumns}),
    told as (
      update webhook_deliveries d set
        state = case when ${error === null} then 'delivered' when d.number > held.position then d.state else 'failed' end,
        asked_at = nullif(d.asked_at, ${delivery.askedAt}),
        delivered_at = coalesce(${deliveredAt}::timestamptz, d.delivered_at), attempts_made = attempts_made + 1,
        last_attempt_at = ${new Date(startedAt)}::timestamptz, status = ${status}::int, error = ${error},
        attempts = ${withNewest(sql`d.attempts`)} || ${JSON.stringify(attempt)}::jsonb
      from held where d.id = ${delivery.id} and d.webhook_id = held.id)
    select * from held`.row(db);
}

/** Asks for a delivery once more, out of its turn; what is tried again and again is tried at once. */
export async function askAgain(db: Queryable, id: number, now: Date): Promise<void> {
  await sql`
    with tried as (
      update webhooks w set next_attempt_at = null from webhook_deliveries d
      where d.id = ${id} and w.id = d.webhook_id and w.is_active and d.number > w.position returning w.id)
    update webhook_deliveries set asked_at = ${now} where id = ${id} and not exists (select from tried)`.run(
    db,
  );
}

/**
 * Leaves the event of a delivery out at which its webhook fails, so that it goes on behind it; false: it does not stand
 * there. Whoever tells it just then finds that somebody else has it.
 */
export async function leaveOut(db: Queryable, id: number): Promise<boolean> {
  const left = await sql`
    with gone_on as (
      update webhooks w set position = d.number, failed_attempts = 0, failing_since = null, next_attempt_at = null,
        served_until = null
      from webhook_deliveries d
      where d.id = ${id} and w.id = d.webhook_id and d.state = 'waiting' and d.number > w.position returning w.id)
    update webhook_deliveries set state = 'failed' where id = ${id} and exists (select from gone_on) returning id`.row(
    db,
  );
  return left !== null;
}

/** Asks for a test of a webhook. */
export async function addTest(
  db: Queryable,
  test: { webhookId: number; event: string; body: string; askedAt: Date },
): Promise<void> {
  const { webhookId, event, body, askedAt } = test;
  await sql`
    insert into webhook_deliveries (webhook_id, event, body, state, asked_at)
    values (${webhookId}, ${event}, ${body}, 'waiting', ${askedAt})`.run(db);
}

/** How many deliveries of a webhook are asked for and not yet made. */
export function countAsked(db: Queryable, webhookId: number): Promise<number> {
  return sql`
    select from webhook_deliveries where webhook_id = ${webhookId} and asked_at is not null`.run(db);
}

/** Forgets the deliveries of a webhook but for the newest `kept`, and what is still to be made. */
export async function forgetDeliveries(db: Queryable, webhookId: number, kept: number): Promise<void> {
  await sql`
    delete from webhook_deliveries where webhook_id = ${webhookId} and state <> 'waiting' and asked_at is null
      and id <= (select id from webhook_deliveries where webhook_id = ${webhookId} order by id desc offset ${kept} limit 1)`.run(
    db,
  );
}

/** The attempts of a delivery that are kept, oldest first, as programs are told of them. */
export async function attemptsOfDelivery(db: Queryable, id: number): Promise<StoredAttempt[]> {
  const row = await sql<{ attempts: StoredAttempt[] }>`
    select attempts from webhook_deliveries where id = ${id}`.row(db);
  return (row?.attempts ?? []).map(({ failure: _, ...attempt }) => attempt);
}

/** A webhook as pages show it. */
export interface ShownWebhook {
  id: number;
  address: string;
  description: string;
  events: string[];
  isActive: boolean;
  createdAt: Date;
  /** Null: nobody who has an account any more. */
  createdBy: string | null;
  rotatedAt: Date | null;
  missed: number;
  failedAttempts: number;
  failingSince: Date | null;
  nextAttemptAt: Date | null;
  switchedOffAt: Date | null;
}

/** All webhooks, the newest first; or the one with this id, if there is one. */
export function findWebhooks(db: Queryable, id?: number): Promise<ShownWebhook[]> {
  return sql<ShownWebhook>`
    select w.id, address, description, events, w.is_active, created_at, u.username as created_by, rotated_at,
      missed::float8 as missed, failed_attempts, failing_since, next_attempt_at, switched_off_at
    from webhooks w left join users u on u.id = w.created_by_id
    where ${sql.all([sql`(${id ?? null}::int is null or w.id = ${id ?? null}::int)`, ...notLeaving('webhooks', sql`w.id`)])}
    order by created_at desc, w.id desc`.rows(db);
}

/** What a webhook was told, as pages show it. */
export interface ListedDelivery extends StoredFailure {
  id: number;
  webhookId: number;
  /** Null: of a test. */
  number: number | null;
  event: string;
  state: 'waiting' | 'delivered' | 'failed';
  /** Somebody wants it sent, out of its turn. */
  isAsked: boolean;
  createdAt: Date;
  attemptsMade: number;
  /** Of the last attempt; null: no answer came, or nobody has tried. */
  status: number | null;
  lastAttemptAt: Date | null;
}

const listedColumns = sql`
  id, webhook_id, number::float8 as number, event, state, asked_at is not null as is_asked, created_at, attempts_made,
  status, last_attempt_at, error, attempts->-1->'failure' as failure`;

/** Deliveries of a webhook, the newest first; or those whose last attempt has failed. */
export function findDeliveries(
  db: Queryable,
  {
    webhookId,
    hasFailed,
    offset,
    limit,
  }: { webhookId: number; hasFailed: boolean; offset: number; limit: number },
): Promise<ListedDelivery[]> {
  return sql<ListedDelivery>`
    select ${listedColumns} from webhook_deliveries
    where webhook_id = ${webhookId} and (error is not null or not ${hasFailed})
    order by created_at desc, id desc offset ${offset} limit ${limit}`.rows(db);
}

/** A delivery with what was sent, and its attempts that are kept, oldest first. */
export interface WholeDelivery extends ListedDelivery {
  body: string;
  attempts: StoredAttempt[];
}

/** A delivery of a webhook; null: there is none such. */
export function findDelivery(
  db: Queryable,
  { id, webhookId }: { id: number; webhookId: number },
): Promise<WholeDelivery | null> {
  return sql<WholeDelivery>`
    select ${listedColumns}, body, attempts from webhook_deliveries
    where id = ${id} and webhook_id = ${webhookId}`.row(db);
}

/** How webhooks fare, by the clock of the database. */
export async function howWebhooksFare(db: Queryable): Promise<WebhookCounts> {
  const counts = await sql<WebhookCounts>`
    select coalesce(extract(epoch from now() - min(failing_since) filter (where is_active)), 0)::float8
        as "failingSeconds",
      (count(*) filter (where not is_active and switched_off_at is not null))::integer as "switchedOff"
    from webhooks`.row(db);
  return counts ?? { failingSeconds: 0, switchedOff: 0 };
}
