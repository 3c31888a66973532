/** One who has an account at the provider. */
export interface OpenIdPerson {
  /** What the claim `sub` says. */
  subject: string;
  claims?: PersonClaims;
}

/**
 * A claim that is not stated is not there. The scopes `profile` and `email` give them; others than these, such as
 * `groups`, come with `profile`, and may be of any form.
 */
interface PersonClaims {
  preferred_username?: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  groups?: unknown;
  eduPersonAffiliation?: unknown;
}
