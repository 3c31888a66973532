/** One who has an account at the provider. */
export interface OpenIdPerson {
  /** What the claim `sub` says. */
  subject: string;
  claims?: PersonClaims;
}

/** A claim that is not stated is not there; the scopes `profile` (name, preferred_username) and `email` give them. */
interface PersonClaims {
  preferred_username?: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
}
