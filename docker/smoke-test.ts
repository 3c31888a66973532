/**
 * Does with a deployment what its users do, over HTTP, and removes what it has made: a video is uploaded, encoded and
 * fetched as a player would; an agreement is registered and, where the call to the signing application can be
 * received here, signed. Runs on Node 24 alone:
 *
 *     node smoke-test.ts [--clip <file>] [--keep <file> | --find <file>]
 *
 *   --clip <file>  a short video to upload; without it no video is
 *   --keep <file>  leaves what was made, and notes it in this file
 *   --find <file>  instead of all this: looks for what was left, and removes it
 *
 * The environment says where: SIGNING_URL with SIGNING_PUBLIC_TOKEN and SIGNING_MANAGEMENT_TOKEN, VIDEO_URL with
 * VIDEO_TOKEN; with METRICS_URLS, separated by blanks, the operators' ports are looked at too. With WEBHOOK_PORT and
 * WEBHOOK_TOKEN this program plays the signing application: `webhook.signature.uri` must lead to that port of this
 * machine. Exit status: 0 when everything was as it must be, else 1.
 */
import { strictEqual as equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

/** What was made, to be found again. */
interface Made {
  video?: { slug: string; playlist: string };
  agreement?: { id: number; signedPdf?: string };
}

type Json = Record<string, unknown>;
type Call = (
  method: string,
  path: string,
  options?: { body?: FormData | Json | undefined; expect?: number },
) => Promise<Response>;

const { env } = process;
const { values } = parseArgs({
  options: { clip: { type: 'string' }, keep: { type: 'string' }, find: { type: 'string' } },
});

/** Calls one API, and takes no other status than the one that is expected. */
function caller(baseUrl: string, authorization?: string): Call {
  return async (method, path, { body, expect = 200 } = {}) => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: {
        ...(authorization === undefined ? {} : { Authorization: authorization }),
        ...(isJson ? { 'Content-Type': 'application/json' } : {}),
      },
      body: isJson ? JSON.stringify(body) : (body ?? null),
      signal: AbortSignal.timeout(60_000),
    });
    if (response.status === expect) return response;
    const answer = (await response.text()).slice(0, 500);
    throw new Error(`${method} ${response.url} must answer ${expect}, got ${response.status}: ${answer}`);
  };
}

/** One step, ticked off when it is done. */
async function step<T>(what: string, run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    const result = await run();
    console.log(`ok      ${what} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    console.log(`FAILED  ${what}`);
    throw error;
  }
}

/** Asks again until there is an answer. */
async function until<T>(
  what: string,
  { ask, limitMs }: { ask: () => Promise<T | undefined>; limitMs: number },
): Promise<T> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(500);
  }
  throw new Error(`${what}: not within ${limitMs / 1000} s`);
}

async function jsonOf(response: Promise<Response>): Promise<Json> {
  // What is not there shows where it is looked at.
  return (await (await response).json()) as Json;
}

async function checkOperatorsPort(url: string): Promise<void> {
  const call = caller(url);
  await step(`${url}: alive, ready, measured`, async () => {
    equal((await jsonOf(call('GET', '/healthz'))).status, 'ok');
    equal((await jsonOf(call('GET', '/readyz'))).status, 'ok');
    ok((await (await call('GET', '/metrics')).text()).includes('process_cpu_seconds_total'), 'no metrics');
  });
}

async function checkPage(url: string): Promise<void> {
  await step(`${url}: a page to sign in`, async () => {
    const response = await caller(url)('GET', '');
    const page = await response.text();
    ok(/<html lang="(en|fr)"/.test(page) && page.includes('type="password"'), 'no such page');
  });
}

async function tryVideo({ clip }: { clip: string }): Promise<NonNullable<Made['video']>> {
  const baseUrl = needed('VIDEO_URL');
  const call = caller(baseUrl, `Token ${needed('VIDEO_TOKEN')}`);
  const type = await step('video: a type is there', async () => {
    const { results } = await jsonOf(call('GET', '/rest/types/'));
    const first = Array.isArray(results) ? results[0] : undefined;
    return first ?? (await jsonOf(call('POST', '/rest/types/', { body: { title: 'Other' }, expect: 201 })));
  });
  const slug = await step('video: uploaded', async () => {
    const form = new FormData();
    form.set('title', 'Smoke test');
    form.set('type', String(type.url));
    form.set('owner', String((await jsonOf(call('GET', '/rest/users/me/'))).url));
    form.set('video', await openAsBlob(clip), 'clip.mp4');
    return String((await jsonOf(call('POST', '/rest/videos/', { body: form, expect: 201 }))).slug);
  });
  const hls = await step('video: encoded by a worker', async () => {
    await call('GET', `/rest/launch_encode_view/?${new URLSearchParams({ slug })}`);
    return until('encoding', {
      limitMs: 300_000,
      async ask() {
        const video = await jsonOf(call('GET', `/rest/videos/${slug}/`));
        if (video.encoding_in_progress) return undefined;
        ok(video.encoded, `not encoded: ${video.get_encoding_step}`);
        return String((video.playback as Json).hls);
      },
    });
  });
  const playlist = await step('video: played as HLS', () => playHls(hls));
  await checkWatchPage(new URL(`/video/${slug}/`, baseUrl));
  return { slug, playlist };
}

/** Fetches what a player would: the playlists, and the last segment. @returns the first playlist */
async function playHls(url: string): Promise<string> {
  const playlist = await fetchText(url);
  ok(isPlaylist(playlist), `${url} is no playlist: ${playlist.slice(0, 100)}`);
  let address = url;
  let content = playlist;
  while (isPlaylist(content)) {
    const entry = content.split('\n').findLast((line) => line.trim() !== '' && !line.startsWith('#'));
    ok(entry, `no entry in ${address}`);
    address = new URL(entry.trim(), address).href;
    const isWhole = new URL(address).pathname.endsWith('.m3u8');
    content = await fetchText(address, isWhole ? {} : { Range: 'bytes=0-1023' });
  }
  ok(content.length > 0, `${address} is empty`);
  return playlist;
}

async function fetchText(url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(60_000) });
  ok(response.ok, `${url} answers ${response.status}`);
  return response.text();
}

function isPlaylist(content: string): boolean {
  return content.startsWith('#EXTM3U');
}

async function checkWatchPage(url: URL): Promise<void> {
  await step(`${url.pathname}: a page to watch`, async () => {
    ok((await (await caller(url.origin)('GET', url.pathname)).text()).includes('<video'), 'no player');
  });
}

async function trySigning(): Promise<NonNullable<Made['agreement']>> {
  const baseUrl = needed('SIGNING_URL');
  const institution = caller(baseUrl, `Bearer ${needed('SIGNING_MANAGEMENT_TOKEN')}`);
  const document = smallPdf();
  const id = await step('signing: an agreement is registered', async () => {
    const body = {
      pdf64: document.toString('base64'),
      metadata: {
        title: 'Smoke test',
        companyname: 'Example Industries',
        school: 'Example University',
        workflowId: 'smoke-test',
        signatory: [{ name: 'Martin', givenname: 'Ada', mail: 'ada.martin@example.org', order: 1 }],
        watchers: [],
      },
    };
    return Number((await jsonOf(institution('POST', '/api/conventions', { body, expect: 201 }))).id);
  });
  if (env.WEBHOOK_PORT === undefined) return { id };

  await step('signing: the signing application is called', () => beCalled({ institution, id }));
  const vendor = caller(baseUrl, `Bearer ${needed('SIGNING_PUBLIC_TOKEN')}`);
  const path = `/public/api/conventions/${id}`;
  const signed = Buffer.concat([document, Buffer.from('% signed\n')]);
  await step('signing: fetched, deposited, dated', async () => {
    equal((await jsonOf(vendor('GET', path))).pdf64, document.toString('base64'));
    const form = new FormData();
    form.set('doc', new Blob([signed], { type: 'application/pdf' }), 'signed.pdf');
    await vendor('POST', `${path}/pdf`, { body: form });
    const signatureDate = new Date().toISOString().replace('Z', '+0000');
    await vendor('PATCH', `${path}/dates`, {
      // A list is what this one takes.
      body: [{ mail: 'ada.martin@example.org', order: 1, signatureDate }] as unknown as Json,
    });
  });
  await step('signing: signed, byte for byte', async () => {
    equal((await jsonOf(institution('GET', `/api/conventions/${id}`))).state, 'signed');
    const kept = await (await institution('GET', `/api/conventions/${id}/signed-pdf`)).arrayBuffer();
    ok(signed.equals(Buffer.from(kept)), 'another file than was deposited');
  });
  return { id, signedPdf: signed.toString('base64') };
}

/** Sends for signature, and waits for the call. */
async function beCalled({ institution, id }: { institution: Call; id: number }): Promise<void> {
  const calls: { url: string | undefined; authorization: string | undefined }[] = [];
  const server = createServer(({ url, headers }, response) => {
    calls.push({ url, authorization: headers.authorization });
    response.end('smoke-test');
  }).listen(Number(env.WEBHOOK_PORT));
  await once(server, 'listening');
  try {
    await institution('POST', `/api/conventions/${id}/signature`, { expect: 202 });
    const call = await until('call', { limitMs: 60_000, ask: async () => calls[0] });
    ok(call.url?.endsWith(`conventionid=${id}`), `called at ${call.url}`);
    equal(call.authorization, `Bearer ${needed('WEBHOOK_TOKEN')}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function find({ video, agreement }: Made): Promise<void> {
  if (video) {
    const call = caller(needed('VIDEO_URL'), `Token ${needed('VIDEO_TOKEN')}`);
    await step('video: still there, and playable', async () => {
      const { playback } = await jsonOf(call('GET', `/rest/videos/${video.slug}/`));
      equal(await playHls(String((playback as Json).hls)), video.playlist);
    });
  }
  if (agreement?.signedPdf !== undefined) {
    const call = caller(needed('SIGNING_URL'), `Bearer ${needed('SIGNING_MANAGEMENT_TOKEN')}`);
    await step('signing: still signed, byte for byte', async () => {
      const kept = await (await call('GET', `/api/conventions/${agreement.id}/signed-pdf`)).arrayBuffer();
      equal(Buffer.from(kept).toString('base64'), agreement.signedPdf);
    });
  }
}

async function remove({ video, agreement }: Made): Promise<void> {
  if (video) {
    const call = caller(needed('VIDEO_URL'), `Token ${needed('VIDEO_TOKEN')}`);
    await step('video: deleted', () => call('DELETE', `/rest/videos/${video.slug}/`, { expect: 204 }));
  }
  if (agreement) {
    const call = caller(needed('SIGNING_URL'), `Bearer ${needed('SIGNING_MANAGEMENT_TOKEN')}`);
    const body = { reason: 'smoke test' };
    await step('signing: erased', () =>
      call('DELETE', `/api/conventions/${agreement.id}`, { body, expect: 204 }),
    );
  }
}

/** One empty page. */
function smallPdf(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>>>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 4\n0000000000 65535 f \n${entries}trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n`;
  return Buffer.from(`${file}${table}${file.length}\n%%EOF\n`, 'latin1');
}

function needed(name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} must be set`);
  return value;
}

async function main(): Promise<void> {
  if (values.find !== undefined) {
    const made: Made = JSON.parse(await readFile(values.find, 'utf8'));
    await find(made);
    await remove(made);
    return;
  }
  for (const url of env.METRICS_URLS?.split(' ') ?? []) await checkOperatorsPort(url);
  const made: Made = {};
  if (env.VIDEO_URL !== undefined) {
    await checkPage(new URL('/accounts/login/', env.VIDEO_URL).href);
    if (values.clip !== undefined) made.video = await tryVideo({ clip: values.clip });
  }
  if (env.SIGNING_URL !== undefined) {
    await checkPage(new URL('/console/account/login', env.SIGNING_URL).href);
    made.agreement = await trySigning();
  }
  if (values.keep !== undefined) await writeFile(values.keep, JSON.stringify(made));
  else await remove(made);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // What is behind `fetch failed`: a name that is not known, a refused connection, a certificate.
  if (error instanceof Error && error.cause !== undefined) console.error(error.cause);
  process.exitCode = 1;
}
