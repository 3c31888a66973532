import { randomBytes, randomUUID } from 'node:crypto';
import { settleInstanceKey } from '@campus/database';
import { hiddenField, withQuery } from '@campus/pages';
import type { Request } from 'express';
import type { Account } from './account.ts';
import { formText } from './form-text.ts';
import { openPasskeys, type Passkeys, relyingPartyAt } from './passkey/passkeys.ts';
import { createAuthorizationCookie } from './provider/authorization-cookie.ts';
import type { IdentityProvider, Trip } from './provider/identity-provider.ts';
import { type FindAccount, identityProviderRoutes } from './provider/provider-routes.ts';
import type { FactorDeps } from './second-factor/factors.ts';
import type { BrowserSessions } from './session/browser-sessions.ts';
import { createCsrf } from './session/csrf.ts';
import { framePages, guardPages } from './session/pages.ts';
import { openSessionStore } from './session/session-store.ts';
import { signInWords } from './session/sign-in-words.ts';
import { findSignedIn } from './session/signed-in.ts';
import type { SignInDeps } from './sign-in/sign-in-parts.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { openTotpKeys } from './totp/totp.ts';

/** Name of `BrowserSessions.onceField`. */
const onceFieldName = '_once';

/** What signing in needs to know of the service. */
type BrowserSessionsDeps<Person extends Account> = Omit<SignInDeps<Person>, 'findAccount' | 'secret'> & {
  /** What second factors work with. */
  secondFactor: Pick<FactorDeps, 'change'>;
};

/**
 * Opens the doors for people with a browser; see `BrowserSessions`. The keys of their cookies and of their authenticator
 * apps are made where there are none.
 */
export async function openBrowserSessions<Person extends Account>(
  given: BrowserSessionsDeps<Person>,
): Promise<BrowserSessions<Person>> {
  const { site, root, cookiePath, baseUrl } = given;
  const secret = (await settleKey(given, 'sessions')).toString('base64url');
  const findAccount = async (id: number) => (await given.findAccounts([id]))[0];
  const deps: SignInDeps<Person> = { ...given, secret, findAccount };
  const isSecure = baseUrl?.startsWith('https:') ?? false;
  const store = openSessionStore({ ...deps, isSecure });
  const csrf = createCsrf({ secret, cookiePath, isSecure });
  const { welcome, ...signedIn } = findSignedIn(deps, store);
  const frame = framePages(deps, { ...signedIn, csrf });
  const sessions: BrowserSessions<Person> = {
    site,
    lookups: deps.lookups,
    now: deps.now,
    ...signedIn,
    ...frame,
    ...guardPages(deps, { ...signedIn, ...frame, csrf }),
    sessionAddress: (page) => withQuery(`${root}/session/`, { next: page }),
    csrfField: csrf.field,
    holdsCsrf: csrf.holds,
    onceField: () => hiddenField(onceFieldName, randomUUID()),
    async isFirst(request, fields = request.body) {
      const value = formText({ body: fields }, onceFieldName);
      return value === '' || store.isFirst(request, value);
    },
    close: store.close,
  };
  const key = await settleKey(given, 'second-factors');
  const factors = { pool: deps.pool, key, change: given.secondFactor.change, now: deps.now };
  const passkeys = openedPasskeys(deps, factors);
  const totpKeys = openTotpKeys(factors);
  const own = { deps, store, sessions, welcome, isTlsLost: tlsCheck(deps, { isSecure }), factors };
  sessions.routes.use(signInRoutes({ ...own, totpKeys, passkeys }));
  const open = <Kept extends Trip>(provider: IdentityProvider<Kept>, findAccount: FindAccount<Person>) => {
    const { kept } = provider;
    const [name, path] = [`${provider.path}trip`, `${root}/${provider.path}/callback`];
    const authorizations = createAuthorizationCookie({ name, kept, path, isSecure, now: deps.now });
    sessions.routes.use(identityProviderRoutes(own, { provider, authorizations, findAccount }));
  };
  const { openId, cas } = deps;
  // Their clients come with a tenth of what a start loads, for those who have such a provider.
  if (openId.client !== undefined) {
    const { connectOpenId } = await import('./provider/connect-open-id.ts');
    open(connectOpenId(openId.client, deps), openId.findAccount);
  }
  if (cas?.server !== undefined) {
    const { connectCas } = await import('./provider/connect-cas.ts');
    open(connectCas(cas.server), cas.findAccount);
  }
  return sessions;
}

function settleKey(db: Parameters<typeof settleInstanceKey>[0], name: string): Promise<Buffer> {
  return settleInstanceKey(db, { name, proposal: randomBytes(32) });
}

/** Undefined where the public address is none for passkeys. */
function openedPasskeys<Person extends Account>(
  { site, language, baseUrl }: SignInDeps<Person>,
  factors: FactorDeps,
): Passkeys | undefined {
  const party = relyingPartyAt(baseUrl, site.name[language]);
  return party && openPasskeys(factors, party);
}

/**
 * The public address has TLS and this request seems to have come without: no browser would get the cookie of a
 * session. Nothing but the configuration of a proxy mends it, so the log says it too, once.
 */
function tlsCheck(
  { onError }: { onError(error: unknown): void },
  { isSecure }: { isSecure: boolean },
): (request: Request) => boolean {
  let isTold = false;
  return (request) => {
    if (!isSecure || request.secure) return false;
    if (!isTold) onError(new Error(signInWords.en.tlsLost));
    isTold = true;
    return true;
  };
}
