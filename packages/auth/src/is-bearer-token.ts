/**
 * Tells whether a text can be sent as a bearer token: RFC 6750 §2.1 `b64token`, that is letters, digits and
 * `-._~+/`, then any number of `=`. The same rule holds for tokens in requests and in the configuration.
 */
export function isBearerToken(text: string): boolean {
  return /^[A-Za-z0-9\-._~+/]+=*$/.test(text);
}
