import type { Request } from 'express';
import type { Caller } from './caller.ts';
import { Refusal } from './errors.ts';
import type { Engine } from './exchange.ts';
import { type Format, namesPage } from './negotiate.ts';

type Doors = Pick<Engine<never>, 'authenticate' | 'sessions' | 'explain'>;

/**
 * Who calls: by the Authorization header where there is one, else by the session of a browser.
 *
 * Undefined when a browser shows no sign of who it is: it is to be sent to the sign-in page, and never challenged,
 * since it would ask for a password by itself and keep it for good.
 *
 * @throws what `engine.authenticate` throws
 */
export async function findCaller(
  request: Request,
  { engine, format }: { engine: Doors; format: Format },
): Promise<Caller | undefined> {
  if (request.headers.authorization !== undefined) return engine.authenticate(request);
  const caller = engine.sessions.callerOf(request);
  if (caller !== undefined) return caller;
  // What browsers say of their requests; programs say nothing of where they come from. Over plain http a browser
  // says no more than that it reads pages.
  const { 'sec-fetch-mode': mode, 'sec-fetch-site': site } = request.headers;
  if (format === 'page' || mode === 'navigate' || namesPage(request)) return undefined;
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
    { status, text },
    { values, headers: { ...error.headers, 'WWW-Authenticate': 'Token realm="api"' }, cause: error },
  );
}
