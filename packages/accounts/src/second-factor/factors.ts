/** What the second factors of an account have in common: what there is, its recovery codes, its removal. */

import { createHash, randomBytes } from 'node:crypto';
import { type Queryable, type Sql, sql } from '@campus/database';
import type pg from 'pg';
import type { Actor } from '../history/change-as.ts';
import { SignInError } from '../sign-in-error.ts';

/** What second factors work with. Each change stands in the administration history, by triggers of the tables. */
export interface FactorDeps {
  /** Of the database with the tables `totp_keys`, `passkeys`, `recovery_codes` and `second_factor_attempts`. */
  pool: pg.Pool;
  /** 32 bytes that seal the keys of authenticator apps; the same in all processes. */
  key: Uint8Array;
  /** `changeAs` of the service's own database. */
  change: ChangeFactors;
  now(): Date;
}

type ChangeFactors = <Result>(by: Actor, change: (tx: Queryable) => Promise<Result>) => Promise<Result>;

/** A passkey as its owner sees it. */
export interface ListedPasskey {
  id: number;
  label: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** What an account has beside its password. */
export interface Factors {
  hasTotp: boolean;
  passkeys: ListedPasskey[];
  recoveryCodesLeft: number;
}

/** New recovery codes where it is the first; `refused` and nothing changed when something is not right. */
export type FactorSet = { codes: string[] | undefined } | 'refused';

/**
 * Whether an account has a second factor, as a condition of SQL.
 *
 * @param id  the column with the id of the account, such as `users.id`
 */
export function hasSecondFactor(id: Sql): Sql {
  return sql`(exists (select from totp_keys where account_id = ${id}) or exists (select from passkeys where account_id = ${id}))`;
}

/** What an account has beside its password. */
export async function factorsOf(db: Queryable, accountId: number): Promise<Factors> {
  const found = await sql<Omit<Factors, 'passkeys'>>`
    select exists (select from totp_keys where account_id = ${accountId}) as has_totp,
      (select count(*)::int from recovery_codes where account_id = ${accountId} and used_at is null) as recovery_codes_left`.row(
    db,
  );
  const passkeys = await sql<ListedPasskey>`
    select id, label, created_at, last_used_at from passkeys where account_id = ${accountId} order by id`.rows(
    db,
  );
  return { hasTotp: false, recoveryCodesLeft: 0, ...found, passkeys };
}

/** Removes all second factors of an account and ends its sessions: whoever has lost them begins anew. */
export async function removeFactors(tx: Queryable, accountId: number): Promise<void> {
  await lockFactors(tx, accountId);
  for (const table of ['totp_keys', 'passkeys', 'recovery_codes', 'second_factor_attempts'])
    await sql`delete from ${sql.identifier(table)} where account_id = ${accountId}`.run(tx);
  await sql`delete from sessions where (sess #>> '{account,id}')::int = ${accountId}`.run(tx);
}

/** Makes this transaction the only one that changes factors of this account, until it ends. */
export async function lockFactors(tx: Queryable, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${factorsLock}::int, ${accountId}::int)`.run(tx);
}

// An arbitrary number, the same in every version.
const factorsLock = 741_202_611;

export async function hasFactor(tx: Queryable, accountId: number): Promise<boolean> {
  const factor = sql`
    select 1 from totp_keys where account_id = ${accountId}
    union all select 1 from passkeys where account_id = ${accountId}`;
  return (await factor.row(tx)) !== null;
}

/** New codes for an account that has none left; undefined: it has. */
export async function firstRecoveryCodes(tx: Queryable, accountId: number): Promise<string[] | undefined> {
  const left = sql`select 1 from recovery_codes where account_id = ${accountId} and used_at is null limit 1`;
  return (await left.row(tx)) === null ? replaceRecoveryCodes(tx, accountId) : undefined;
}

/** New recovery codes in the place of all others; undefined: they would stand in for nothing. */
export function renewRecoveryCodes(
  { change }: Pick<FactorDeps, 'change'>,
  accountId: number,
  by: Actor,
): Promise<string[] | undefined> {
  return change(by, async (tx) => {
    await lockFactors(tx, accountId);
    return (await hasFactor(tx, accountId)) ? replaceRecoveryCodes(tx, accountId) : undefined;
  });
}

/** New codes in the place of all others, kept as hashes alone. */
async function replaceRecoveryCodes(tx: Queryable, accountId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await deleteRecoveryCodes(accountId).run(tx);
  await sql`
    insert into recovery_codes (account_id, code_hash)
    select ${accountId}::int, unnest(${codes.map(recoveryCodeHash)}::text[])`.run(tx);
  return codes;
}

const deleteRecoveryCodes = (accountId: number) =>
  sql`delete from recovery_codes where account_id = ${accountId}`;

/** Recovery codes stand in for other factors, and are nothing without them. */
export async function removeUnneededCodes(tx: Queryable, accountId: number): Promise<void> {
  if (!(await hasFactor(tx, accountId))) await deleteRecoveryCodes(accountId).run(tx);
}

/** Whether this is one of its recovery codes, which is right once, whatever comes in at the same moment. */
export async function useRecoveryCode(tx: Queryable, accountId: number, code: string): Promise<boolean> {
  const hash = recoveryCodeHash(code);
  if (hash === undefined) return false;
  const use = sql`
    update recovery_codes set used_at = now()
    where account_id = ${accountId} and code_hash = ${hash} and used_at is null`;
  return (await use.run(tx)) === 1;
}

const recoveryCodesAtATime = 10;

/** No letter that is taken for another one, or for a digit (Crockford's Base32). */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLetters = 28;
/** Codes of 80 bits, which were given out before and go on working until they are renewed. */
const formerCodeLetters = 16;

/** New codes, of 140 random bits each: a fast hash keeps them (ASVS 6.5.2 asks for 112). */
function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodesAtATime }, () => {
    const text = [...randomBytes(codeLetters)].map((byte) => letters[byte % letters.length]).join('');
    return text.match(/.{4}/g)?.join('-') ?? '';
  });
}

/** What is kept of a code, however it was typed; undefined for what can be none. */
function recoveryCodeHash(typed: string): string | undefined {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  const isCode = [codeLetters, formerCodeLetters].includes(code.length);
  if (!isCode || [...code].some((letter) => !letters.includes(letter))) return undefined;
  return createHash('sha256').update(code).digest('base64url');
}

/** Wrong codes of one account, over all its sessions and all processes; whoever gets here knows its password. */
export const factorAttemptLimits = { perAccount: 10, windowSeconds: 900 };

/**
 * Counts an attempt before it is made, as a failure, so that many at once cannot pass together.
 *
 * @throws SignInError `throttled`; the attempt must not be made
 */
export async function beginFactorAttempt(db: Queryable, accountId: number, now: Date): Promise<void> {
  const { perAccount, windowSeconds } = factorAttemptLimits;
  const isOver = sql`a.began_at <= ${new Date(now.getTime() - windowSeconds * 1000)}`;
  const row = await sql<{ count: number; beganAt: Date }>`
    insert into second_factor_attempts as a (account_id, count, began_at) values (${accountId}, 1, ${now})
    on conflict (account_id) do update set
      count = case when ${isOver} then 1 else least(a.count + 1, ${perAccount + 1}) end,
      began_at = case when ${isOver} then ${now} else a.began_at end
    returning count, began_at`.row(db);
  if (row === null || row.count <= perAccount) return;
  const leftMs = row.beganAt.getTime() + windowSeconds * 1000 - now.getTime();
  throw new SignInError('throttled', { wait: Math.max(1, Math.ceil(leftMs / 1000)) });
}

/** All attempts of an account are forgiven: one was right. */
export async function forgetFactorAttempts(db: Queryable, accountId: number): Promise<void> {
  await sql`delete from second_factor_attempts where account_id = ${accountId}`.run(db);
}
