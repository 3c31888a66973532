import { hasBody } from '@campus/service';
import type { Caller } from '../caller.ts';
import { baseOf, type KnownRequest } from '../engine.ts';
import { Refusal } from '../errors.ts';
import { plainAddress } from '../pages/addresses.ts';
import { methodOf } from '../pages/page-form.ts';
import { type Negotiated, namesPage, wantsPage } from './negotiate.ts';

export interface Authenticated<Services> extends Negotiated<Services>, KnownRequest<Services> {
  /** As it is meant: a form of a page can only say POST. */
  method: string;
}

/**
 * Who is it? By the Authorization header where there is one, else by the session of a browser.
 *
 * A browser that shows no sign of who it is is sent to the sign-in page, and never challenged, since it would ask
 * for a password by itself and keep it for good. One whose form has sent empty parameters is sent to the address
 * without them, which is fit to be kept or passed on.
 *
 * @throws what `engine.authenticate` throws; HostError
 */
export async function authenticate<Services>(
  negotiated: Negotiated<Services>,
): Promise<Authenticated<Services> | undefined> {
  const { request, response, engine, format } = negotiated;
  const caller = await findCaller(negotiated);
  if (caller === undefined) {
    engine.sessions.sendToSignIn(request, response);
    return undefined;
  }
  const base = baseOf(request, engine);
  // Only a form of ours sends empty parameters on purpose; whoever brings credentials is answered where they ask.
  const isOfForm = format === 'page' && request.method === 'GET' && caller.scheme === 'session';
  const plain = isOfForm ? plainAddress(request) : undefined;
  if (plain !== undefined) {
    response.redirect(plain);
    return undefined;
  }
  return { ...negotiated, caller, base, method: methodOf(request, caller), knownAt: performance.now() };
}

/** Who sends a body for so long is asked again: hours may be between its first byte and its last. */
export const askAgainAfterMs = 1_000;

/**
 * Is it still they, with the rights that they had, now that a body has come?
 *
 * @throws what `engine.authenticate` throws; Refusal  403
 */
export async function askAgain<Services>(
  known: Pick<KnownRequest<Services>, 'request' | 'engine' | 'caller' | 'knownAt'>,
): Promise<void> {
  if (performance.now() - known.knownAt < askAgainAfterMs || !hasBody(known.request)) return;
  const now = await callerNow(known);
  const { id, isStaff, isSuperuser } = known.caller;
  if (now?.id !== id || now.isStaff !== isStaff || now.isSuperuser !== isSuperuser)
    throw new Refusal('permission_denied');
}

/** Who it is now, by what the request was let in with; undefined: a session that is over. @throws what `engine.authenticate` throws */
export function callerNow<Services>({
  request,
  engine,
  caller,
}: Pick<KnownRequest<Services>, 'request' | 'engine' | 'caller'>): Promise<Caller | undefined> {
  return caller.scheme === 'session' ? engine.sessions.lookAgain(request) : engine.authenticate(request);
}

async function findCaller<Services>({ request, engine }: Negotiated<Services>): Promise<Caller | undefined> {
  if (request.headers.authorization !== undefined) return engine.authenticate(request);
  const caller = engine.sessions.callerOf(request);
  if (caller !== undefined) return caller;
  // What browsers say of their requests; programs say nothing of where they come from. Over plain http a browser
  // says no more than that it reads pages.
  const { 'sec-fetch-mode': mode, 'sec-fetch-site': site } = request.headers;
  if (wantsPage(request) || mode === 'navigate' || namesPage(request)) return undefined;
  if (site === undefined) return engine.authenticate(request);
  return engine.authenticate(request).catch((error: unknown) => {
    throw unchallenged(engine.explain(error)) ?? error;
  });
}

/** A script of a page that asks after its session has ended: a 401 must name some scheme, and none that browsers ask for. */
function unchallenged(error: unknown): Refusal | undefined {
  if (!(error instanceof Refusal) || error.status !== 401) return undefined;
  const { status, text, values } = error;
  return new Refusal(
    { status, ...text },
    { values, headers: { ...error.headers, 'WWW-Authenticate': 'Token realm="api"' }, cause: error },
  );
}
