import type { Identity } from './identity.ts';

/** What is kept between leaving for the identity provider and coming back. */
export interface OpenIdAuthorization {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/**
 * Sign-in by OpenID Connect: the authorisation code flow with PKCE, state and nonce. The provider is asked for its
 * addresses when somebody first signs in by it, so that a service starts without it.
 */
export interface OpenId {
  /** Where the browser goes, and what its return will be held against. @throws IdentityError `unreachable` */
  begin(redirectUri: string): Promise<{ address: string; authorization: OpenIdAuthorization }>;
  /**
   * Who has come back.
   *
   * @param returned  the redirect URI with what the provider has added
   * @throws IdentityError `unreachable`, `denied`, `refused`
   */
  finish(returned: URL, authorization: OpenIdAuthorization): Promise<Identity>;
}
