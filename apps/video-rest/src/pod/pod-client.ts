import { Readable } from 'node:stream';
import { type Answered, type Asking, ask, PodAway, within } from './ask.ts';
import { CannotCome } from './cannot-come.ts';

/** Where the other instance is, and how it is asked. */
interface PodSettings {
  /** Its public address, without `/rest`. */
  base: URL;
  token: string;
  /** Other hosts that its media may come from, `name` or `name:port`. */
  mediaHosts: readonly string[];
  /** In which translated texts are wanted, two letters. */
  language: string;
  /** Of this service, for the `User-Agent`. */
  version: string;
  onWait: Asking['onWait'];
  /** For an answer of the API as a whole, and for the next piece of a file. */
  limits?: { answerMs: number; stallMs: number };
}

/** Another instance, which is asked for one thing at a time. */
export interface Pod {
  /** Its address, without a slash at the end. */
  base: string;
  /**
   * What its API has at a path below `/rest/`.
   *
   * @throws CannotCome  it has nothing that can be used there; PodAway
   */
  get(path: string, query?: Readonly<Record<string, string>>): Promise<unknown>;
  /**
   * A file of its media, called by the last part of its address. Where less comes than was said, `content` fails with a
   * `CannotCome` of status 200.
   *
   * @throws CannotCome, PodAway
   */
  download(address: string): Promise<{ name: string; content: Readable }>;
  /** The list and the key of an object by its address in the API, and that address as it is noted. @throws CannotCome */
  placeOf(address: unknown): { path: string; key: string; source: string };
}

/** Of one answer of the API: playlists have their videos whole. */
const maxAnswerBytes = 64 * 2 ** 20;

/** The instance that is told; nothing is asked of hosts that are not named, whatever it answers and wherever it redirects to. */
export function createPod({ base, token, mediaHosts, language, version, onWait, limits }: PodSettings): Pod {
  const { answerMs, stallMs } = limits ?? { answerMs: 120_000, stallMs: 60_000 };
  const address = base.href.replace(/\/+$/, '');
  const hosts = [...mediaHosts, base.host].map((host) => new URL(`${base.protocol}//${host}`));
  const asking = {
    base,
    origins: new Map(hosts.map(({ hostname, origin }) => [hostname, origin])),
    onWait,
  };
  const agent = { 'User-Agent': `campus-video-rest/${version} (import-pod)` };
  const apiHeaders = {
    ...{ ...agent, Accept: 'application/json', 'Accept-Language': language },
    Authorization: `Token ${token}`,
  };
  return {
    base: address,
    get(path, query = {}) {
      const url = new URL(`${address}/rest/${path}`);
      url.search = new URLSearchParams(query).toString();
      const request = { url, headers: apiHeaders, isApi: true, timeoutMs: answerMs };
      return ask(asking, request, async ({ answer }) => {
        const { status } = answer;
        if (status === 200) return parsed(await textOf(answer));
        await answer.body?.cancel();
        if (status === 401) throw new PodAway(`${base.host} does not know the token in POD_TOKEN (401).`);
        throw new CannotCome(faultOf(status), { status });
      });
    },
    download(given) {
      const url = within(asking, given, `${address}/`);
      const headers = { ...agent, Accept: '*/*', 'Accept-Encoding': 'identity' };
      const request = { url, headers, isApi: false, timeoutMs: stallMs };
      return ask(asking, request, async (answered) => {
        const { status, body } = answered.answer;
        if (status === 200) return { name: lastPartOf(url), content: contentOf(answered, stallMs) };
        await body?.cancel();
        throw new CannotCome(`its file: ${faultOf(status)}`, { status });
      });
    },
    placeOf(given) {
      if (typeof given !== 'string') throw new CannotCome('names something that is no address');
      const { pathname } = within(asking, given, `${address}/`);
      const [, path, key] = /\/rest\/([^/]{1,40})\/([^/]{1,100})\/?$/.exec(pathname) ?? [];
      if (path === undefined || key === undefined)
        throw new CannotCome(`names ${pathname.slice(0, 100)}, which is no object of the API`);
      return { path, key, source: `${address}/rest/${path}/${key}/` };
    },
  };
}

function contentOf({ answer, stop }: Answered, stallMs: number): Readable {
  const length = answer.headers.get('content-length');
  const expected = length === null ? undefined : Number(length);
  return Readable.from(pieces(answer.body ?? [], { expected, stop, stallMs }));
}

/** The bytes of a file, as long as they keep coming, and all of them. */
async function* pieces(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { expected, stop, stallMs }: { expected: number | undefined; stop: AbortController; stallMs: number },
): AsyncGenerator<Uint8Array> {
  const watch = () => setTimeout(() => stop.abort(), stallMs);
  let [came, timer] = [0, watch()];
  try {
    for await (const piece of body) {
      clearTimeout(timer);
      came += piece.length;
      yield piece;
      timer = watch();
    }
  } catch (cause) {
    throw new CannotCome(`its file is cut off after ${came} bytes`, { status: 200, cause });
  } finally {
    clearTimeout(timer);
  }
  if (expected !== undefined && came !== expected)
    throw new CannotCome(`its file is cut off after ${came} of ${expected} bytes`, { status: 200 });
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
    return JSON.parse(text);
  } catch (cause) {
    throw new CannotCome('answers a page, or something else that is no JSON', { status: 200, cause });
  }
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
