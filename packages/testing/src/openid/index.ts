/** A real OpenID provider for tests of signing in through one. Imported by tests only. */
export { type OpenIdClient, type OpenIdProvider, startOpenIdProvider } from './start-openid-provider.ts';
