import { type Queryable, type Sql, sql } from '@campus/database';
import type { HistoryEvent as HistoryRow, Prisma } from '../../generated/client.ts';
import type { Writing } from './open-database.ts';
import { allPages, type Page } from './page.ts';
import { instant } from './record-columns.ts';

/** What the service does by itself, such as giving up a delivery. */
export const serviceActor = 'service';

/** A person, as the history names whoever acts in the console; user names never change. */
export function personActor({ username }: { username: string }): string {
  return `person:${username}`;
}

/** The user name that an actor is about; undefined for tokens and the service. */
export function usernameOf(actor: string): string | undefined {
  return actor.startsWith('person:') ? actor.slice('person:'.length) : undefined;
}

/** The user of the system who ran a program beside the service; undefined for any other actor. */
export function systemUserOf(actor: string): string | undefined {
  return actor.startsWith('command-line:') ? actor.slice('command-line:'.length) : undefined;
}

export type HistoryEventName =
  | 'registered'
  | 'replaced'
  | 'signing-started'
  | 'returned-to-draft'
  | 'restored'
  | 'deposited'
  | 'superseded-deposited'
  | 'date-recorded'
  | 'signed'
  | 'refused'
  | 'signed-outside'
  | 'due-changed'
  | 'reminded'
  | 'reminder-failed'
  | 'reminder-dropped'
  | 'delivery-cancelled'
  | 'redelivered'
  | 'delivered'
  | 'delivery-failed'
  | 'erased'
  | 'deleted';

/** What happened to a record, as it is shown. */
export type HistoryEvent = Pick<HistoryRow, 'at' | 'event' | 'actor' | 'detail'>;

export type EventDetail = Prisma.InputJsonObject;

/** Who changes something about a record, when, and in which transaction. */
export interface Change {
  tx: Writing;
  at: Date;
  actor: string;
}

/** Adds one event to the history of a record, and returns it. `detail` never holds a token or document bytes. */
export function addToHistory(
  { tx, at, actor }: Change,
  { signableId, event, detail }: { signableId: number; event: HistoryEventName; detail: EventDetail },
): HistoryEvent {
  tx.send(
    sql`
      insert into history (signable_id, at, event, actor, detail)
      values (${signableId}, ${at}, ${event}, ${actor}, ${JSON.stringify(detail)})`,
  );
  return { at, event, actor, detail: detail as HistoryEvent['detail'] };
}

/** What a history tells about the documents of a record: one was registered, or it was to be signed in a round. */
export interface DocumentEvent {
  isRegistration: boolean;
  /** Of a registration; null when the event does not tell. */
  sha256: string | null;
  size: number | null;
  /** Of the beginning of a round. */
  round: number | null;
}

/** Those events of a record, in the order in which they happened. */
export async function findDocumentEvents(db: Queryable, signableId: number): Promise<DocumentEvent[]> {
  return sql<DocumentEvent>`
    select event in ('registered', 'replaced') as is_registration, detail->>'sha256' as sha256,
      (detail->>'size')::int as size, (detail->>'round')::int as round
    from history
    where signable_id = ${signableId} and event in ('registered', 'replaced', 'signing-started', 'signed-outside')
    order by id`.rows(db);
}

/** A page of history ends where its details pass this, each with the dates of a thousand signatories maybe. */
export const maxPageBytes = 1024 * 1024;

/** One row of `historyPage`. */
export interface StoredEvent extends Omit<HistoryEvent, 'at'> {
  id: string;
  /** In milliseconds since 1970. */
  at: number;
  /** How many there are from the newest on, up to one more than a page holds. */
  newest: number;
}

/**
 * A statement for a page of what happened to a record, the newest first; shorter than asked for where the details are
 * long.
 *
 * @param signableId  an expression
 * @param before      of the page before this one
 */
export function historyPage(
  signableId: Sql,
  { before, size }: { before?: string | undefined; size: number },
): Sql {
  return sql`
    select id::text, ${instant(sql`at`)} as at, event, actor, detail, newest from (
      select *, count(*) over ()::int as newest, row_number() over (order by id desc) as place,
        sum(octet_length(detail::text)) over (order by id desc) as bytes
      from (
        select * from history
        where signable_id = ${signableId} and id < coalesce(${before ?? null}::bigint, 9223372036854775807)
        order by id desc limit ${size + 1}) h
    ) sized
    where place <= ${size} and (place = 1 or bytes <= ${maxPageBytes})
    order by sized.id desc`;
}

/** The page of the rows that its statement gives. */
export function historyOf(rows: StoredEvent[]): Page<HistoryEvent> {
  const results = rows.map(({ at, event, actor, detail }) => ({ at: new Date(at), event, actor, detail }));
  const last = rows.at(-1);
  return { results, before: last === undefined || rows.length === last.newest ? null : last.id };
}

/** A page of what happened to a record, see `historyPage`. */
export async function findHistory(
  db: Queryable,
  signableId: number,
  page: { before?: string | undefined; size: number },
): Promise<Page<HistoryEvent>> {
  const { events } = await sql<{ events: StoredEvent[] }>`
    select coalesce(json_agg(h), '[]') as events from (${historyPage(sql`${signableId}`, page)}) h`.one(db);
  return historyOf(events);
}

/** So many events are read at once. */
const readAtOnce = 200;

/** All that happened to a record, the newest first, page by page. */
export function pagesOfHistory(db: Queryable, signableId: number): AsyncGenerator<HistoryEvent[]> {
  return allPages((before) => findHistory(db, signableId, { before, size: readAtOnce }));
}

/** Rounds that were set aside, as pages show them: the newest of them. */
const maxSetAside = 10;

/** Those of the people who are awaited at the same time are among them. */
const maxReminders = 50;

/** What a page says of a record from its history, however long that is. */
export interface Landmarks {
  /** When the document was registered that is there now, or the data with it. */
  registered: KeptEvent | null;
  /** The newest of what the signing application did. */
  lastHeard: HistoryEvent | null;
  /** What ended a round, the newest first. */
  setAside: KeptEvent[];
  /** That people were reminded, or that it did not reach them, the newest first. */
  reminders: HistoryEvent[];
}

/** With its place in the history. */
type KeptEvent = HistoryEvent & { id: bigint };

/** Finds what stands out in a history. */
export async function findLandmarks(db: Queryable, signableId: number): Promise<Landmarks> {
  const newest = (events: HistoryEventName[], most = 1) => findNewest(db, { signableId, events, most });
  const [{ ends, registered }, [lastHeard = null], reminders] = await Promise.all([
    findRoundEvents(db, signableId, maxSetAside),
    newest(['delivered', 'deposited', 'date-recorded', 'refused']),
    newest(['reminded', 'reminder-failed', 'reminder-dropped'], maxReminders),
  ]);
  return { registered, lastHeard, setAside: ends, reminders };
}

/** What a history tells of the rounds of a record: what ended the newest of them, and what was registered last. */
export async function findRoundEvents(
  db: Queryable,
  signableId: number,
  most: number,
): Promise<{ ends: KeptEvent[]; registered: KeptEvent | null }> {
  const [ends, [registered = null]] = await Promise.all([
    findNewest(db, { signableId, events: ['signing-started', 'returned-to-draft', 'restored'], most }),
    findNewest(db, { signableId, events: ['registered', 'replaced'], most: 1 }),
  ]);
  return { ends, registered };
}

async function findNewest(
  db: Queryable,
  { signableId, events, most }: { signableId: number; events: HistoryEventName[]; most: number },
): Promise<KeptEvent[]> {
  const rows = await sql<HistoryEvent & { id: string }>`
    select id, at, event, actor, detail from history
    where signable_id = ${signableId} and event = any(${events}) order by id desc limit ${most}`.rows(db);
  return rows.map(({ id, ...event }) => ({ ...event, id: BigInt(id) }));
}

/** How often a delivery was asked for again; counted up to `most`. */
export async function countRedeliveries(
  tx: Writing,
  { signableId, deliveryId, most }: { signableId: number; deliveryId: string; most: number },
): Promise<number> {
  const { count } = await sql<{ count: number }>`
    select count(*)::int from (
      select from history
      where signable_id = ${signableId} and event = 'redelivered' and detail->>'delivery' = ${deliveryId}
      limit ${most}) counted`.one(tx);
  return count;
}
