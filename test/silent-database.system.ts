import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, eventually, type Network, networkBefore } from '@campus/testing';
import { afterEach, expect, test } from '@jest/globals';
import { validPdf } from '../apps/conventions-signing/test/support/pdfs.ts';
import {
  beginUpload,
  type Caller,
  callerOf,
  form,
  json,
  pieceOf,
  registration,
  tinyVideo,
  videoFields,
} from './support/service-calls.ts';
import { startService } from './support/start-service.ts';

const password = 'password of the administrator';
const tokens = {
  APPLI_PUBLIC_TOKENS: 'public-token-for-tests',
  APPLI_MANAGEMENT_TOKENS: 'management-token-for-tests',
};
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** After this long everybody knows: a connection that is silent for 3 s, and no answer to another one for 6 s. */
const knownAfterMs = 14_000;

/** A service before whose database the network can stand still. */
async function given(service: 'conventions-signing' | 'video-rest') {
  const database = await createTestDatabase(service);
  closing.push(() => database.drop());
  const network: Network = await networkBefore(database.url);
  closing.push(async () => network[Symbol.asyncDispose]());
  const folder = await mkdtemp(path.join(tmpdir(), 'silent-database-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const started = await startService(service, {
    DATABASE_URL: network.url,
    DATA_DIR: folder,
    ROOT_PASSWORD: password,
    MEDIA_MIN_FREE: '0',
    ENCODE_CONCURRENCY: '0',
    ...tokens,
  });
  closing.push(() => started.kill('SIGTERM'));
  return { ...started, network };
}

type Calls = Record<string, () => ReturnType<Caller>>;

async function signingCalls(url: string): Promise<Calls> {
  const institution = callerOf(url, `Bearer ${tokens.APPLI_MANAGEMENT_TOKENS}`);
  const vendor = callerOf(url, `Bearer ${tokens.APPLI_PUBLIC_TOKENS}`);
  const [open, draft] = await Promise.all(
    [1, 2].map(async () => {
      const { body } = await institution('/api/conventions', await registration());
      return (JSON.parse(String(body)) as { id: number }).id;
    }),
  );
  await institution(`/api/conventions/${open}/signature`, { method: 'POST' });
  const whole = await registration();
  const large = Buffer.from(await validPdf({ bytes: 600_000 }));
  const dates = [{ mail: 'ada@example.org', order: 1, signatureDate: '2026-03-01T10:00:00.000+0100' }];
  return {
    list: () => institution('/api/conventions'),
    search: () => institution('/api/conventions?q=ada'),
    changes: () => institution('/api/changes'),
    record: () => institution(`/api/conventions/${draft}`),
    registration: () => institution('/api/conventions', whole),
    sending: () => institution(`/api/conventions/${draft}/signature`, { method: 'POST' }),
    document: () => vendor(`/public/api/conventions/${open}`),
    deposit: () => vendor(`/public/api/conventions/${open}/pdf`, form({}, { doc: large })),
    dates: () => vendor(`/public/api/conventions/${open}/dates`, { ...json(dates), method: 'PATCH' }),
  };
}

async function videoCalls(url: string): Promise<Calls> {
  const root = callerOf(url, `Basic ${Buffer.from(`root:${password}`).toString('base64')}`);
  const fields = await videoFields(root);
  const video = await tinyVideo();
  const made = await root('/rest/videos/', form(fields, { video }));
  const { slug } = JSON.parse(String(made.body)) as { slug: string };
  const begun = await beginUpload(root, { ...fields, title: 'In pieces' }, video.length);
  return {
    list: () => root('/rest/videos/'),
    search: () => root('/rest/videos/?search=lecture&page_size=1'),
    page: () => root('/'),
    upload: () => root('/rest/videos/', form({ ...fields, title: 'Another' }, { video })),
    beginning: async () => beginUpload(root, { ...fields, title: 'Yet another' }, video.length),
    piece: () => root(begun.path, pieceOf(video, 0)),
    launch: () => root(`/rest/launch_encode_view/?slug=${slug}`),
  };
}

test.each([
  ['conventions-signing', signingCalls],
  ['video-rest', videoCalls],
] as const)(
  'Given %s whose database has gone silent, Then uploads and changes are told 503 as soon as lists are, and all goes on when it is back',
  async (service, callsOf) => {
    const { url, network, child } = await given(service);
    const calls = await callsOf(url);
    // More than there are connections.
    const lists = Array.from({ length: 20 }, (_, index) => [`list ${index}`, calls.list] as const);

    network.stall();
    const begunAt = performance.now();
    const told = await Promise.all(
      [...lists, ...Object.entries(calls)].map(async ([name, call]) => {
        const status = await call?.().then(
          (answer) => answer.status,
          (error: Error) => error.message,
        );
        return { name, status, afterMs: performance.now() - begunAt };
      }),
    );
    network.stall(false);

    expect(told.filter(({ status, afterMs }) => status !== 503 || afterMs > knownAfterMs)).toEqual([]);
    for (const [name, call] of Object.entries(calls))
      await eventually(async () => {
        const { status, body } = await call();
        expect([name, status < 300 ? 'done' : `${status} ${body}`]).toEqual([name, 'done']);
      });
    expect(child.exitCode).toBe(null);
  },
  240_000,
);
