import * as client from 'openid-client';
import { z } from 'zod';
import { isUsername } from '../account.ts';
import { type Identity, IdentityError, type IdentityProvider } from './identity-provider.ts';
import type { OpenIdClient } from './provider-parameters.ts';

const requestSeconds = 5;
// Providers move their addresses seldom, and announce it for longer than this.
const rediscoverMs = 60 * 60_000;

/** What a return is held against: state, nonce and PKCE. */
const kept = z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() });

/**
 * The client of one provider: the authorisation code flow with PKCE, state and nonce. It is asked for its addresses
 * when somebody first signs in by it, so that a service starts without it.
 */
export function connectOpenId(
  { issuer, clientId, clientSecret, usernameClaim, claims: others }: OpenIdClient,
  { now }: { now: () => Date },
): IdentityProvider<z.infer<typeof kept>> {
  let discovered: { configuration: Promise<client.Configuration>; until: number } | undefined;

  /** The provider as it has last described itself; whoever comes after a failure asks again. */
  async function discover(): Promise<client.Configuration> {
    const at = now().getTime();
    if (discovered === undefined || at > discovered.until) {
      const asked = { configuration: ask(), until: at + rediscoverMs };
      asked.configuration.catch(() => {
        if (discovered === asked) discovered = undefined;
      });
      discovered = asked;
    }
    return discovered.configuration;
  }

  function ask(): Promise<client.Configuration> {
    const isPlain = issuer.startsWith('http:');
    return client.discovery(new URL(issuer), clientId, clientSecret, proveClient(clientSecret), {
      timeout: requestSeconds,
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    });
  }

  return {
    protocol: 'OpenID Connect',
    path: 'openid',
    kept,
    async begin(redirectUri) {
      const configuration = await discover().catch(unreachable);
      const trip = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state: trip.state,
        nonce: trip.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(trip.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, trip };
    },
    async finish(returned, { state, nonce, codeVerifier }) {
      const configuration = await discover().catch(unreachable);
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
      // Whether an address was verified is said beside it.
      const reliance = usernameClaim === 'email' ? ['email_verified'] : [];
      const wanted = [usernameClaim, ...reliance, ...others];
      const claims = await claimsOf(configuration, { returned, checks, wanted }).catch(refuse);
      return identityIn(claims, usernameClaim);
    },
  };
}

/** What the provider says of the person, with the claims that are wanted where it has them. */
async function claimsOf(
  configuration: client.Configuration,
  options: {
    returned: URL;
    checks: client.AuthorizationCodeGrantChecks;
    wanted: readonly string[];
  },
): Promise<client.UserInfoResponse> {
  const { returned, checks, wanted } = options;
  const tokens = await client.authorizationCodeGrant(configuration, returned, checks);
  const claims = tokens.claims();
  if (claims === undefined) throw new IdentityError('refused', { reason: 'there is no ID token' });
  const isWhole = wanted.every((name) => claims[name] !== undefined);
  if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  // Many providers put what belongs to a scope there alone (OpenID Connect Core §5.4).
  return { ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims };
}

function identityIn(claims: client.UserInfoResponse, usernameClaim: string): Identity {
  const { sub: subject, email_verified: isEmailVerified } = claims;
  // OpenID Connect Core §2: at most 255 ASCII characters.
  if (!/^[\x20-\x7e]{1,255}$/.test(subject))
    throw new IdentityError('refused', { reason: 'the subject is not as OpenID Connect Core §2 has it' });
  const name = claims[usernameClaim];
  // Anybody can claim an address that was not verified.
  const isReliable = usernameClaim !== 'email' || isEmailVerified === true;
  // What can be no user name names nobody; the database does not even take some of it.
  const isName = typeof name === 'string' && isUsername(name);
  return { subject, username: isName && isReliable ? name : undefined, claims };
}

/** By HTTP Basic unless the provider says that it takes the secret in the body alone (OpenID Connect Core §9). */
function proveClient(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
}

/** What is wrong with a provider that does not even describe itself. */
function unreachable(error: unknown): never {
  throw new IdentityError('unreachable', { reason: reasonOf(error) });
}

/** What is wrong with a sign-in. */
function refuse(error: unknown): never {
  if (error instanceof IdentityError) throw error;
  if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied')
    throw new IdentityError('denied');
  const isAnswer =
    error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError;
  const isProof = error instanceof client.ClientError && proofCodes.has(error.code ?? '');
  throw new IdentityError(isAnswer || isProof ? 'refused' : 'unreachable', { reason: reasonOf(error) });
}

/** Codes of errors about what the provider says; all others are about whether it answers as a provider does. */
const proofCodes = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** What the log may hold of an error: no cause that is an answer of the provider, with its codes, tokens and claims. */
function reasonOf(error: unknown): string {
  if (!isError(error)) return 'unknown';
  const { message, code, error: oauth, cause } = error;
  // An error code of OAuth has a closed set of characters (RFC 6749 §5.2); its description may hold anything.
  const said = typeof oauth === 'string' && /^[\w.-]{1,60}$/.test(oauth) ? oauth : undefined;
  const known = [typeof code === 'string' ? code : undefined, said].filter((text) => text !== undefined);
  return [
    known.length > 0 ? `${message} (${known.join(', ')})` : message,
    ...(isError(cause) ? [reasonOf(cause)] : []),
  ].join('; ');
}

/** Told by its shape, whatever class it is of. */
function isError(thrown: unknown): thrown is Error & { code?: unknown; error?: unknown } {
  const isObject = typeof thrown === 'object' && thrown !== null;
  return isObject && 'stack' in thrown && 'message' in thrown && typeof thrown.message === 'string';
}
