import { isIP } from 'node:net';

/** Of one account. */
export const maxPasskeys = 20;

/** For whom passkeys are made (WebAuthn §4, "Relying Party"). */
export interface RelyingParty {
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
