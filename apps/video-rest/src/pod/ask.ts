/** Requests to another instance: politely, and to nobody else. */
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode, errorMessage, OperatorError } from '@campus/config';
import { CannotCome } from './cannot-come.ts';

/** Who is asked, and how. */
export interface Asking {
  /** Public address of the instance, without `/rest`. */
  base: URL;
  /** By the name of each host that may be asked, where it is. */
  origins: ReadonlyMap<string, string>;
  /** Told before it is waited as the instance asks. */
  onWait: (seconds: number) => void;
}

/** The instance cannot be asked now, or not by this token. */
export class PodAway extends OperatorError {}

const maxRedirects = 5;
/** So often is asked for what does not come; and for what fails there by itself. */
const maxTries = 4;
const maxTriesOfFault = 2;
const firstPauseMs = 500;
/** So often an instance may ask to wait, and for so long. */
const maxWaits = 20;
const maxWaitSeconds = 3600;

/** Nobody is there, or not whom the certificate should name. */
const away = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;
const untrusted = /CERT|SSL|TLS|EPROTO|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH/;

interface Request {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Whether it carries the token, and so never leaves the instance. */
  isApi: boolean;
  /** For the answer, as far as `read` reads it. */
  timeoutMs: number;
}

/** An answer, and how to end it. */
export interface Answered {
  answer: Response;
  stop: AbortController;
}

/**
 * Asks until an answer comes that counts: none of 429 and 503, for which it waits as it is told, and none that fails once.
 *
 * @param read  reads of the answer what has to come in time
 * @throws CannotCome, PodAway
 */
export async function ask<Result>(
  asking: Asking,
  request: Request,
  read: (answered: Answered) => Promise<Result>,
): Promise<Result> {
  let waits = 0;
  for (let tries = 1; ; tries += 1) {
    const { outcome, retryAfter, isFinal } = await askOnce(asking, request, { read, tries });
    if (isFinal) {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    }
    if (retryAfter === undefined) await wait(firstPauseMs * 2 ** (tries - 1));
    else {
      waits += 1;
      tries -= 1;
      const seconds = retryAfter ?? Math.min(60, 2 ** waits);
      if (waits > maxWaits || seconds > maxWaitSeconds)
        throw new PodAway(`${request.url.host} asks to wait again and again. Call this later: it goes on.`);
      asking.onWait(seconds);
      await wait(seconds * 1000);
    }
  }
}

/** @returns `retryAfter` where it is asked to wait, null without a word how long */
async function askOnce<Result>(
  asking: Asking,
  request: Request,
  { read, tries }: { read: (answered: Answered) => Promise<Result>; tries: number },
): Promise<{ outcome: Result | Error; retryAfter?: number | null; isFinal: boolean }> {
  const stop = new AbortController();
  const tooLate = new CannotCome(`no answer within ${request.timeoutMs / 1000} s`);
  const timer = setTimeout(() => stop.abort(tooLate), request.timeoutMs);
  try {
    const answer = await follow(asking, request, stop.signal);
    const { status } = answer;
    const isBusy = status === 429 || status === 503;
    if (isBusy || (status >= 500 && tries < (status === 500 ? maxTriesOfFault : maxTries))) {
      await answer.body?.cancel();
      const retryAfter = isBusy ? { retryAfter: secondsAsked(answer.headers.get('retry-after')) } : {};
      return { outcome: tooLate, ...retryAfter, isFinal: false };
    }
    return { outcome: await read({ answer, stop }), isFinal: true };
  } catch (error) {
    if (error === tooLate) return { outcome: tooLate, isFinal: tries >= maxTriesOfFault };
    if (error instanceof CannotCome || error instanceof OperatorError) throw error;
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    const isUntrusted = untrusted.test(errorCode(cause));
    const isAway = request.isApi && (isUntrusted || away.test(errorCode(cause)));
    const mend = isUntrusted
      ? '. Nothing was sent there: its certificate has to name it, and to be trusted here (NODE_EXTRA_CA_CERTS names a file with those of other authorities).'
      : '';
    const said = `${request.url.host}: ${errorMessage(cause)}${mend}`;
    const outcome = isAway ? new PodAway(said) : new CannotCome(said, { cause: error });
    return { outcome, isFinal: isUntrusted || tries >= maxTries };
  } finally {
    clearTimeout(timer);
  }
}

/** Asks, through redirects, once. */
async function follow(
  asking: Asking,
  { url: first, headers, isApi }: Request,
  signal: AbortSignal,
): Promise<Response> {
  let url = first;
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const answer = await fetch(url, { headers, signal, redirect: 'manual' });
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || location === null) return answer;
    await answer.body?.cancel();
    url = within(asking, location, url.href);
    if (isApi && url.origin !== asking.base.origin)
      throw new CannotCome(`redirects to ${url.host}, where the token must not go`);
  }
  throw new CannotCome(`redirects more than ${maxRedirects} times`);
}

/**
 * An address that may be asked: behind proxies links have other schemes and ports than the instance, so that the name of
 * the host decides, and where that is was said at the start.
 *
 * @throws CannotCome
 */
export function within({ origins }: Pick<Asking, 'origins'>, given: string, from: string): URL {
  const url = URL.canParse(given, from) ? new URL(given, from) : undefined;
  const origin = url && /^https?:$/.test(url.protocol) ? origins.get(url.hostname) : undefined;
  if (url === undefined || origin === undefined)
    throw new CannotCome(`leads to ${url?.host || given.slice(0, 100)}, a host that was not named`);
  return new URL(`${origin}${url.pathname}${url.search}`);
}

/** RFC 9110 §10.2.3: seconds, or a date. */
function secondsAsked(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds));
}
