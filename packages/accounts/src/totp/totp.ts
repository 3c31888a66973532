/** Codes of authenticator apps (RFC 6238): six digits, SHA-1, 30 seconds, as all of these apps take them. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type Queryable, sql } from '@campus/database';
import { Secret, TOTP } from 'otpauth';
import type { Actor } from '../history/change-as.ts';
import * as factors from '../second-factor/factors.ts';

export type TotpKeys = ReturnType<typeof openTotpKeys>;

/** The keys of authenticator apps, one of each account; and codes, be they of an app or for its loss. */
export function openTotpKeys({ pool, key, change, now }: factors.FactorDeps) {
  const sealed = sealWith(key);
  return {
    /** Keeps the key of an authenticator app in the place of any other. */
    set: (
      accountId: number,
      totp: { key: Uint8Array; step: number },
      { mustBeFirst, by }: { mustBeFirst: boolean; by: Actor },
    ): Promise<factors.FactorSet> =>
      change(by, async (tx) => {
        await factors.lockFactors(tx, accountId);
        if (mustBeFirst && (await factors.hasFactor(tx, accountId))) return 'refused';
        await sql`
          insert into totp_keys (account_id, secret, last_step)
          values (${accountId}, ${sealed.seal(accountId, totp.key)}, ${totp.step})
          on conflict (account_id) do update
            set secret = excluded.secret, last_step = excluded.last_step, created_at = now()`.run(tx);
        return { codes: await factors.firstRecoveryCodes(tx, accountId) };
      }),
    /** False when it is the last factor and one is needed; nothing has changed then. */
    remove: (accountId: number, { isRequired, by }: { isRequired: boolean; by: Actor }): Promise<boolean> =>
      change(by, async (tx) => {
        await factors.lockFactors(tx, accountId);
        if (isRequired && !(await hasPasskey(tx, accountId))) return false;
        await sql`delete from totp_keys where account_id = ${accountId}`.run(tx);
        await factors.removeUnneededCodes(tx, accountId);
        return true;
      }),
    /**
     * Whether this is a code of the account's app, or one of its recovery codes; each is right once, whatever comes in
     * at the same moment.
     *
     * @throws SignInError `throttled`
     */
    async useCode(accountId: number, code: string, by: Actor): Promise<boolean> {
      await factors.beginFactorAttempt(pool, accountId, now());
      const isRight = isTotpCode(code)
        ? await useTotpCode({ pool, sealed, now: now() }, accountId, code)
        : await change(by, (tx) => factors.useRecoveryCode(tx, accountId, code));
      if (isRight) await factors.forgetFactorAttempts(pool, accountId);
      return isRight;
    },
  };
}

async function hasPasskey(tx: Queryable, accountId: number): Promise<boolean> {
  return (await sql`select 1 from passkeys where account_id = ${accountId} limit 1`.row(tx)) !== null;
}

function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(withoutBlanks(code));
}

async function useTotpCode(
  { pool, sealed, now }: { pool: Queryable; sealed: Sealed; now: Date },
  accountId: number,
  code: string,
): Promise<boolean> {
  const row = await sql<{ secret: Buffer }>`select secret from totp_keys where account_id = ${accountId}`.row(
    pool,
  );
  if (row === null) return false;
  const step = totpStep(withoutBlanks(code), { key: sealed.open(accountId, row.secret), now });
  if (step === undefined) return false;
  // Only one of those who send the same code at once changes the row.
  const use = sql`update totp_keys set last_step = ${step} where account_id = ${accountId} and last_step < ${step}`;
  return (await use.run(pool)) === 1;
}

function withoutBlanks(code: string): string {
  return code.replace(/\s/g, '');
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

type Sealed = ReturnType<typeof sealWith>;

/**
 * Keeps secrets in rows so that a row alone tells nothing, and that none works for another account.
 *
 * @param key  32 bytes, the same in all processes
 */
function sealWith(key: Uint8Array) {
  const accountOf = (accountId: number) => Buffer.from(`account ${accountId}`);
  return {
    seal(accountId: number, secret: Uint8Array): Buffer {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(
        accountOf(accountId),
      );
      const text = Buffer.concat([sealing.update(secret), sealing.final()]);
      return Buffer.concat([nonce, sealing.getAuthTag(), text]);
    },
    /** @throws Error when it was sealed for another account, with another key, or changed since */
    open(accountId: number, sealed: Uint8Array): Buffer {
      const bytes = Buffer.from(sealed);
      const [nonce, tag, text] = [
        bytes.subarray(0, nonceBytes),
        bytes.subarray(nonceBytes, nonceBytes + tagBytes),
        bytes.subarray(nonceBytes + tagBytes),
      ];
      const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
        .setAAD(accountOf(accountId))
        .setAuthTag(tag);
      return Buffer.concat([opening.update(text), opening.final()]);
    },
  };
}

/** As long as the hash (RFC 4226 §4, R6). */
const secretBytes = 20;
const common = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** One step before and after: a clock that is wrong, a code that is typed slowly (RFC 6238 §5.2). */
const window = 1;

/** A new key, in Base32, as people type it. */
export function newTotpKey(): string {
  return new Secret({ buffer: bytesOf(randomBytes(secretBytes)) }).base32;
}

/** The bytes of a key that `newTotpKey` made; undefined for anything else. */
export function totpKeyIn(text: string): Uint8Array | undefined {
  return /^[A-Z2-7]{32}$/.test(text) ? Secret.fromBase32(text).bytes : undefined;
}

/** What an authenticator app reads from a QR code. */
export function totpUri(key: string, { issuer, username }: { issuer: string; username: string }): string {
  return new TOTP({ ...common, issuer, label: username, secret: key }).toString();
}

/** Which step a code belongs to, around now; undefined when it is none of this key. */
export function totpStep(code: string, { key, now }: { key: Uint8Array; now: Date }): number | undefined {
  const timestamp = now.getTime();
  const secret = new Secret({ buffer: bytesOf(key) });
  const delta = TOTP.validate({ ...common, token: code, secret, timestamp, window });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / common.period) + delta;
}

/** The bytes alone, of whatever buffer they are a part. */
function bytesOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
