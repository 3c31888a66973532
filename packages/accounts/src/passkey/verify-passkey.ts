/** What a browser sends of a passkey, and whether it is right. */
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { RelyingParty } from './relying-party.ts';

/** Of WebAuthn: what an authenticator says of itself is checked by nobody else. */
const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** As an authenticator may call it (WebAuthn §5.8.3), in Base64url. */
const maxCredentialIdCharacters = 1364;

/** A passkey that has signed its first challenge. */
export type NewPasskey = NonNullable<Awaited<ReturnType<typeof newPasskeyIn>>>;

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
export async function newPasskeyIn(response: string, asked: Asked) {
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
export function signingPasskeyIn(response: string): string | undefined {
  return outlineOf(response)?.id;
}

/** How often the passkey has signed by now; undefined when something is not right. */
export async function newCounterIn(
  response: string,
  { stored, ...asked }: Asked & { stored: { publicKey: Buffer; counter: string } },
): Promise<number | undefined> {
  const signed = outlineOf(response);
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
