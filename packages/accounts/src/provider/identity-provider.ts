import type { z } from 'zod';

/** What is kept between leaving for an identity provider and coming back; `state` names the one return that is meant. */
export interface Trip {
  state: string;
}

/** Sign-in by an identity provider, to which the browser goes and from which it comes back. */
export interface IdentityProvider<Kept extends Trip> {
  /** As the log calls it. */
  protocol: string;
  /** Where its routes are, below those of the accounts. */
  path: string;
  /** The form of what it keeps. */
  kept: z.ZodType<Kept>;
  /**
   * Where the browser goes, and what its return will be held against.
   *
   * @param callback  where the browser comes back to
   * @throws IdentityError `unreachable`
   */
  begin(callback: string): Promise<{ address: string; trip: Kept }>;
  /**
   * Who has come back.
   *
   * @param returned  the callback with what the provider has added
   * @throws IdentityError `unreachable`, `denied`, `refused`, `no_account`
   */
  finish(returned: URL, trip: Kept): Promise<Identity>;
  /**
   * The session, as `Identity` has it, that has ended there by what the provider itself posts to the callback; undefined
   * for anything else. Whoever knows the name of a session may end it.
   */
  endedSession?(form: Readonly<Record<string, unknown>>): string | undefined;
}

/** Who an identity provider says it is. */
export interface Identity {
  /** Never changes and is never given to somebody else: `sub` (OpenID Connect Core §2), or `user` (CAS). */
  subject: string;
  /** What names the account here; undefined when there is nothing, or nothing to rely on. */
  username: string | undefined;
  /** Names their session at the provider, which may say that it has ended; undefined: it never does. */
  session?: string;
  /** All that it says of the person, by name; nothing of it has been judged. */
  claims: Readonly<Record<string, unknown>>;
}
