import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@campus/testing';
import { type Replicas, rootPassword, urlOf } from './replicas.ts';
import { announcing, tus } from './tus.ts';

const authorization = `Basic ${Buffer.from(`root:${rootPassword}`).toString('base64')}`;
const common = { Authorization: authorization, ...tus };

/**
 * Uploads a file in pieces, while client and replicas are killed at random bytes: each time either the connection is
 * cut, or the replica that takes the bytes is killed and another one started in its place. The client goes on at the
 * other replica.
 *
 * @param kills  how often in all
 * @returns SHA-256 of the source of the video that it has become, and how many videos there are
 */
export async function uploadInterrupted(
  replicas: Replicas,
  { file, size, kills }: { file: string; size: number; kills: number },
): Promise<{ sha256: string; videos: number }> {
  const { body: type } = await json(urlOf(replicas, 0), '/rest/types/', { title: 'Lecture' });
  const { body: users } = await json(urlOf(replicas, 0), '/rest/users/');
  const path = await create(urlOf(replicas, 0), size, {
    title: 'Algebra',
    type: type.url,
    owner: users.results[0]?.url ?? '',
  });
  const bounds = Array.from({ length: kills }, () => randomInt(1, size)).toSorted((one, two) => one - two);
  for (const [nth, bound] of bounds.entries()) {
    const at = await offsetOf(replicas, path);
    if (at >= size) break;
    const stop = Math.max(bound, at);
    if (nth % 4 === 0) await killReplicaAt(replicas, { path, file, at, stop });
    else await cutAt(urlOf(replicas, nth % 2), { path, file, at, stop });
  }
  // A request that was cut before it was read may still come to hold the upload: clients ask again.
  await eventually(async () => {
    const at = await offsetOf(replicas, path);
    return at >= size || (await sendRest(urlOf(replicas, 0), { path, file, at })) !== 423;
  });
  const video = await eventually(async () => (await headOf(replicas, path)).headers['content-location']);
  const { body: shown } = await json(urlOf(replicas, 0), new URL(String(video)).pathname);
  return {
    sha256: await hashOf(urlOf(replicas, 0), shown.video),
    videos: await replicas.db.prisma.video.count(),
  };
}

interface Piece {
  path: string;
  file: string;
  /** Where it begins. */
  at: number;
}

function begin(url: string, { path, at }: Pick<Piece, 'path' | 'at'>): http.ClientRequest {
  const request = http.request(new URL(path, url), {
    method: 'PATCH',
    headers: {
      ...common,
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': at,
      'Transfer-Encoding': 'chunked',
    },
  });
  request.on('error', () => {});
  return request;
}

/** Sends up to this byte, and cuts the connection in the middle of the request. */
async function cutAt(url: string, { file, stop, ...piece }: Piece & { stop: number }): Promise<void> {
  const request = begin(url, piece);
  if (stop > piece.at) await pour(request, { file, from: piece.at, to: stop });
  await sleep(randomInt(0, 20));
  request.destroy();
}

/** Likewise, and it is the replica that ends, by SIGKILL. */
async function killReplicaAt(
  replicas: Replicas,
  { file, stop, ...piece }: Piece & { stop: number },
): Promise<void> {
  const [replica] = replicas.api;
  const request = begin(urlOf(replicas, 0), piece);
  if (stop > piece.at) await pour(request, { file, from: piece.at, to: stop });
  replicas.api.shift();
  replica?.kill('SIGKILL');
  await replica?.exited;
  request.destroy();
  await replicas.startApi();
}

async function pour(
  request: http.ClientRequest,
  { file, from, to }: { file: string; from: number; to: number },
): Promise<void> {
  for await (const bytes of createReadStream(file, { start: from, end: to - 1 })) {
    if (request.write(bytes) || request.destroyed) continue;
    const waited = new AbortController();
    const { signal } = waited;
    await Promise.race([once(request, 'drain', { signal }), once(request, 'close', { signal })]).catch(
      () => {},
    );
    waited.abort();
  }
}

/** @returns the status: 204, or 423 where another request holds the upload */
async function sendRest(url: string, { file, ...piece }: Piece): Promise<number | undefined> {
  const request = begin(url, piece);
  createReadStream(file, { start: piece.at }).pipe(request);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  const { statusCode } = response;
  if (statusCode !== 204 && statusCode !== 423) throw new Error(`the last bytes were answered ${statusCode}`);
  return statusCode;
}

async function create(url: string, size: number, fields: Record<string, string>): Promise<string> {
  const { status, headers } = await fetch(new URL('/rest/uploads/', url), {
    method: 'POST',
    headers: { ...common, ...announcing(size, fields) },
  });
  if (status !== 201) throw new Error(`the upload was answered ${status}`);
  return new URL(String(headers.get('location'))).pathname;
}

async function headOf(replicas: Replicas, path: string) {
  const response = await fetch(new URL(path, urlOf(replicas, randomInt(replicas.api.length))), {
    method: 'HEAD',
    headers: common,
  });
  return { status: response.status, headers: Object.fromEntries(response.headers) };
}

async function offsetOf(replicas: Replicas, path: string): Promise<number> {
  return eventually(async () => {
    const { status, headers } = await headOf(replicas, path);
    return status === 200 ? { offset: Number(headers['upload-offset']) } : undefined;
  }).then((told) => told?.offset ?? 0);
}

/** What the API answers, as far as it is looked at here. */
interface Shown {
  url: string;
  video: string;
  results: { url: string }[];
}

async function json(url: string, path: string, body?: object): Promise<{ body: Shown }> {
  const response = await fetch(new URL(path, url), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { body: (await response.json()) as Shown };
}

async function hashOf(url: string, source: string): Promise<string> {
  const { pathname } = new URL(source);
  const { body } = await fetch(new URL(pathname, url));
  const hash = createHash('sha256');
  for await (const bytes of body ?? []) hash.update(bytes);
  return hash.digest('hex');
}
