import { boolean, httpUrl, isLoopback, ParameterError, parameter, text, type Values } from '@campus/config';

/** Parameters of the sign-in by OpenID Connect, under the same names in every service. */
export const openIdParameters = {
  oidcIssuer: parameter(
    'oidc.issuer',
    'issuer of the OpenID Connect provider for people with a browser; absent: they sign in by password alone',
    providerUrl,
  ),
  oidcClientId: parameter('oidc.client-id', 'name of this service at the provider', text),
  oidcClientSecret: parameter('oidc.client-secret', 'its secret there', text, { secret: true }),
  oidcUsernameClaim: parameter(
    'oidc.username-claim',
    'claim that is the user name of an account here, at the first sign-in; people must not be able to choose it themselves',
    text,
    { default: 'preferred_username' },
  ),
};

/** How a provider is reached. */
export interface OpenIdClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claim that is a user name here. */
  usernameClaim: string;
  /** Others that the service reads, where the provider has them. */
  claims: readonly string[];
}

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

/** Parameters of the sign-in by CAS. */
export const casParameters = {
  casUrl: parameter(
    'cas.url',
    'address of the CAS server (protocol 3) for people with a browser, such as https://cas.example.edu/cas; needs `server.base-url`; absent: nobody signs in by CAS',
    providerUrl,
  ),
  casRenew: parameter(
    'cas.renew',
    'whether people prove there who they are at every sign-in, also when they have just done so',
    boolean,
    { default: false },
  ),
};

/**
 * The rule beside them: the public address is configured. Taken from the header `Host` it would be what the sender says,
 * and another service could sign somebody in here with a ticket that it was given for itself.
 */
export function checkCas({ casUrl, baseUrl }: { casUrl: string | undefined; baseUrl: string | undefined }) {
  if (casUrl === undefined || baseUrl !== undefined) return [];
  const message = `server.base-url is required with cas.url, since tickets are held against it; set it to the public address, such as https://service.example.org`;
  return [{ parameters: ['casUrl', 'baseUrl'], message }] as const;
}

/** How a CAS server is reached. */
export interface CasServer {
  /** What comes before `/login`. */
  url: string;
  /** Whether everybody has to prove anew who they are; see CAS protocol 3.0 §2.1.1, `renew`. */
  renew: boolean;
}

/** How the server is reached; undefined while it is not configured. */
export function casServerOf({ casUrl, casRenew }: Values<typeof casParameters>): CasServer | undefined {
  return casUrl === undefined ? undefined : { url: casUrl, renew: casRenew };
}

/** Value parser: the address of an identity provider, to which others are added; without TLS only on this machine. */
function providerUrl(given: string): string {
  const address = httpUrl(given);
  const { protocol, hostname, search } = new URL(address);
  if (search !== '') throw new ParameterError('must be a URL without a query');
  if (protocol === 'http:' && !isLoopback(hostname.replace(/^\[|\]$/g, '')))
    throw new ParameterError('must begin with https://');
  return address;
}

/** An address of a CAS server, such as that of its sign-out. */
export function casAddress(url: string, path: string): string {
  return `${url.replace(/\/+$/, '')}/${path}`;
}
