import { userInfo } from 'node:os';

/** Who changes accounts, rights, passwords or tokens, as the administration history names them. */
export interface Actor {
  /** `person:<user name>`, `identity-provider:<protocol>`, `command-line:<user of the system>` or `service`. */
  name: string;
  /** Of the client, behind trusted proxies if there are any; null when no request asked for the change. */
  address: string | null;
}

/** Somebody who is known by an account, and who asked by a request from this address. */
export function personAt({ username }: { username: string }, address: string | undefined): Actor {
  return { name: `person:${username}`, address: address ?? null };
}

/** What the institution's identity provider says of somebody who signs in from this address. */
export function identityProvider(protocol: 'OIDC' | 'CAS', address: string | undefined): Actor {
  return { name: `identity-provider:${protocol}`, address: address ?? null };
}

/** What a service does by itself, such as its first account. */
export const serviceItself: Actor = { name: 'service', address: null };

/** Whoever has started this program, by their account on the machine. */
export function commandLine(): Actor {
  return { name: `command-line:${systemUser()}`, address: null };
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the number of a user need not have a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
