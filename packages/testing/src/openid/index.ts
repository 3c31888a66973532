/** A real OpenID provider for tests of signing in through one. Imported by tests only. */
export {
  type OpenIdClient,
  type OpenIdPerson,
  type OpenIdProvider,
  type PersonClaims,
  startOpenIdProvider,
} from './start-openid-provider.ts';
