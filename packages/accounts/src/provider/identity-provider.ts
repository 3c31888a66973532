import { translatedError } from '@campus/pages';
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

/** Why somebody is not let in who comes from the identity provider; `{name}` is who it says they are. */
export class IdentityError extends translatedError({
  /** The provider does not answer, or not as a provider does. */
  unreachable: [
    'The sign-in of your institution cannot be reached at the moment. Try again later.',
    'La connexion de votre établissement est injoignable pour le moment. Réessayez plus tard.',
  ],
  /** The provider says that somebody has cancelled, or is not allowed. */
  denied: [
    'You are not signed in: the sign-in was cancelled or refused at your institution.',
    'Vous n’êtes pas connecté\u00a0: la connexion a été annulée ou refusée par votre établissement.',
  ],
  /** What the provider says does not prove who somebody is. */
  refused: [
    'You are not signed in: your institution did not confirm who you are. Try again; if it happens again, ask an administrator.',
    'Vous n’êtes pas connecté\u00a0: votre établissement n’a pas confirmé votre identité. Réessayez\u202f; si cela se reproduit, adressez-vous à un administrateur.',
  ],
  /** Somebody comes back who has not been sent there by this browser, or too long ago. */
  stale: [
    'This sign-in was begun too long ago, or somewhere else. Begin it again.',
    'Cette connexion a commencé il y a trop longtemps, ou ailleurs. Recommencez-la.',
  ],
  /** The provider knows them, and we do not, or not any more. */
  no_account: [
    'There is no account here for "{name}". Ask an administrator for one.',
    'Il n’y a pas de compte ici pour «\u00a0{name}\u00a0». Demandez-en un à un administrateur.',
  ],
  /** Accounts come by themselves, but one of this name is there and not theirs. */
  name_taken: [
    'There is an account "{name}" here already, which does not belong to your sign-in at your institution. Ask an administrator.',
    'Il existe déjà ici un compte «\u00a0{name}\u00a0», qui n’est pas rattaché à votre connexion d’établissement. Adressez-vous à un administrateur.',
  ],
}) {
  /** For the log, without anything secret; undefined when all is told by the code. */
  readonly reason: string | undefined;

  constructor(code: IdentityError['code'], { name = '', reason }: { name?: string; reason?: string } = {}) {
    super(code, { name });
    this.reason = reason;
  }
}
