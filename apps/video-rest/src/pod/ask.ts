/** Requests to another instance: politely, and to nobody else. */
import { setTimeout as wait } from 'node:timers/promises';
import { ExpectedError, errorCode, errorMessage, OperatorError } from '@campus/config';

/** Who is asked, and how. */
export interface Asking {
  /** The instance, and other hosts that may be asked for media, by where they are. */
  hosts: readonly [URL, ...URL[]];
  /** Told before it is waited as the instance asks. */
  onWait: (seconds: number) => void;
}

export interface Request {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Whether it carries the token, and so never leaves the instance. */
  isApi: boolean;
  /** For the answer, as far as `read` reads it. */
  timeoutMs: number;
}

/** An answer, and how to end it. */
interface Answered {
  answer: Response;
  stop: AbortController;
}

/** The instance cannot be asked now, or not by this token. */
export class PodAway extends OperatorError {}

/** One thing of another instance cannot come, as the message says; others may. */
export class CannotCome extends ExpectedError {
  /** Of the answer there; undefined: there is none that counts. */
  readonly status: number | undefined;
  /** Where one member alone is at fault. */
  readonly member: string | undefined;

  constructor(message: string, options: { status?: number; member?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.status = options.status;
    this.member = options.member;
  }
}

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
    const stop = new AbortController();
    const tooLate = new CannotCome(`no answer within ${request.timeoutMs / 1000} s`);
    const timer = setTimeout(() => stop.abort(tooLate), request.timeoutMs);
    try {
      const answer = await follow(asking, request, stop.signal);
      const { status } = answer;
      if (status === 429 || status === 503) {
        waits += 1;
        tries = 0;
        await waitAsAsked(asking, answer, waits);
        continue;
      }
      if (status < 500 || tries >= (status === 500 ? maxTriesOfFault : maxTries))
        return await read({ answer, stop });
      await answer.body?.cancel();
    } catch (error) {
      if (error === tooLate) {
        if (tries >= maxTriesOfFault) throw error;
      } else if (error instanceof CannotCome || error instanceof OperatorError) throw error;
      else if (tries >= maxTries || untrusted.test(errorCode(causeOf(error))))
        throw failureOf(request, error);
    } finally {
      clearTimeout(timer);
    }
    await wait(firstPauseMs * 2 ** (tries - 1));
  }
}

/** Asks, through redirects, once. */
async function follow(
  { hosts }: Asking,
  { url: first, headers, isApi }: Request,
  signal: AbortSignal,
): Promise<Response> {
  let url = first;
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const answer = await fetch(url, { headers, signal, redirect: 'manual' });
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || location === null) return answer;
    await answer.body?.cancel();
    const next = within(hosts, location, url.href);
    if (next instanceof CannotCome) throw next;
    url = next;
    if (isApi && url.origin !== hosts[0].origin)
      throw new CannotCome(`redirects to ${url.host}, where the token must not go`);
  }
  throw new CannotCome(`redirects more than ${maxRedirects} times`);
}

/**
 * An address that may be asked: behind proxies links have other schemes and ports than the instance, so that the name of
 * the host decides, and where that is was said at the start. Of others, why they may not.
 */
export function within(hosts: Asking['hosts'], given: string, from: string): URL | CannotCome {
  const url = URL.canParse(given, from) ? new URL(given, from) : undefined;
  const named =
    hosts.find(({ host }) => host === url?.host) ?? hosts.find(({ hostname }) => hostname === url?.hostname);
  if (url === undefined || named === undefined || !/^https?:$/.test(url.protocol))
    return new CannotCome(`leads to ${url?.host || given.slice(0, 100)}, a host that was not named`);
  return new URL(`${named.origin}${url.pathname}${url.search}`);
}

/** Waits for what an answer says in `Retry-After` (RFC 9110 §10.2.3), seconds or a date, else longer each time. */
async function waitAsAsked({ hosts, onWait }: Asking, answer: Response, waits: number): Promise<void> {
  await answer.body?.cancel();
  const given = answer.headers.get('retry-after') ?? '';
  const asked = /^\s*\d+\s*$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
  const seconds = Number.isNaN(asked) ? Math.min(60, 2 ** waits) : Math.max(1, Math.ceil(asked));
  if (waits > maxWaits || seconds > maxWaitSeconds)
    throw new PodAway(
      `${hosts[0].host} asks to wait ${waits > maxWaits ? 'again and again' : `${seconds} s`}. Call this later: it goes on.`,
    );
  onWait(seconds);
  await wait(seconds * 1000);
}

function failureOf({ url, isApi }: Request, error: unknown): Error {
  const cause = causeOf(error);
  const isUntrusted = untrusted.test(errorCode(cause));
  const mend = isUntrusted
    ? '. Nothing was sent there: its certificate has to name it, and to be trusted here (NODE_EXTRA_CA_CERTS names a file with those of other authorities).'
    : '';
  const said = `${url.host}: ${errorMessage(cause)}${mend}`;
  const isAway = isApi && (isUntrusted || away.test(errorCode(cause)));
  return isAway ? new PodAway(said) : new CannotCome(said, { cause: error });
}

/** Fetch has its own error around that of the connection. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}
