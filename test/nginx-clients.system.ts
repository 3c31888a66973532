import { openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { answerOf, createSigningClient, createVendorApi } from '@campus/signing-client';
import {
  createTestDatabase,
  eventually,
  freePort,
  runToEnd,
  startProcess,
  startRecordingServer,
  terminate,
} from '@campus/testing';
import { createVideoClient } from '@campus/video-client';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { validPdf } from '../apps/conventions-signing/test/support/pdfs.ts';
import { dateOf, metadata } from '../apps/conventions-signing/test/support/records.ts';
import { clip } from '../apps/video-rest/test/support/clips.ts';
import { signingEnv } from './support/filled-signing.ts';
import { videoEnv } from './support/filled-video.ts';
import { runCommand } from './support/run-command.ts';
import { repositoryRoot } from './support/start-demo.ts';
import { type Nginx, startNginx } from './support/start-nginx.ts';
import { startService } from './support/start-service.ts';

/** A service by TLS, with a certificate of an authority that only its clients know. */
interface Site {
  origin: string;
  nginx: Nginx;
  token: string;
  /** Variables of programs. */
  env: Record<string, string>;
}

let folder: string;
const [video, signing] = [{} as Site, {} as Site];
const closing: (() => Promise<unknown>)[] = [];
const trusted = getCACertificates('default');

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nginx-clients-'));
  closing.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const webhook = await startRecordingServer();
  closing.push(() => webhook.stop());
  const ofSigning = signingEnv(webhook);
  Object.assign(signing, await givenSite('conventions-signing', ofSigning), {
    token: ofSigning.APPLI_MANAGEMENT_TOKENS,
  });
  const ofVideo = { ...videoEnv, ENCODE_CONCURRENCY: '0' };
  const { database, ...site } = await givenSite('video-rest', ofVideo);
  const made = await runCommand('video-rest', ['token', 'create', 'root'], { ...ofVideo, ...database });
  Object.assign(video, site, { token: made.output.trimEnd().split('\n').at(-1) });
  for (const [name, { origin, nginx, token }] of Object.entries({ VIDEO: video, SIGNING: signing })) {
    const authority = path.join(folder, `${name}.pem`);
    await writeFile(authority, nginx.certificate);
    const access = { [`CAMPUS_${name}_URL`]: origin, [`CAMPUS_${name}_TOKEN`]: token };
    const env = { ...access, NODE_EXTRA_CA_CERTS: authority, XDG_STATE_HOME: folder };
    Object.assign(name === 'VIDEO' ? video : signing, { env });
  }
  setDefaultCACertificates([...trusted, video.nginx.certificate, signing.nginx.certificate]);
});

afterAll(async () => {
  setDefaultCACertificates(trusted);
  for (const close of closing.reverse()) await close();
});

/** Each is `localhost`, the one name that is known everywhere, at an nginx of its own. */
async function givenSite(service: 'video-rest' | 'conventions-signing', env: Record<string, string>) {
  const isVideo = service === 'video-rest';
  const { url, drop } = await createTestDatabase(service);
  closing.push(drop);
  const port = await freePort();
  const [upstream, other] = [`127.0.0.1:${port}`, `127.0.0.1:${await freePort()}`];
  const nginx = await startNginx({
    LISTEN: 'tls',
    SIGNING_HOST: isVideo ? 'other.localhost' : 'localhost',
    SIGNING_UPSTREAM: isVideo ? other : upstream,
    VIDEO_HOST: isVideo ? 'localhost' : 'other.localhost',
    VIDEO_UPSTREAM: isVideo ? upstream : other,
    MEDIA_ACCEL_LOCATION: '/protected-media/',
    MEDIA_ROOT: path.join(folder, 'media'),
  });
  closing.push(() => nginx.stop());
  const origin = `https://localhost:${nginx.httpsPort}`;
  const database = { DATABASE_URL: url, DATA_DIR: path.join(folder, service) };
  const started = await startService(service, {
    ...{ ...env, ...database, SERVER_PORT: String(port), SERVER_BASE_URL: origin },
    ...{ SERVER_TRUSTED_PROXIES: '127.0.0.1', ...(isVideo && { MEDIA_ROOT: path.join(folder, 'media') }) },
  });
  closing.push(() => started[Symbol.asyncDispose]());
  return { origin, nginx, database };
}

function videoClient() {
  return createVideoClient({ baseUrl: video.origin, token: video.token });
}

function signingClient() {
  return createSigningClient({ baseUrl: signing.origin, token: signing.token });
}

function program(client: 'video' | 'signing'): string {
  return path.join(repositoryRoot, `packages/${client}-client/src/cli/campus-${client}.ts`);
}

/** As an operator does who has changed its configuration; connections that would stay on are cut. */
async function reload({ nginx }: Site): Promise<void> {
  const [master = 0, ...before] = await nginx.processIds();
  process.kill(master, 'SIGHUP');
  await eventually(async () =>
    (await nginx.processIds()).some((id) => id !== master && !before.includes(id)),
  );
  for (const worker of before) terminate(worker);
}

/** A connection that was kept may be cut with it, unseen by the next request; what is sent again changes nothing. */
const sentAtLast = <Answer extends NonNullable<unknown>>(send: () => Promise<Answer>) => eventually(send);

async function registered(title: string): Promise<number> {
  const doc = new Blob([Buffer.from(await validPdf({ text: title }))], { type: 'application/pdf' });
  const body = { metadata: metadata({ title, signatories: 1 }), doc };
  return (await answerOf(signingClient().api.POST('/api/conventions', { body }))).id;
}

describe('What changes is followed through a reload of nginx, by long poll and by server-sent events, each once', () => {
  const cases = {
    video: {
      feed: () => ({ url: `${video.origin}/rest/changes/`, authorization: `Token ${video.token}` }),
      site: video,
      change: async () => {
        const body = { title: crypto.randomUUID() };
        return (await answerOf(videoClient().api.POST('/rest/types/', { body }))).id;
      },
      changes: (options: object) => videoClient().changes(options),
    },
    signing: {
      feed: () => ({ url: `${signing.origin}/api/changes`, authorization: `Bearer ${signing.token}` }),
      site: signing,
      change: () => registered('followed'),
      changes: (options: object) => signingClient().changes(options),
    },
  };

  test.each(['video', 'signing'] as const)('%s', async (name) => {
    const { feed, site, change, changes } = cases[name];
    const { url, authorization } = feed();
    const now = await fetch(`${url}?after=now`, { headers: { authorization } });
    const { cursor: after } = (await now.json()) as { cursor: string };
    const ending = new AbortController();
    const seen = { polled: [] as string[], streamed: [] as string[], cuts: 0, streams: 0 };
    const onCut = () => {
      seen.cuts += 1;
    };
    const polling = (async () => {
      for await (const one of changes({ after, signal: ending.signal, onCut })) seen.polled.push(one.cursor);
    })();
    const streaming = (async () => {
      let last = after;
      while (!ending.signal.aborted) {
        const headers = { authorization, accept: 'text/event-stream', 'last-event-id': last };
        const answer = await fetch(url, { headers, signal: ending.signal }).catch(() => undefined);
        if (answer?.ok) seen.streams += 1;
        let text = '';
        try {
          for await (const piece of answer?.body?.pipeThrough(new TextDecoderStream()) ?? []) {
            const events = (text + piece).split('\n\n');
            text = events.pop() ?? '';
            for (const event of events) {
              last = /^id: (.*)$/m.exec(event)?.[1] ?? last;
              if (/^data: /m.test(event)) seen.streamed.push(last);
            }
          }
        } catch {
          // Cut: from the last event on, as browsers do.
        }
      }
    })();

    await eventually(() => seen.streams > 0);
    await change();
    await eventually(() => seen.polled.length > 0 && seen.streamed.length > 0);
    await reload(site);
    await sentAtLast(change);
    await eventually(() => seen.cuts > 0 && seen.streams > 1);
    await change();
    const all = async () => {
      const read = await fetch(`${url}?after=${after}&page_size=200`, { headers: { authorization } });
      return ((await read.json()) as { results: { cursor: string }[] }).results.map(({ cursor }) => cursor);
    };
    await eventually(async () => {
      const cursors = await all();
      expect(cursors.length).toBeGreaterThanOrEqual(3);
      expect([seen.polled, seen.streamed]).toEqual([cursors, cursors]);
    });
    ending.abort();

    await Promise.all([polling, streaming]);
  });
});

describe('The video platform', () => {
  test('takes an upload in pieces that was ended, is gone on with, and loses nginx meanwhile', async () => {
    const client = videoClient();
    const { id: type } = await answerOf(
      client.api.POST('/rest/types/', { body: { title: 'Through nginx' } }),
    );
    const source = await clip('tiny');
    const file = await openAsBlob(source);
    const upload = {
      file,
      filename: 'through nginx.mp4',
      fields: { title: 'Through nginx', owner: '/rest/users/me/', type: `/rest/types/${type}/` },
      pieceBytes: Math.ceil(file.size / 8),
    };
    const ending = new AbortController();
    let address = '';
    const first = client.upload({
      ...upload,
      signal: ending.signal,
      onBegun: (at) => {
        address = at;
      },
      onProgress: (sent, all) => sent >= all / 4 && ending.abort(new Error('ended')),
    });
    await expect(first).rejects.toThrow('ended');

    let cut: Promise<void> | undefined;
    const made = await client.upload({
      ...upload,
      resume: address,
      onProgress: (sent, all) => {
        if (sent >= all / 2) cut ??= reload(video);
      },
    });
    await cut;

    expect(address).toContain(video.origin);
    expect(made).toMatchObject({ title: 'Through nginx' });
    const { headers } = { headers: { authorization: `Token ${video.token}` } };
    const sources = await fetch(made.video ?? '', { headers });
    expect(Buffer.from(await sources.arrayBuffer())).toEqual(await readFile(source));
  });

  test('lists page by page, exports to a file and is uploaded to by campus-video', async () => {
    const run = (...args: string[]) => runToEnd(program('video'), args, video.env);
    const place = path.join(folder, 'by campus-video.mp4');
    await writeFile(place, await readFile(await clip('tiny')));
    const lines = path.join(folder, 'types.jsonl');

    const sent = await run('upload', place, '--set', 'type=/rest/types/1/');
    const whole = await run('list', 'renditions', '--json');
    const paged = await run('list', 'renditions', '--json', '--filter', 'page_size=1');
    const exported = await run('export', '--resource', 'types', '--output', lines);

    expect(sent).toMatchObject({ status: 0, output: expect.stringMatching(/ is video \d+, /) });
    expect(whole.output.trim().split('\n').length).toBeGreaterThan(1);
    expect(paged).toEqual(whole);
    expect([exported.status, await readFile(lines, 'utf8')]).toEqual([0, expect.stringContaining('Other')]);
  });
});

test('The signing service registers, is waited for through a reload, and hands out what was signed', async () => {
  const run = (...args: string[]) => runToEnd(program('signing'), args, signing.env);
  const [pdf, said] = [path.join(folder, 'to sign.pdf'), path.join(folder, 'metadata.json')];
  await writeFile(pdf, await validPdf({ text: 'to sign' }));
  await writeFile(said, JSON.stringify(metadata({ title: 'By campus-signing', signatories: 1 })));
  const [signed, saved] = [await validPdf({ text: 'signed' }), path.join(folder, 'signed.pdf')];

  const made = await run('register', pdf, '--metadata', said, '--json');
  const { id } = JSON.parse(made.output);
  const ref = `conventions/${id}`;
  expect((await run('send', ref)).output).toContain(`${ref} is signing`);
  await using waiting = startProcess({
    command: process.execPath,
    args: [program('signing'), 'wait', ref],
    env: signing.env,
  });
  await waiting.waitForOutput(/waits for signatories/);
  await reload(signing);
  const vendor = createVendorApi({ baseUrl: signing.origin, token: 'public-token-for-tests' });
  const params = { path: { id } };
  const dates = { params, body: [dateOf(1)] };
  await sentAtLast(() => answerOf(vendor.PATCH('/public/api/conventions/{id}/dates', dates)));
  const body = { doc: new Blob([Buffer.from(signed)], { type: 'application/pdf' }) };
  await sentAtLast(() => answerOf(vendor.POST('/public/api/conventions/{id}/pdf', { params, body })));

  expect(await waiting.exited).toMatchObject({ code: 0 });
  expect(await run('download', ref, '--output', saved)).toMatchObject({ status: 0, errors: '' });
  expect(await readFile(saved)).toEqual(Buffer.from(signed));
  const listed: number[] = [];
  for await (const one of signingClient().all('/api/conventions', { page_size: 1 })) listed.push(one.id);
  expect(listed).toContain(id);
  expect(new Set(listed).size).toBe(listed.length);
});

test('Who does not know the authority of the certificate is told so', async () => {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = video.env;

  expect(await runToEnd(program('video'), ['list'], env)).toEqual({
    status: 9,
    output: '',
    errors: expect.stringMatching(/not reached \(DEPTH_ZERO_SELF_SIGNED_CERT\).*NODE_EXTRA_CA_CERTS/),
  });
});
