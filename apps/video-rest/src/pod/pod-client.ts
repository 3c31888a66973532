import { Readable } from 'node:stream';
import { isDeep } from '@campus/rest';
import { type Asking, ask, CannotCome, PodAway, type Request, within } from './ask.ts';

/** Where another instance is, and how it is asked. */
interface PodSettings extends Pick<Asking, 'onWait'> {
  /** Its public address, without `/rest`. */
  base: URL;
  token: string;
  /** Other hosts that its media may come from, `name` or `name:port`. */
  mediaHosts: readonly string[];
  /** In which translated texts are wanted, two letters. */
  language: string;
  /** Of this service, for the `User-Agent`. */
  version: string;
  /** For an answer of the API as a whole, and for the next piece of a file. */
  limits?: { answerMs: number; stallMs: number };
}

/** Of one answer of the API: playlists have their videos whole. */
const maxAnswerBytes = 64 * 2 ** 20;

/** A file is asked for so often, while less than this comes each time. */
const maxTries = 3;
const goodPieceBytes = 2 ** 20;

/**
 * Another instance, which is asked for one thing at a time. Nothing is asked of hosts that are not named, whatever it answers
 * and wherever it redirects to.
 */
export class Pod {
  /** Its address, without a slash at the end. */
  readonly base: string;
  private readonly asking: Asking;
  private readonly api: Omit<Request, 'url'>;
  private readonly media: Omit<Request, 'url'>;

  constructor({ base, token, mediaHosts, language, version, onWait, limits }: PodSettings) {
    const { answerMs, stallMs } = limits ?? { answerMs: 120_000, stallMs: 60_000 };
    this.base = base.href.replace(/\/+$/, '');
    this.asking = {
      hosts: [base, ...mediaHosts.map((host) => new URL(`${base.protocol}//${host}`))],
      onWait,
    };
    const agent = { 'User-Agent': `campus-video-rest/${version} (import-pod)` };
    const wanted = { Accept: 'application/json', 'Accept-Language': language };
    const headers = { ...agent, ...wanted, Authorization: `Token ${token}` };
    this.api = { headers, isApi: true, timeoutMs: answerMs };
    const whole = { Accept: '*/*', 'Accept-Encoding': 'identity' };
    this.media = { headers: { ...agent, ...whole }, isApi: false, timeoutMs: stallMs };
  }

  /**
   * What its API has at a path below `/rest/`.
   *
   * @throws CannotCome  it has nothing that can be used there; PodAway
   */
  get(path: string, query: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const url = new URL(`${this.base}/rest/${path}`);
    url.search = new URLSearchParams(query).toString();
    return ask(this.asking, { ...this.api, url }, async ({ answer }) => {
      const { status } = answer;
      if (status === 200) return parsed(await textOf(answer));
      await answer.body?.cancel();
      if (status === 401) throw new PodAway(`${url.host} does not know the token in POD_TOKEN (401).`);
      throw new CannotCome(faultOf(status), { status });
    });
  }

  /**
   * A file of its media, called by the last part of its address; `content` fails with a `CannotCome` where not all of it can
   * be had.
   *
   * @throws CannotCome  it is nowhere that may be asked
   */
  download(address: string): { name: string; content: Readable } {
    const url = within(this.asking.hosts, address, `${this.base}/`);
    if (url instanceof CannotCome) throw url;
    return { name: lastPartOf(url), content: Readable.from(wholeFile(this.asking, { ...this.media, url })) };
  }

  /** The list and the key of an object by its address in the API, and that address as it is noted; or why it is none. */
  placeOf(address: unknown): { path: string; key: string; source: string } | CannotCome {
    if (typeof address !== 'string') return new CannotCome('names something that is no address');
    const url = within(this.asking.hosts, address, `${this.base}/`);
    if (url instanceof CannotCome) return url;
    const [, path, key] = /\/rest\/([^/]{1,40})\/([^/]{1,100})\/?$/.exec(url.pathname) ?? [];
    if (path === undefined || key === undefined)
      return new CannotCome(`names ${url.pathname.slice(0, 100)}, which is no object of the API`);
    return { path, key, source: `${this.base}/rest/${path}/${key}/` };
  }
}

/** The bytes of a file, all of them: what stands still, or ends before its length, is asked for again from there on. */
async function* wholeFile(asking: Asking, request: Request): AsyncGenerator<Uint8Array> {
  let came = 0;
  let first: ReturnType<typeof fileIn> | undefined;
  for (let tries = 1; ; tries += 1) {
    const range = { Range: `bytes=${came}-`, ...(first?.version && { 'If-Range': first.version }) };
    const headers = { ...request.headers, ...(came > 0 && range) };
    const { answer, stop } = await ask(asking, { ...request, headers }, async (answered) => {
      const { status, body } = answered.answer;
      if (status === 200 || (status === 206 && came > 0)) return answered;
      await body?.cancel();
      throw new CannotCome(`its file: ${faultOf(status)}`, { status });
    });
    const before = came;
    try {
      const file = fileIn(answer);
      first ??= file;
      if (file.length !== first.length || file.version !== first.version || file.from > came)
        throw new CannotCome('its file has changed while it was read');
      const reader = answer.body?.getReader();
      // What has come already comes again, where the other instance gives no parts of files.
      for (let passed = file.from; ; ) {
        const timer = setTimeout(() => stop.abort(), request.timeoutMs);
        const next = await reader?.read().catch(() => null);
        clearTimeout(timer);
        if (next?.value === undefined) {
          if (came === (first.length ?? (next === null ? -1 : came))) return;
          break;
        }
        const fresh = next.value.subarray(Math.max(0, came - passed));
        passed += next.value.length;
        came += fresh.length;
        if (fresh.length > 0) yield fresh;
      }
      if (came - before > goodPieceBytes) tries = 0;
      const how = stop.signal.aborted ? `stands still for ${request.timeoutMs / 1000} s` : 'is cut off';
      if (tries >= maxTries)
        throw new CannotCome(`its file ${how} after ${came} of ${first.length ?? 'unknown'} bytes`);
    } finally {
      stop.abort();
    }
  }
}

/** What an answer says of a file, and where in it it begins. */
function fileIn({ status, headers }: Response) {
  const [, from = '0', whole] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  const tag = headers.get('etag');
  const length = status === 206 ? whole : headers.get('content-length');
  return {
    from: Number(from),
    length: length === null || length === undefined ? undefined : Number(length),
    // RFC 9110 §13.1.5: only one that is strong tells whether parts belong together.
    version: (tag?.startsWith('"') === true ? tag : undefined) ?? headers.get('last-modified') ?? undefined,
  };
}

/** @throws CannotCome  it is longer than any answer may be */
async function textOf(answer: Response): Promise<string> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (bytes > maxAnswerBytes)
      throw new CannotCome(`answers more than ${maxAnswerBytes / 2 ** 20} MiB`, { status: 200 });
    read.push(piece);
  }
  return Buffer.concat(read).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!isDeep(value, 32)) return value;
  } catch (cause) {
    throw new CannotCome('answers a page, or something else that is no JSON', { status: 200, cause });
  }
  throw new CannotCome('answers values within values, deeper than any object has', { status: 200 });
}

function faultOf(status: number): string {
  if (status === 403) return 'the token may not read it (403)';
  if (status === 404) return 'there is none (404)';
  return `answered ${status}`;
}

function lastPartOf({ pathname }: URL): string {
  const part = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
