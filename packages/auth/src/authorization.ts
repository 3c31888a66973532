/** The authentication schemes that the services know, spelled as their standards spell them. */
export type Scheme = 'Bearer' | 'Token' | 'Basic';

/** Credentials as they stood in a well-formed `Authorization` header; nothing is verified yet. */
export type Authorization =
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string };

/**
 * Why an `Authorization` header was not understood.
 *
 * `no-scheme` is also a bare token without `Bearer ` before it; `spaces` covers tabs; `no-colon` is Basic
 * whose decoded text does not separate user name and password.
 */
export type RefusalReason =
  | 'missing'
  | 'repeated'
  | 'no-scheme'
  | 'unsupported-scheme'
  | 'no-credentials'
  | 'spaces'
  | 'invalid-characters'
  | 'not-base64'
  | 'no-colon';

/**
 * The refusal of a header. It never holds anything the caller sent: `scheme` is one of ours, present when the
 * header named it.
 */
export interface AuthorizationRefusal {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
  readonly scheme?: Scheme;
}
