import { parameter, text, type Values } from '@campus/config';
import type { OpenIdClient } from './connect-open-id.ts';
import { providerUrl } from './provider-url.ts';

/** Parameters of the sign-in by OpenID Connect, under the same names in every service. */
export const openIdParameters = {
  oidcIssuer: parameter({
    name: 'oidc.issuer',
    meaning:
      'issuer of the OpenID Connect provider for people with a browser; absent: they sign in by password alone',
    parse: providerUrl,
  }),
  oidcClientId: parameter({
    name: 'oidc.client-id',
    meaning: 'name of this service at the provider',
    parse: text,
  }),
  oidcClientSecret: parameter({
    name: 'oidc.client-secret',
    meaning: 'its secret there',
    secret: true,
    parse: text,
  }),
  oidcUsernameClaim: parameter({
    name: 'oidc.username-claim',
    meaning:
      'claim that is the user name of an account here, at the first sign-in; people must not be able to choose it themselves',
    parse: text,
    default: { value: 'preferred_username', text: 'preferred_username' },
  }),
};

/** The values of these parameters; it is off while the first three are not set. */
type OpenIdConfiguration = Values<typeof openIdParameters>;

/** The rule across them: issuer, client id and secret are set together. */
export function checkOpenId(isSet: (key: keyof OpenIdConfiguration) => boolean) {
  const together = ['oidcIssuer', 'oidcClientId', 'oidcClientSecret'] as const;
  const missing = together.filter((key) => !isSet(key));
  if (missing.length === 0 || missing.length === together.length) return [];
  const names = missing.map((key) => openIdParameters[key].name).join(' and ');
  // Only the missing ones are concerned: a problem with another's value is named beside this.
  return [
    {
      parameters: missing,
      message: `${names} must be set too: oidc.issuer, oidc.client-id and oidc.client-secret go together; set all three, or none`,
    },
  ];
}

/**
 * How the provider is reached; undefined while it is not configured.
 *
 * @param claims  that the service reads beside the user name
 */
export function openIdClientOf(
  configuration: OpenIdConfiguration,
  claims: readonly string[] = [],
): OpenIdClient | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = configuration;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret, usernameClaim: configuration.oidcUsernameClaim, claims };
}
