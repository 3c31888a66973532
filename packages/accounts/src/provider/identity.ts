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
