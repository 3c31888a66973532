import { type Sql, sql } from '@campus/database';
import type { Scope } from '../domain/scope.ts';
import type { SignableState } from '../domain/signable.ts';
import type { JudgementStatus } from '../trust/indications.ts';
import { scopeConditions } from './scopes.ts';

/** Which records a list shows; what is absent does not restrict. Erased ones are shown only when asked for. */
export interface SignableFilter {
  /** Of whoever asks. */
  scope: Scope;
  state?: SignableState | undefined;
  /** Folded words that must all be found (see `foldedWords`), the signing application's identifiers included. */
  words?: string[] | undefined;
  /** Mail address of somebody whose turn it is to sign. */
  waitingFor?: string | undefined;
  /** Folded words that must all be found in name or mail address of one whose turn it is. */
  waitingForWords?: string[];
  /** Whether the call of the current round was given up or has failed so far. */
  failed?: boolean | undefined;
  /** Only records of these numbers. */
  numbers?: number[] | undefined;
  /** Whose turn began before that; not those that could not be called. */
  turnBefore?: Date | undefined;
  /** Only the amendments to the agreement of this number. */
  agreement?: number | undefined;
  /** What its newest deposit that counts was judged. */
  findings?: JudgementStatus | undefined;
  /** Of exactly this department. */
  department?: string | undefined;
  /** Whether they are in signing and were due before a day (`YYYY-MM-DD`). */
  overdue?: { is: boolean; on: string } | undefined;
  /** Of which something happened then or later. */
  updatedSince?: Date | undefined;
  /** Signed, and became so then or later. */
  signedSince?: Date | undefined;
}

/** What must hold of a record `s`. */
export function conditionsOf(filter: Omit<SignableFilter, 'words'>): Sql[] {
  const {
    state,
    waitingFor,
    waitingForWords = [],
    failed,
    turnBefore,
    numbers,
    agreement,
    department,
    overdue,
    updatedSince,
    signedSince,
    findings,
  } = filter;
  const conditions = [
    state === undefined ? sql`s.state <> 'erased'` : sql`s.state = ${state}::signable_state`,
  ];
  conditions.push(...scopeConditions(filter.scope));
  if (numbers !== undefined) conditions.push(sql`s.number = any(${numbers}::int[])`);
  if (agreement !== undefined)
    conditions.push(
      sql`s.agreement_id = (select id from signables where kind = 'agreement' and number = ${agreement})`,
    );
  if (findings !== undefined) conditions.push(sql`s.findings = ${findings}`);
  if (department !== undefined) conditions.push(sql`s.department = ${department}`);
  if (overdue !== undefined)
    conditions.push(overdue.is ? isOverdue(overdue.on) : sql`not ${isOverdue(overdue.on)}`);
  if (updatedSince !== undefined) conditions.push(isSince(sql`t.updated_at`, updatedSince));
  if (signedSince !== undefined) {
    conditions.push(sql`s.state = 'signed'`);
    conditions.push(isSince(sql`coalesce(t.signed_at, '-infinity'::timestamptz)`, signedSince));
  }
  if (waitingFor !== undefined) conditions.push(isTurnOf(sql`lower(one.mail) = ${waitingFor.toLowerCase()}`));
  if (waitingForWords.length > 0) {
    // The record's own text has an index, and holds the texts of its people.
    conditions.push(...holdsAll(waitingForWords));
    const person = folded(sql`one.given_name || ' ' || one.name || ' ' || one.mail`);
    const words = waitingForWords.map((word) => sql`${person} like ${pattern(word)}`);
    conditions.push(isTurnOf(sql.all(words)));
  }
  if (failed !== undefined) conditions.push(failed ? isFailing : sql`not ${isFailing}`);
  if (turnBefore !== undefined) conditions.push(turnBegan(turnBefore));
  return conditions;
}

/** That a record in signing was due before a day, as the index has it. */
export function isOverdue(day: string): Sql {
  return sql`(s.state = 'signing' and coalesce(s.due_on, 'infinity'::date) < ${day}::date)`;
}

/** That a time of a record, of `signable_times t`, is an instant or later. */
function isSince(time: Sql, since: Date): Sql {
  return sql`exists (
    select 1 from signable_times t
    where t.signable_id = s.id and t.kind = s.kind and t.state = s.state and ${time} >= ${since})`;
}

/** That somebody's turn began before an instant, as `progressOf` tells, and the signing application knows of it. */
export function turnBegan(before: Date): Sql {
  return sql`(s.state = 'signing' and s.round_started_at < ${before} and not ${isFailing}
    and exists (select 1 from signatories o where o.signable_id = s.id and o.signature_date is null)
    and not exists (
      select 1 from signatories e
      where e.signable_id = s.id and e.signature_date >= ${before} and e.signature_date <= now() and e."order" < (
        select min(o."order") from signatories o where o.signable_id = s.id and o.signature_date is null)))`;
}

/** That the record's text has each of the words. */
export function holdsAll(words: readonly string[]): Sql[] {
  return words.map((word) => sql`s.search_text like ${pattern(word)}`);
}

/** `foldText` in SQL, for the few rows that an index has found. */
export function folded(text: Sql): Sql {
  return sql`replace(replace(replace(replace(replace(
    lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g')),
    'œ', 'oe'), 'æ', 'ae'), 'ø', 'o'), 'ß', 'ss'), '’', '''')`;
}

/** Somebody of whom the condition about `one` holds and whose turn it is. */
function isTurnOf(condition: Sql): Sql {
  return sql`s.state = 'signing' and exists (
    select 1 from signatories one where one.signable_id = s.id and ${condition} and ${isNext})`;
}

/** That it is the turn of the signatory `one` of a record `s` in signing: no date yet, none missing of a lower order. */
export const isNext = sql`(one.signature_date is null and not exists (
  select 1 from signatories earlier
  where earlier.signable_id = s.id and earlier."order" < one."order" and earlier.signature_date is null))`;

/** Whether the call of a record's current round was given up or has failed so far. */
export const isFailing = sql`(s.state = 'signing' and exists (
  select 1 from deliveries d
  where d.signable_id = s.id and d.round = s.round
    and (d.state = 'failed' or (d.state = 'pending' and exists (
      select 1 from attempts a where a.delivery_id = d.id)))))`;

/**
 * Whether the index of trigrams knows the word, wherever it stands in a text: three letters or digits in a row, or two
 * beside another sign.
 */
export function isIndexed(word: string): boolean {
  return /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u.test(word);
}

/** What LIKE finds a text by, wherever it stands; no sign of the text is one of the pattern. */
function pattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
