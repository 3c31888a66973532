import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import { createTurns } from '@campus/service';
import express, { type Request, type Response, type Router } from 'express';
import type { Account } from '../account.ts';
import { letIn, type SignInParts, type SignInVisit } from '../session/let-in.ts';
import { readForm } from '../session/pages.ts';
import { safePath } from '../session/sign-in-address.ts';
import { signInWords } from '../session/sign-in-words.ts';
import { openVisitsWith } from '../session/visit.ts';
import { logRefusal } from '../sign-in-log.ts';
import { addressBlock } from '../throttling/throttle-attempts.ts';
import type { AuthorizationCookie } from './authorization-cookie.ts';
import { type Identity, IdentityError, type IdentityProvider, type Trip } from './identity-provider.ts';
import type { CasServer, OpenIdClient } from './provider-parameters.ts';

/**
 * The account that has this subject; else the active one of exactly this user name that has none yet, which has it from
 * now on. An account of another subject is nobody else's. A service may make one for whoever has none.
 *
 * @throws IdentityError `name_taken`
 */
export type FindAccount<Person extends Account> = (
  identity: Identity,
  address: string | undefined,
) => Promise<Person | undefined>;

/** The identity providers that people may come from. */
export interface ProviderDeps<Person extends Account> {
  /** OpenID Connect; `client` is how the provider is reached, undefined: it is not configured. */
  openId: { client: OpenIdClient | undefined; findAccount: FindAccount<Person> };
  /** CAS; absent: the service has none. */
  cas?: { server: CasServer | undefined; findAccount: FindAccount<Person> };
}

/**
 * Of the returns from one provider, which is asked about each of them, and may take seconds. Anybody can return as often
 * as they like, and a whole school may come from one address.
 */
export const returnTurnLimits = { atATime: 16, waiting: 512, waitingPerCaller: 256, retryAfterSeconds: 5 };

const statusOf = {
  unreachable: 503,
  denied: 403,
  refused: 403,
  stale: 400,
  no_account: 403,
  name_taken: 403,
} satisfies Record<IdentityError['code'], number>;

/** The way to an identity provider and back. Whoever signs out here stays signed in there; see `endedSession` too. */
export function identityProviderRoutes<Kept extends Trip>(
  own: SignInParts,
  options: {
    provider: IdentityProvider<Kept>;
    authorizations: AuthorizationCookie<Kept>;
    findAccount: FindAccount<Account>;
  },
): Router {
  const { provider, authorizations, findAccount } = options;
  const { deps, store } = own;
  const { path, endedSession } = provider;
  const router = express.Router();
  const turns = createTurns(returnTurnLimits);
  const open = openVisitsWith(own);
  router.get(`/${path}`, open(leave));
  router.get(`/${path}/callback`, open(comeBack));
  // From the provider itself, which is in no browser: no form of ours, and no session.
  if (endedSession !== undefined)
    router.post(`/${path}/callback`, readForm(answerStatus), async (request, response) => {
      const session = endedSession(request.body ?? {});
      if (session !== undefined) await store.endThere(session);
      response.sendStatus(204);
    });
  return router;

  async function leave(visit: SignInVisit): Promise<void> {
    const { sessions, request, response, reader } = visit;
    const next = safePath(request.query.next);
    if (reader.account !== undefined) return response.redirect(next ?? sessions.homeOf(request));
    try {
      const { address, trip } = await provider.begin(callbackOf(request));
      authorizations.keep(request, response, { trip, next });
      response.set('Cache-Control', 'no-store').redirect(address);
    } catch (error) {
      refuse(visit, { error, protocol: provider.protocol, next });
    }
  }

  async function comeBack(visit: SignInVisit): Promise<void> {
    const { sessions, request, response, reader } = visit;
    // Such as by the browser's way back: whoever is in needs nothing more.
    if (reader.account !== undefined) return response.redirect(sessions.homeOf(request));
    const pending = authorizations.take(request, response);
    try {
      if (pending === undefined) throw new IdentityError('stale');
      const returned = new URL(callbackOf(request));
      returned.search = new URL(request.originalUrl, returned).search;
      const identity = await turns.run(addressBlock(request.ip ?? ''), () =>
        provider.finish(returned, pending.trip),
      );
      const account = await findAccount(identity, request.ip);
      if (!account?.isActive)
        throw new IdentityError('no_account', { name: identity.username ?? identity.subject });
      const { next } = pending;
      // Whatever factors they have are the provider's business.
      await letIn(visit, { account, next, there: identity.session, by: provider.protocol });
    } catch (error) {
      refuse(visit, { error, protocol: provider.protocol, next: pending?.next });
    }
  }

  /** Known to the provider, so that nobody can make it lead elsewhere. */
  function callbackOf(request: Request): string {
    const base = deps.baseUrl ?? `${request.protocol}://${request.host}`;
    return `${base}${deps.root}/${path}/callback/`;
  }
}

/** Shows why nobody is signed in. @throws what is no IdentityError */
function refuse(
  visit: SignInVisit,
  refused: { error: unknown; protocol: string; next: string | undefined },
): void {
  const { deps, reader, answer } = visit;
  const { language } = reader;
  const { error, protocol, next } = refused;
  if (!(error instanceof IdentityError)) throw error;
  logRefusal(visit.request, { by: protocol, why: error.code });
  if (error.reason !== undefined) deps.onError(new Error(`${protocol}: ${error.reason}`));
  const say = signInWords[language];
  const again = { text: say.signIn, href: ui.withQuery(`${deps.root}/login/`, { next }) };
  const main = html`${ui.notice('bad', error.sentence(language))}
<p>${ui.buttonLink(again)}</p>`;
  answer({ title: say.notSignedIn, main }, statusOf[error.code]);
}

function answerStatus(_request: Request, response: Response, status: number): void {
  response.sendStatus(status);
}
