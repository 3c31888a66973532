/** What the second factors of an account have in common: what there is, its recovery codes, its removal. */

import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Actor, Statements } from '../history/change-as.ts';
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

type ChangeFactors = <Result>(by: Actor, change: (tx: Statements) => Promise<Result>) => Promise<Result>;

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
export function hasSecondFactor(id: string): string {
  return `(exists (select from totp_keys where account_id = ${id}) or exists (select from passkeys where account_id = ${id}))`;
}

/** What an account has beside its password. */
export async function factorsOf(pool: pg.Pool, accountId: number): Promise<Factors> {
  const { rows } = await pool.query<Factors>({
    name: 'second_factors',
    text: `select exists (select from totp_keys where account_id = $1) as "hasTotp",
                  (select count(*)::int from recovery_codes where account_id = $1 and used_at is null) as "recoveryCodesLeft"`,
    values: [accountId],
  });
  const { rows: passkeys } = await pool.query<ListedPasskey>({
    name: 'passkeys_of_account',
    text: `select id, label, created_at as "createdAt", last_used_at as "lastUsedAt" from passkeys
            where account_id = $1 order by id`,
    values: [accountId],
  });
  const { hasTotp = false, recoveryCodesLeft = 0 } = rows[0] ?? {};
  return { hasTotp, recoveryCodesLeft, passkeys };
}

/** Removes all second factors of an account and ends its sessions: whoever has lost them begins anew. */
export async function removeFactors(tx: Statements, accountId: number): Promise<void> {
  await lockFactors(tx, accountId);
  for (const table of ['totp_keys', 'passkeys', 'recovery_codes', 'second_factor_attempts'])
    await tx.$queryRawUnsafe(`delete from ${table} where account_id = $1::int`, accountId);
  await tx.$queryRawUnsafe(`delete from sessions where (sess #>> '{account,id}')::int = $1::int`, accountId);
}

/** Makes this transaction the only one that changes factors of this account, until it ends. */
export async function lockFactors(tx: Statements, accountId: number): Promise<void> {
  await tx.$queryRawUnsafe('select pg_advisory_xact_lock($1::int, $2::int)::text', factorsLock, accountId);
}

// An arbitrary number, the same in every version.
const factorsLock = 741_202_611;

export async function hasFactor(tx: Statements, accountId: number): Promise<boolean> {
  const found = await tx.$queryRawUnsafe<unknown[]>(
    'select 1 from totp_keys where account_id = $1::int union all select 1 from passkeys where account_id = $1::int',
    accountId,
  );
  return found.length > 0;
}

/** New codes for an account that has none left; undefined: it has. */
export async function firstRecoveryCodes(tx: Statements, accountId: number): Promise<string[] | undefined> {
  const left = await tx.$queryRawUnsafe<unknown[]>(
    'select 1 from recovery_codes where account_id = $1::int and used_at is null limit 1',
    accountId,
  );
  return left.length > 0 ? undefined : replaceRecoveryCodes(tx, accountId);
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
async function replaceRecoveryCodes(tx: Statements, accountId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx.$queryRawUnsafe('delete from recovery_codes where account_id = $1::int', accountId);
  await tx.$queryRawUnsafe(
    'insert into recovery_codes (account_id, code_hash) select $1::int, unnest($2::text[])',
    accountId,
    codes.map(recoveryCodeHash),
  );
  return codes;
}

/** Recovery codes stand in for other factors, and are nothing without them. */
export async function removeUnneededCodes(tx: Statements, accountId: number): Promise<void> {
  if (await hasFactor(tx, accountId)) return;
  await tx.$queryRawUnsafe('delete from recovery_codes where account_id = $1::int', accountId);
}

/** Whether this is one of its recovery codes, which is right once, whatever comes in at the same moment. */
export async function useRecoveryCode(tx: Statements, accountId: number, code: string): Promise<boolean> {
  const hash = recoveryCodeHash(code);
  if (hash === undefined) return false;
  const used = await tx.$queryRawUnsafe<unknown[]>(
    `update recovery_codes set used_at = now()
      where account_id = $1::int and code_hash = $2 and used_at is null returning 1`,
    accountId,
    hash,
  );
  return used.length === 1;
}

const recoveryCodesAtATime = 10;

/** No letter that is taken for another one, or for a digit (Crockford's Base32). */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLetters = 16;

/** New codes, of 80 random bits each: a fast hash keeps them. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodesAtATime }, () => {
    const text = [...randomBytes(codeLetters)].map((byte) => letters[byte % letters.length]).join('');
    return text.match(/.{4}/g)?.join('-') ?? '';
  });
}

/** What is kept of a code, however it was typed; undefined for what can be none. */
function recoveryCodeHash(typed: string): string | undefined {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  if (code.length !== codeLetters || [...code].some((letter) => !letters.includes(letter))) return undefined;
  return createHash('sha256').update(code).digest('base64url');
}

/** Wrong codes of one account, over all its sessions and all processes; whoever gets here knows its password. */
export const factorAttemptLimits = { perAccount: 10, windowSeconds: 900 };

/**
 * Counts an attempt before it is made, as a failure, so that many at once cannot pass together.
 *
 * @throws SignInError `throttled`; the attempt must not be made
 */
export async function beginFactorAttempt(pool: pg.Pool, accountId: number, now: Date): Promise<void> {
  const { perAccount, windowSeconds } = factorAttemptLimits;
  const { rows } = await pool.query<{ count: number; began_at: Date }>({
    name: 'begin_factor_attempt',
    text: `insert into second_factor_attempts as a (account_id, count, began_at) values ($1, 1, $2)
           on conflict (account_id) do update set
             count = case when a.began_at <= $3 then 1 else least(a.count + 1, $4) end,
             began_at = case when a.began_at <= $3 then $2 else a.began_at end
           returning count, began_at`,
    values: [accountId, now, new Date(now.getTime() - windowSeconds * 1000), perAccount + 1],
  });
  const [row] = rows;
  if (row === undefined || row.count <= perAccount) return;
  const leftMs = row.began_at.getTime() + windowSeconds * 1000 - now.getTime();
  throw new SignInError('throttled', { wait: Math.max(1, Math.ceil(leftMs / 1000)) });
}

/** All attempts of an account are forgiven: one was right. */
export async function forgetFactorAttempts(pool: pg.Pool, accountId: number): Promise<void> {
  await pool.query('delete from second_factor_attempts where account_id = $1', [accountId]);
}
