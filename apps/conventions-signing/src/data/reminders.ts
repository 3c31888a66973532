/** Letters that remind people of signatures that are awaited of them: one a day for each person, with all that waits. */
import { type Queryable, sql } from '@campus/database';
import type { MailOutcome } from '@campus/mail';
import type { AwaitedSignature, Reminder } from '../domain/reminder.ts';
import { serviceActor } from './history.ts';
import type { Writing } from './open-database.ts';
import { isNext, turnBegan } from './signable-conditions.ts';
import type { StandingOf } from './standings.ts';

/** Whose signature is awaited of a record. */
interface Awaited {
  mail: string;
  order: number;
}

const person = sql`encode(sha256(convert_to(lower(one.mail), 'UTF8')), 'hex')`;

/** That the signing application has taken the call about the round, where one is made. */
const isAnnounced = sql`(s.state = 'signing' and not exists (
  select from deliveries d where d.signable_id = s.id and d.round = s.round and d.state in ('pending', 'failed')))`;

const awaitedOf = sql`signables s join signatories one on one.signable_id = s.id and ${isNext}`;

/** Who is next to sign a record and has heard of it from the signing application. */
export function findAwaited(tx: Writing, signableId: number): Promise<Awaited[]> {
  return sql<Awaited>`
    select one.mail, one."order" from ${awaitedOf} where s.id = ${signableId} and ${isAnnounced}
    order by one.position`.rows(tx);
}

/** Who may be reminded of what. */
export interface Reminding {
  /** Only the person of this mail address; absent: all who are awaited. */
  only?: string | undefined;
  /** In so many days a person gets one letter at most. */
  everyDays?: number | undefined;
}

/**
 * Puts a record into the letters of that day to those who are awaited. Whoever has had one that day gets none.
 *
 * @returns who is reminded of it newly, and the letters that are new
 */
export async function addToReminders(
  tx: Writing,
  { signableId, day, at, only, everyDays = 1 }: Reminding & { signableId: number; day: string; at: Date },
): Promise<{ reminded: Awaited[]; begun: string[] }> {
  const isMeant = only === undefined ? sql`true` : sql`lower(one.mail) = ${only.toLowerCase()}`;
  const meant = sql`${awaitedOf} and ${isMeant}`;
  // In the order of people, so that two who remind at once wait for each other, and neither for ever.
  const begun = await sql<{ id: string }>`
    insert into reminders (id, person, day, created_at)
    select gen_random_uuid(), person, ${day}::date, ${at}
    from (select distinct ${person} as person from ${meant} where s.id = ${signableId} order by 1) p
    where not exists (
      select from reminders r
      where r.person = p.person and r.day > ${day}::date - ${everyDays}::int and r.day < ${day}::date)
    on conflict (person, day) do nothing returning id`.rows(tx);
  const reminded = await sql<Awaited>`
    with open as (
      select r.id, r.person from reminders r
      where r.day = ${day}::date and not r.is_closed
        and r.person in (select ${person} from ${meant} where s.id = ${signableId})
      order by r.person for share
    ), added as (
      insert into reminder_records (reminder_id, signable_id, round)
      select open.id, s.id, s.round from open, signables s where s.id = ${signableId}
      on conflict (reminder_id, signable_id) do update set round = excluded.round
        where reminder_records.round <> excluded.round
      returning reminder_id
    )
    select one.mail, one."order" from ${awaitedOf}
    join open on open.person = ${person} join added on added.reminder_id = open.id
    where s.id = ${signableId} order by one.position`.rows(tx);
  return { reminded, begun: begun.map(({ id }) => id) };
}

/** When a person had their last letter of those that are kept, and the day from which they may have another one. */
export function findLastReminder(db: Queryable, mail: string): Promise<{ at: Date; againOn: string } | null> {
  return sql<{ at: Date; againOn: string }>`
    select r.created_at as at, (r.day + 1)::text as again_on
    from (select ${mail}::text as mail) one join reminders r on r.person = ${person}
    order by r.day desc limit 1`.row(db);
}

/** Whether a letter waits for an operation that was begun before it and may put further records into it. */
export async function isGathering(tx: Writing, id: string): Promise<boolean> {
  const gathering = await sql`
    select from reminders r
    where r.id = ${id} and not r.is_closed and exists (
      select from operations o where o.reminds and o.ended_at is null and o.created_at <= r.created_at)`.row(
    tx,
  );
  return gathering !== null;
}

/**
 * A letter that is to be sent, which takes no further record from here on; null when it is pending no more. Records of
 * which nothing is awaited of that person by now are not in it, and their histories say so.
 */
export async function closeReminder(
  db: Writing,
  { id, at }: { id: string; at: Date },
): Promise<Reminder | null> {
  await lockRecordsOf(db, id);
  const closed = await sql<Pick<Reminder, 'id' | 'createdAt' | 'problem'>>`
    update reminders set is_closed = true where id = ${id} and state = 'pending'
    returning id, created_at, problem`.row(db);
  if (closed === null) return null;
  const signatures = await sql<AwaitedSignature>`
    select one.mail, s.title, s.reference,
      (select d.reference from deliveries d where d.signable_id = s.id and d.round = s.round) as vendor_reference,
      greatest(s.round_started_at, (
        select max(e.signature_date) from signatories e
        where e.signable_id = s.id and e."order" < one."order" and e.signature_date <= now())) as since
    from reminders r join reminder_records n on n.reminder_id = r.id
    join ${awaitedOf} on s.id = n.signable_id
    where r.id = ${id} and s.round = n.round and ${isAnnounced} and ${person} = r.person
    order by since, s.kind, s.number`.rows(db);
  db.send(sql`
    with gone as (
      delete from reminder_records n using reminders r
      where r.id = ${id} and n.reminder_id = r.id and not exists (
        select from ${awaitedOf}
        where s.id = n.signable_id and s.round = n.round and ${isAnnounced} and ${person} = r.person)
      returning n.signable_id, n.round, r.person
    )
    insert into history (signable_id, at, event, actor, detail)
    select g.signable_id, ${at}, 'reminder-dropped', ${serviceActor},
      jsonb_strip_nulls(jsonb_build_object('round', g.round, 'mail', one.mail, 'order', one."order"))
    from gone g left join lateral (
      select one.mail, one."order" from signatories one
      where one.signable_id = g.signable_id and ${person} = g.person order by one.position limit 1) one on true`);
  return { ...closed, signatures };
}

/** Records before letters, as whoever reminds; what is being erased is looked at when that is done. */
async function lockRecordsOf(tx: Writing, id: string): Promise<void> {
  await sql`
    select from signables where id in (select signable_id from reminder_records where reminder_id = ${id})
    order by id for share`.rows(tx);
}

/** Notes why a letter has to wait. */
export async function noteReminderProblem(db: Queryable, id: string, problem: string): Promise<void> {
  await sql`update reminders set problem = ${problem} where id = ${id} and state = 'pending'`.run(db);
}

/** Ends a letter; the histories of its records say so where it did not arrive. One that was dropped is none. */
export async function endReminder(
  tx: Writing,
  id: string,
  { state, at, problem }: { state: MailOutcome; at: Date; problem: string | null },
): Promise<void> {
  if (state === 'dropped') {
    tx.send(sql`delete from reminders where id = ${id} and state = 'pending'`);
    return;
  }
  await lockRecordsOf(tx, id);
  tx.send(sql`
    with ended as (
      update reminders set state = ${state}::mail_state, ended_at = ${at}, problem = ${problem}
      where id = ${id} and state = 'pending' returning id, person
    )
    insert into history (signable_id, at, event, actor, detail)
    select s.id, ${at}, 'reminder-failed', ${serviceActor},
      jsonb_strip_nulls(jsonb_build_object('round', n.round, 'mail', one.mail, 'order', one."order", 'reason', ${problem}::text))
    from ended r join reminder_records n on n.reminder_id = r.id
    join ${awaitedOf} on s.id = n.signable_id
    where ${state} in ('refused', 'expired') and s.round = n.round and ${person} = r.person`);
}

/** Records whose next signature has been awaited since before an instant, of somebody who had no letter in so many days. */
export function findToRemind(
  db: Queryable,
  { before, day, everyDays, most }: { before: Date; day: string; everyDays: number; most: number },
): Promise<StandingOf[]> {
  return sql<StandingOf>`
    select s.kind::text, s.number, s.state::text, s.round, s.document_id from signables s
    where ${sql.all([turnBegan(before), isAnnounced])}
      and exists (
        select from signatories one
        where one.signable_id = s.id and ${isNext} and not exists (
          select from reminders r where r.person = ${person} and r.day > ${day}::date - ${everyDays}::int))
    order by s.round_started_at, s.id limit ${most}`.rows(db, { isPrepared: false });
}

/** Forgets the letters of days that have passed, but for the last ones. */
export async function forgetReminders(
  db: Queryable,
  { now, keptDays }: { now: Date; keptDays: number },
): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 24 * 3_600_000);
  await sql`delete from reminders where created_at < ${before}`.run(db);
}
