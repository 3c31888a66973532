/** Who an identity provider says it is. */
export interface Identity {
  /** Never changes and is never given to somebody else (OpenID Connect Core §2, `sub`). */
  subject: string;
  /** The claim that names the account here; undefined when there is none, or none to rely on. */
  username: string | undefined;
  /** All that it says of the person, by name; nothing of it has been judged. */
  claims: Readonly<Record<string, unknown>>;
}
