import type pg from 'pg';
import type { Actor } from '../history/actor.ts';
import type { Statements } from '../history/change-as.ts';
import { type Sealed, sealWith } from '../totp/seal-secret.ts';
import { totpStep } from '../totp/totp.ts';
import { beginFactorAttempt, forgetFactorAttempts } from './factor-attempts.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';

/** What second factors work with. */
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

/** Second factors of accounts. Each change stands in the administration history, by triggers of the tables. */
export interface FactorStore {
  of(accountId: number): Promise<Factors>;
  /** Keeps the key of an authenticator app in the place of any other. */
  setTotp(
    accountId: number,
    totp: { key: Uint8Array; step: number },
    options: { mustBeFirst: boolean; by: Actor },
  ): Promise<FactorSet>;
  /** False when it is the last factor and one is needed; nothing has changed then. */
  removeTotp(accountId: number, options: { isRequired: boolean; by: Actor }): Promise<boolean>;
  /** New recovery codes in the place of all others, kept as hashes alone; undefined: they would stand in for nothing. */
  renewRecoveryCodes(accountId: number, by: Actor): Promise<string[] | undefined>;
  /**
   * Whether this is a code of the account's app, or one of its recovery codes; each is right once, whatever comes in
   * at the same moment.
   *
   * @throws SignInError `throttled`
   */
  useCode(accountId: number, code: string, by: Actor): Promise<boolean>;
}

export function openFactorStore({ pool, key, change, now }: FactorDeps): FactorStore {
  const sealed = sealWith(key);
  return {
    of: (accountId) => factorsOf(pool, accountId),
    setTotp: (accountId, totp, { mustBeFirst, by }) =>
      change(by, async (tx) => {
        await lockFactors(tx, accountId);
        if (mustBeFirst && (await hasFactor(tx, accountId))) return 'refused';
        await tx.$queryRawUnsafe(
          `insert into totp_keys (account_id, secret, last_step) values ($1::int, $2, $3::bigint)
           on conflict (account_id) do update
             set secret = excluded.secret, last_step = excluded.last_step, created_at = now()`,
          accountId,
          sealed.seal(accountId, totp.key),
          totp.step,
        );
        return { codes: await firstRecoveryCodes(tx, accountId) };
      }),
    removeTotp: (accountId, { isRequired, by }) =>
      change(by, async (tx) => {
        await lockFactors(tx, accountId);
        if (isRequired && (await countPasskeys(tx, accountId)) === 0) return false;
        await tx.$queryRawUnsafe('delete from totp_keys where account_id = $1::int', accountId);
        await removeUnneededCodes(tx, accountId);
        return true;
      }),
    renewRecoveryCodes: (accountId, by) =>
      change(by, async (tx) => {
        await lockFactors(tx, accountId);
        return (await hasFactor(tx, accountId)) ? replaceRecoveryCodes(tx, accountId) : undefined;
      }),
    async useCode(accountId, code, by) {
      await beginFactorAttempt(pool, accountId, now());
      const isRight = isTotpCode(code)
        ? await useTotpCode({ pool, sealed, now: now() }, accountId, code)
        : await change(by, (tx) => useRecoveryCode(tx, accountId, code));
      if (isRight) await forgetFactorAttempts(pool, accountId);
      return isRight;
    },
  };
}

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

async function countPasskeys(tx: Statements, accountId: number): Promise<number> {
  const [row] = await tx.$queryRawUnsafe<[{ count: number }]>(
    'select count(*)::int as count from passkeys where account_id = $1::int',
    accountId,
  );
  return row.count;
}

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

async function useRecoveryCode(tx: Statements, accountId: number, code: string): Promise<boolean> {
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

function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(withoutBlanks(code));
}

async function useTotpCode(
  { pool, sealed, now }: { pool: pg.Pool; sealed: Sealed; now: Date },
  accountId: number,
  code: string,
): Promise<boolean> {
  const { rows } = await pool.query<{ secret: Buffer }>({
    name: 'totp_key',
    text: 'select secret from totp_keys where account_id = $1',
    values: [accountId],
  });
  const [row] = rows;
  if (row === undefined) return false;
  const step = totpStep(withoutBlanks(code), { key: sealed.open(accountId, row.secret), now });
  if (step === undefined) return false;
  // Only one of those who send the same code at once changes the row.
  const { rowCount } = await pool.query({
    name: 'use_totp_step',
    text: 'update totp_keys set last_step = $2 where account_id = $1 and last_step < $2',
    values: [accountId, step],
  });
  return rowCount === 1;
}

function withoutBlanks(code: string): string {
  return code.replace(/\s/g, '');
}
