import { randomUUID } from 'node:crypto';
import { hiddenField, withQuery } from '@campus/pages';
import type { Request } from 'express';
import type { Passkeys } from './passkey/passkeys.ts';
import { type RelyingParty, relyingPartyAt } from './passkey/relying-party.ts';
import { createAuthorizationCookie } from './provider/authorization-cookie.ts';
import type { IdentityProvider, Trip } from './provider/identity-provider.ts';
import { identityProviderRoutes } from './provider/provider-routes.ts';
import { type FactorDeps, openFactorStore } from './second-factor/factor-store.ts';
import type {
  Account,
  BrowserSessions,
  BrowserSessionsDeps,
  FindAccount,
} from './session/browser-sessions.ts';
import { createCsrf } from './session/csrf.ts';
import { formText } from './session/form-text.ts';
import { guardPages } from './session/guard-pages.ts';
import { framePages } from './session/page-frame.ts';
import { openSessionStore } from './session/session-store.ts';
import { signInWords } from './session/sign-in-words.ts';
import { findSignedIn } from './session/signed-in.ts';
import { accountRoutes } from './sign-in/account-routes.ts';

/** Name of `BrowserSessions.onceField`. */
const onceFieldName = '_once';

/** Opens the doors for people with a browser; see `BrowserSessions`. */
export async function openBrowserSessions<Person extends Account>(
  deps: BrowserSessionsDeps<Person>,
): Promise<BrowserSessions<Person>> {
  const { site, root, secret, cookiePath, baseUrl } = deps;
  const isSecure = baseUrl?.startsWith('https:') ?? false;
  const store = openSessionStore({ ...deps, isSecure });
  const csrf = createCsrf({ secret, cookiePath, isSecure });
  const { welcome, ...signedIn } = findSignedIn(deps, store);
  const { pool, secondFactor } = deps;
  const { key, change } = secondFactor;
  const factorDeps = { pool, key, change, now: deps.now };
  const factors = openFactorStore(factorDeps);
  const party = relyingPartyAt(baseUrl, site.name[deps.language]);
  const passkeys = party && (await openedPasskeys(factorDeps, party));
  const frame = framePages(deps, { ...signedIn, csrf });
  const sessions: BrowserSessions<Person> = {
    site,
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
  const own = { deps, store, sessions, factors, passkeys, welcome, isTlsLost: tlsCheck(deps, { isSecure }) };
  sessions.routes.use(accountRoutes(own));
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

/** Their library comes with a good part of what a start loads, for those who have an address for them. */
async function openedPasskeys(deps: FactorDeps, party: RelyingParty): Promise<Passkeys> {
  const { openPasskeys } = await import('./passkey/passkeys.ts');
  return openPasskeys(deps, party);
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
