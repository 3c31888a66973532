/** What is kept between leaving for the identity provider and coming back. */
export interface OpenIdAuthorization {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Who the identity provider says it is. */
export interface OpenIdIdentity {
  /** Never changes and is never given to somebody else (OpenID Connect Core §2, `sub`). */
  subject: string;
  /** The claim that names the account here; undefined when there is none, or none to rely on. */
  username: string | undefined;
}

/**
 * Sign-in by OpenID Connect: the authorisation code flow with PKCE, state and nonce. The provider is asked for its
 * addresses when somebody first signs in by it, so that a service starts without it.
 */
export interface OpenId {
  /** Where the browser goes, and what its return will be held against. @throws OpenIdError `unreachable` */
  begin(redirectUri: string): Promise<{ address: string; authorization: OpenIdAuthorization }>;
  /**
   * Who has come back.
   *
   * @param returned  the redirect URI with what the provider has added
   * @throws OpenIdError `unreachable`, `denied`, `refused`
   */
  finish(returned: URL, authorization: OpenIdAuthorization): Promise<OpenIdIdentity>;
}
