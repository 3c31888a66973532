/** Passkeys (WebAuthn Level 3): each asks for PIN or finger, and so signs in by itself or after a password. */
import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { type Queryable, sql } from '@campus/database';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Actor } from '../history/change-as.ts';
import * as factors from '../second-factor/factors.ts';

export type Passkeys = ReturnType<typeof openPasskeys>;

/** With the first passkey: 250 modules and 8 MB that most processes never need. */
const webAuthn = () => import('@simplewebauthn/server');

interface StoredPasskey {
  id: number;
  accountId: number;
  publicKey: Buffer;
  counter: string;
}

export function openPasskeys({ pool, key, change, now }: factors.FactorDeps, party: RelyingParty) {
  const { id: rpID, name: rpName } = party;
  const credentialsOf = (accountId: number) =>
    sql<{ id: string; transports: string[] }>`
      select credential_id as id, transports from passkeys where account_id = ${accountId}`.rows(pool);
  return {
    /** What a browser needs to make a passkey for an account. */
    async optionsToAdd(options: {
      id: number;
      username: string;
    }): Promise<PublicKeyCredentialCreationOptionsJSON> {
      const { id, username } = options;
      const { generateRegistrationOptions } = await webAuthn();
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
      const { generateAuthenticationOptions } = await webAuthn();
      return generateAuthenticationOptions({ rpID, userVerification: 'required', allowCredentials });
    },
    /** Adds a passkey that has signed this challenge. */
    async add(
      accountId: number,
      made: { response: string; challenge: string; label: string; mustBeFirst: boolean; by: Actor },
    ): Promise<factors.FactorSet> {
      const { response, challenge, label, mustBeFirst, by } = made;
      const passkey = await newPasskeyIn(response, { challenge, party });
      if (passkey === undefined) return 'refused';
      return change(by, async (tx) => {
        await factors.lockFactors(tx, accountId);
        if (mustBeFirst && (await factors.hasFactor(tx, accountId))) return 'refused';
        const isNew = await insertPasskey(tx, { ...passkey, accountId, label });
        return isNew ? { codes: await factors.firstRecoveryCodes(tx, accountId) } : 'refused';
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
        await factors.lockFactors(tx, accountId);
        if (isRequired && (await isLastFactor(tx, accountId, id))) return false;
        await sql`delete from passkeys where account_id = ${accountId} and id = ${id}`.run(tx);
        await factors.removeUnneededCodes(tx, accountId);
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

/** Of WebAuthn: what an authenticator says of itself is checked by nobody else. */
const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** As an authenticator may call it (WebAuthn §5.8.3), in Base64url. */
const maxCredentialIdCharacters = 1364;

/** A passkey that has signed its first challenge. */
type NewPasskey = NonNullable<Awaited<ReturnType<typeof newPasskeyIn>>>;

/** What was to be signed, and for whom. */
interface Asked {
  challenge: string;
  party: RelyingParty;
}

const credential = z.looseObject({
  id: z
    .string()
    .max(maxCredentialIdCharacters)
    .regex(/^[\w-]+$/),
  response: z.looseObject({}),
});

/** The passkey that was made; undefined when something is not right. */
async function newPasskeyIn(response: string, asked: Asked) {
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse({
    response: outlineOf(response) as unknown as RegistrationResponseJSON,
    ...expectedBy(asked),
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
  const known = knownTransports.filter((one) => Array.isArray(transports) && transports.includes(one));
  return { id, publicKey, counter, transports: known };
}

/** Which passkey a browser says that it has signed with. */
function signingPasskeyIn(response: string): string | undefined {
  return outlineOf(response)?.id;
}

/** How often the passkey has signed by now; undefined when something is not right. */
async function newCounterIn(
  response: string,
  { stored, ...asked }: Asked & { stored: { publicKey: Buffer; counter: string } },
): Promise<number | undefined> {
  const signed = outlineOf(response);
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await verifyAuthenticationResponse({
    response: signed as unknown as AuthenticationResponseJSON,
    ...expectedBy(asked),
    credential: {
      id: signed?.id ?? '',
      publicKey: Uint8Array.from(stored.publicKey),
      counter: Number(stored.counter),
    },
  }).catch(() => undefined);
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}

function expectedBy({ challenge, party }: Asked) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  };
}

/** What a script has sent, of which nothing is sure but its outline; the library looks at the rest. */
function outlineOf(text: string): { id: string } | undefined {
  return credential.safeParse(jsonIn(text)).data;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of one account. */
export const maxPasskeys = 20;

/** For whom passkeys are made (WebAuthn §4, "Relying Party"). */
interface RelyingParty {
  /** The host of the public address: a passkey works nowhere else. */
  id: string;
  origin: string;
  name: string;
}

/**
 * Undefined where browsers make no passkeys: at an address without a name, or without TLS but for `localhost`; nor
 * where no public address is configured, since what a request says of itself is no proof.
 */
export function relyingPartyAt(baseUrl: string | undefined, name: string): RelyingParty | undefined {
  if (baseUrl === undefined) return undefined;
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isNamed = isIP(hostname) === 0 && !hostname.startsWith('[');
  const isProtected = protocol === 'https:' || hostname === 'localhost';
  return isNamed && isProtected ? { id: hostname, origin, name } : undefined;
}
