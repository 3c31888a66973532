/** Passkeys (WebAuthn Level 3): each asks for PIN or finger, and so signs in by itself or after a password. */
import { createHmac } from 'node:crypto';
import { type Queryable, sql } from '@campus/database';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Actor } from '../history/change-as.ts';
import {
  type FactorDeps,
  type FactorSet,
  firstRecoveryCodes,
  hasFactor,
  lockFactors,
  removeUnneededCodes,
} from '../second-factor/factors.ts';
import { maxPasskeys, type RelyingParty } from './relying-party.ts';
import { type NewPasskey, newCounterIn, newPasskeyIn, signingPasskeyIn } from './verify-passkey.ts';

export type Passkeys = ReturnType<typeof openPasskeys>;

interface StoredPasskey {
  id: number;
  accountId: number;
  publicKey: Buffer;
  counter: string;
}

export function openPasskeys({ pool, key, change, now }: FactorDeps, party: RelyingParty) {
  const { id: rpID, name: rpName } = party;
  const credentialsOf = (accountId: number) =>
    sql<{ id: string; transports: string[] }>`
      select credential_id as id, transports from passkeys where account_id = ${accountId}`.rows(pool);
  return {
    /** What a browser needs to make a passkey for an account. */
    async optionsToAdd({
      id,
      username,
    }: {
      id: number;
      username: string;
    }): Promise<PublicKeyCredentialCreationOptionsJSON> {
      return generateRegistrationOptions({
        rpID,
        rpName,
        userName: username,
        userDisplayName: username,
        // The same for all passkeys of the account, and telling nobody which one that is.
        userID: Uint8Array.from(createHmac('sha256', key).update(`passkeys of ${id}`).digest()),
        excludeCredentials: await credentialsOf(id),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      });
    },
    /** What a browser needs to sign in; by a passkey of this account, if it is known. */
    async optionsToSign(accountId: number | undefined): Promise<PublicKeyCredentialRequestOptionsJSON> {
      const allowCredentials = accountId === undefined ? [] : await credentialsOf(accountId);
      return generateAuthenticationOptions({ rpID, userVerification: 'required', allowCredentials });
    },
    /** Adds a passkey that has signed this challenge. */
    async add(
      accountId: number,
      made: { response: string; challenge: string; label: string; mustBeFirst: boolean; by: Actor },
    ): Promise<FactorSet> {
      const { response, challenge, label, mustBeFirst, by } = made;
      const passkey = await newPasskeyIn(response, { challenge, party });
      if (passkey === undefined) return 'refused';
      return change(by, async (tx) => {
        await lockFactors(tx, accountId);
        if (mustBeFirst && (await hasFactor(tx, accountId))) return 'refused';
        const isNew = await insertPasskey(tx, { ...passkey, accountId, label });
        return isNew ? { codes: await firstRecoveryCodes(tx, accountId) } : 'refused';
      });
    },
    /** The account whose passkey has signed this challenge, and counts on; undefined when something is not right. */
    async signer(response: string, challenge: string): Promise<number | undefined> {
      const id = signingPasskeyIn(response);
      const stored = id === undefined ? null : await findPasskey(pool, id);
      if (stored === null) return undefined;
      const counter = await newCounterIn(response, { challenge, party, stored });
      if (counter === undefined) return undefined;
      const isNext = await countOn(pool, stored.id, counter, now());
      return isNext ? stored.accountId : undefined;
    },
    /** False when it is the last factor and one is needed; nothing has changed then. */
    remove: (
      accountId: number,
      id: number,
      { isRequired, by }: { isRequired: boolean; by: Actor },
    ): Promise<boolean> =>
      change(by, async (tx) => {
        await lockFactors(tx, accountId);
        if (isRequired && (await isLastFactor(tx, accountId, id))) return false;
        await sql`delete from passkeys where account_id = ${accountId} and id = ${id}`.run(tx);
        await removeUnneededCodes(tx, accountId);
        return true;
      }),
  };
}

/** False when there are too many, or somebody has this one already. */
async function insertPasskey(
  tx: Queryable,
  made: NewPasskey & { accountId: number; label: string },
): Promise<boolean> {
  const { accountId, id, publicKey, counter, transports, label } = made;
  const insert = sql`
    insert into passkeys (account_id, credential_id, public_key, counter, transports, label)
    select ${accountId}::int, ${id}, ${Buffer.from(publicKey)}, ${counter}::bigint, ${transports}::text[], ${label}
    where (select count(*) from passkeys where account_id = ${accountId}) < ${maxPasskeys}
    on conflict (credential_id) do nothing`;
  return (await insert.run(tx)) === 1;
}

function findPasskey(db: Queryable, credentialId: string): Promise<StoredPasskey | null> {
  return sql<StoredPasskey>`
    select id, account_id, public_key, counter from passkeys where credential_id = ${credentialId}`.row(db);
}

/** False when the passkey has signed as often before: somebody has a copy of it. 0 and 0: it does not count. */
async function countOn(db: Queryable, id: number, counter: number, now: Date): Promise<boolean> {
  const count = sql`
    update passkeys set counter = ${counter}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or counter = 0 and ${counter === 0})`;
  return (await count.run(db)) === 1;
}

async function isLastFactor(tx: Queryable, accountId: number, id: number): Promise<boolean> {
  const other = sql`
    select 1 from totp_keys where account_id = ${accountId}
    union all select 1 from passkeys where account_id = ${accountId} and id <> ${id}`;
  return (await other.row(tx)) === null;
}
