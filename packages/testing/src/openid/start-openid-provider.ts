import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { type ClientMetadata, type Configuration, Provider } from 'oidc-provider';
import { listenOnLoopback } from '../listen-on-loopback.ts';
import type { OpenIdPerson } from './openid-person.ts';
import { signInByHttp } from './sign-in-by-http.ts';
import { answerSignInPage } from './sign-in-page.ts';
import { storeInMemory } from './store-in-memory.ts';

/** A service that lets people sign in through the provider. */
export interface OpenIdClient {
  clientId: string;
  clientSecret: string;
  /** Compared to the letter with what the service sends. */
  redirectUris: string[];
}

export interface OpenIdProvider {
  /** Such as `http://127.0.0.1:40123`; what it offers is at `/.well-known/openid-configuration` below it. */
  issuer: string;
  /** Those who can sign in, read at each request: a test may add, change and remove. */
  people: OpenIdPerson[];
  /** Makes a service known, or replaces it; for one whose address is known only when the provider already runs. */
  register(client: OpenIdClient): void;
  /**
   * Signs a person in as a browser without JavaScript would, one who was not there before.
   *
   * @param authorizationUrl where the service sends the browser
   * @param subject null for one who cancels
   * @returns where the provider sends the browser back to: the redirect URI with `code` and `state`, or with `error`
   * @throws Error with the provider's answer, when it shows an error page instead
   */
  signIn(authorizationUrl: string | URL, subject: string | null): Promise<URL>;
  /** Cuts open connections too. */
  stop(): Promise<void>;
}

/**
 * Starts a real OpenID provider: authorisation code with PKCE (required), tokens signed by RS256. Its sign-in page
 * has one button for each person, named by the claim `name` or else the subject, and one to cancel: no password, no
 * second page. It remembers a browser that has signed in, as others do.
 *
 * @param options.host what the issuer calls this machine; to a browser `localhost` is another site than 127.0.0.1,
 * another port is not, which decides what happens to SameSite cookies; default `127.0.0.1`
 * @param options.claimsIn `userinfo`, as the standard has it for a code flow, leaves only `sub` in the id token;
 * by default all claims are in both
 */
export async function startOpenIdProvider(
  options: {
    clients?: OpenIdClient[];
    people?: OpenIdPerson[];
    host?: '127.0.0.1' | 'localhost';
    claimsIn?: 'both' | 'userinfo';
  } = {},
): Promise<OpenIdProvider> {
  const people = options.people ?? [];
  const clients = new Map<string, ClientMetadata>();
  const register = (client: OpenIdClient) => void clients.set(client.clientId, metadataOf(client));
  options.clients?.forEach(register);

  const server = createServer();
  const { port, stop } = await listenOnLoopback(server);
  const issuer = `http://${options.host ?? '127.0.0.1'}:${port}`;

  const provider = new Provider(issuer, {
    ...everyone,
    adapter: storeInMemory(clients),
    conformIdTokenClaims: options.claimsIn === 'userinfo',
    jwks: { keys: [signingKey()] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    findAccount: (_context, subject) => {
      const person = people.find((candidate) => candidate.subject === subject);
      return person && { accountId: subject, claims: () => ({ ...person.claims, sub: subject }) };
    },
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
    // Whoever signs in agrees to what the service asks for.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/sign-in/')) return void answer(request, response);
    answerSignInPage(provider, people, request, response).catch((error: unknown) => {
      // Such as an address that is too old; the test reads why.
      response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error));
    });
  });

  return {
    issuer,
    people,
    register,
    signIn: (authorizationUrl, subject) => signInByHttp(issuer, new URL(authorizationUrl), subject),
    stop,
  };
}

const hourSeconds = 3600;

/** What is the same for every provider. What is left out here would be warned of on the console. */
const everyone = {
  claims: {
    openid: ['sub'],
    profile: ['name', 'preferred_username', 'given_name', 'family_name', 'groups', 'eduPersonAffiliation'],
    email: ['email', 'email_verified'],
  },
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
  clientBasedCORS: () => false,
  ttl: {
    AccessToken: hourSeconds,
    AuthorizationCode: 60,
    Grant: hourSeconds,
    IdToken: hourSeconds,
    Interaction: hourSeconds,
    Session: hourSeconds,
  },
  renderError: (context, out, error) => {
    context.type = 'text/plain';
    context.body = `${out.error}: ${out.error_description ?? ''}\n${error.message}`;
  },
} satisfies Configuration;

function metadataOf(client: OpenIdClient): ClientMetadata {
  return {
    client_id: client.clientId,
    client_secret: client.clientSecret,
    redirect_uris: client.redirectUris,
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code'],
    response_types: ['code'],
  };
}

function signingKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
}
