/**
 * A server that answers as Esup-Pod 4 does, with the faults that it is known for: pages of twelve, links with the address of
 * the request, a whole page lost with an object that it cannot show, pages of HTML for errors.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Item = Record<string, unknown>;

export interface PodDouble extends AsyncDisposable {
  url: string;
  /** Objects by list, in the order of the list. */
  lists: Record<string, Item[]>;
  /** Files by path. */
  media: Map<string, Buffer>;
  /** `list/id` of what cannot be shown, and of what the token may not see. */
  broken: Set<string>;
  hidden: Set<string>;
  /** Answers instead, once each, by the beginning of path and query; the last ones stay where `stays` says. */
  instead: { at: string; answer: (response: ServerResponse) => void; stays?: boolean }[];
  /** Told of what is asked, before it is answered. */
  onAsked(path: string): void;
  /** Path and query of all that was asked, and the headers. */
  asked: { path: string; headers: IncomingMessage['headers'] }[];
  /** The most requests that were open at once. */
  atOnce: number;
  /** The address of an object. */
  at(list: string, id: number): string;
}

export const podToken = 'a'.repeat(40);

const pageSize = 12;
const page500 = '<!DOCTYPE html><title>Server Error (500)</title><h1>Server Error (500)</h1>';

/** Starts one; it is gone at the end of the block. */
export async function startPodDouble(
  lists: (at: PodDouble['at']) => Record<string, Item[]>,
): Promise<PodDouble> {
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    pod.atOnce = Math.max(pod.atOnce, open);
    response.on('close', () => {
      open -= 1;
    });
    const path = request.url ?? '';
    pod.asked.push({ path, headers: request.headers });
    pod.onAsked(path);
    const place = pod.instead.findIndex(({ at }) => path.startsWith(at));
    const other = pod.instead[place];
    if (other !== undefined && other.stays !== true) pod.instead.splice(place, 1);
    if (other === undefined) answer(pod, new URL(path, pod.url), request, response);
    else other.answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const at = (list: string, id: number) => `${url}/rest/${list}/${id}/`;
  const pod: PodDouble = {
    ...{ url, at, media: new Map(), broken: new Set(), hidden: new Set(), instead: [], asked: [], atOnce: 0 },
    lists: {},
    onAsked() {},
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  pod.lists = lists(at);
  return pod;
}

function answer(pod: PodDouble, url: URL, request: IncomingMessage, response: ServerResponse): void {
  const media = pod.media.get(url.pathname);
  const isKnown = request.headers.authorization === `Token ${podToken}`;
  if (media !== undefined) response.writeHead(200, { 'content-length': media.length }).end(media);
  else if (!url.pathname.startsWith('/rest/')) html(response, 404, '<h1>Not Found</h1>');
  else if (!isKnown) json(response, 401, { detail: 'Invalid token.' });
  else answerRest(pod, url, response);
}

function answerRest(pod: PodDouble, url: URL, response: ServerResponse): void {
  const [list = '', key = ''] = url.pathname.slice('/rest/'.length).split('/');
  const rows = pod.lists[list];
  const row = rows?.find((one) => keyOf(one) === key);
  const name = `${list}/${key}`;
  if (key === 'user_videos') showPage(pod, { url, rows: ownVideos(pod, url), list: key }, response);
  else if (key.endsWith('_encodedfiles')) json(response, 200, encodedFiles(pod, url, list));
  else if (rows === undefined) html(response, 404, '<h1>Not Found</h1>');
  else if (key === '') showPage(pod, { url, rows, list }, response);
  else if (row === undefined) json(response, 404, { detail: 'No object matches the given query.' });
  else if (pod.hidden.has(name))
    json(response, 403, { detail: 'You do not have permission to perform this action.' });
  else if (pod.broken.has(name)) html(response, 500, page500);
  else json(response, 200, row);
}

function showPage(
  pod: PodDouble,
  { url, rows: all, list }: { url: URL; rows: Item[]; list: string },
  response: ServerResponse,
): void {
  const isShown = (row: Item) => !pod.hidden.has(`${list}/${keyOf(row)}`);
  const rows = pod.hidden.size === 0 ? all : all.filter(isShown);
  const number = Number(url.searchParams.get('page') ?? '1');
  const results = rows.slice((number - 1) * pageSize, number * pageSize);
  const link = (page: number) => {
    const other = new URL(url);
    other.searchParams.set('page', String(page));
    return other.href;
  };
  const next = number * pageSize < rows.length ? link(number + 1) : null;
  const previous = number > 1 ? link(number - 1) : null;
  if (!(number >= 1) || (results.length === 0 && number !== 1))
    json(response, 404, { detail: 'Invalid page.' });
  else if (results.some((row) => pod.broken.has(`${list}/${keyOf(row)}`))) html(response, 500, page500);
  else json(response, 200, { count: rows.length, next, previous, results });
}

/** The list of an owner has a form of its own. */
function ownVideos(pod: PodDouble, url: URL): Item[] {
  const owner = pod.lists.users?.find(({ username }) => username === url.searchParams.get('username'));
  return (pod.lists.videos ?? [])
    .filter((video) => owner !== undefined && video.owner === owner.url)
    .map((video) => ({
      ...{ id: video.id, url: video.url, date_added: video.date_added, is_restricted: video.is_restricted },
      type: Number(String(video.type).split('/').at(-2)),
      video_data: {
        ...{ id: video.id, title: video.title, description: video.description, date_evt: video.date_evt },
        full_url: `//pod.example.org/video/${String(video.slug)}/`,
        tags: video.tags,
        password: video.password !== null,
      },
    }));
}

function encodedFiles(pod: PodDouble, url: URL, list: string): Item[] {
  const [video, extension] = [url.searchParams.get('video'), url.searchParams.get('extension') ?? ''];
  return (pod.lists[list] ?? []).filter(
    (row) => String(row.video).endsWith(`/${video}/`) && String(row.source_file).endsWith(extension),
  );
}

function keyOf(item: Item): string {
  // Some lists of tests hold what is no object.
  const { id, url } = Object(item) as Item;
  return id === undefined ? (String(url).split('/').at(-2) ?? '') : String(id);
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function html(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
}
