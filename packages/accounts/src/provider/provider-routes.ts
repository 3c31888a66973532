import { buttonLink, html, notice, withQuery } from '@campus/pages';
import { createTurns } from '@campus/service';
import express, { type Request, type Response, type Router } from 'express';
import type { AccountRoutesDeps } from '../session/account-routes-deps.ts';
import type { Account, FindAccount } from '../session/browser-sessions.ts';
import { letIn } from '../session/let-in.ts';
import { readForm } from '../session/read-form.ts';
import { safePath } from '../session/safe-path.ts';
import { signInWords } from '../session/sign-in-words.ts';
import { addressBlock } from '../throttling/address-block.ts';
import type { AuthorizationCookie } from './authorization-cookie.ts';
import { IdentityError, type IdentityErrorCode } from './identity-error.ts';
import type { IdentityProvider, Trip } from './identity-provider.ts';

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
} satisfies Record<IdentityErrorCode, number>;

/** The way to an identity provider and back. Whoever signs out here stays signed in there; see `endedSession` too. */
export function identityProviderRoutes<Kept extends Trip>(
  own: AccountRoutesDeps,
  {
    provider,
    authorizations,
    findAccount,
  }: {
    provider: IdentityProvider<Kept>;
    authorizations: AuthorizationCookie<Kept>;
    findAccount: FindAccount<Account>;
  },
): Router {
  const { deps, sessions } = own;
  const { protocol, endedSession } = provider;
  const router = express.Router();
  const turns = createTurns(returnTurnLimits);

  router.get(`/${provider.path}`, async (request, response) => {
    const next = safePath(request.query.next);
    if (sessions.accountOf(request) !== undefined) {
      response.redirect(next ?? sessions.homeOf(request));
      return;
    }
    try {
      const { address, trip } = await provider.begin(callbackOf(request));
      authorizations.keep(request, response, { trip, next });
      response.set('Cache-Control', 'no-store').redirect(address);
    } catch (error) {
      refuse(own, request, response, { error, protocol, next });
    }
  });

  router.get(`/${provider.path}/callback`, async (request, response) => {
    // Such as by the browser's way back: whoever is in needs nothing more.
    if (sessions.accountOf(request) !== undefined) {
      response.redirect(sessions.homeOf(request));
      return;
    }
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
      await letIn(own, request, response, { account, next, there: identity.session, isProved: true });
    } catch (error) {
      refuse(own, request, response, { error, protocol, next: pending?.next });
    }
  });

  // From the provider itself, which is in no browser: no form of ours, and no session.
  if (endedSession !== undefined)
    router.post(`/${provider.path}/callback`, readForm(answerStatus), async (request, response) => {
      const session = endedSession(request.body ?? {});
      if (session !== undefined) await own.store.endThere(session);
      response.sendStatus(204);
    });
  return router;

  /** Known to the provider, so that nobody can make it lead elsewhere. */
  function callbackOf(request: Request): string {
    const base = deps.baseUrl ?? `${request.protocol}://${request.host}`;
    return `${base}${deps.root}/${provider.path}/callback/`;
  }
}

/** Shows why nobody is signed in. @throws what is no IdentityError */
function refuse(
  { deps, sessions }: AccountRoutesDeps,
  request: Request,
  response: Response,
  { error, protocol, next }: { error: unknown; protocol: string; next: string | undefined },
): void {
  if (!(error instanceof IdentityError)) throw error;
  if (error.reason !== undefined) deps.onError(new Error(`${protocol}: ${error.reason}`));
  const language = sessions.languageOf(request);
  const say = signInWords[language];
  const again = { text: say.signIn, href: withQuery(`${deps.root}/login/`, { next }) };
  const main = html`${notice('bad', error.sentence(language))}
<p>${buttonLink(again)}</p>`;
  sessions.sendPage(request, response, { title: say.notSignedIn, main }, { status: statusOf[error.code] });
}

function answerStatus(_request: Request, response: Response, status: number): void {
  response.sendStatus(status);
}
