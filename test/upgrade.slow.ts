import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  eventually,
  firstToAnswer,
  freePort,
  type StartedProcess,
  startProcess,
  startRecordingServer,
  startSystemPostgres,
} from '@campus/testing';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { validPdf } from '../apps/conventions-signing/test/support/pdfs.ts';
import { testMediaTools } from '../apps/video-rest/test/support/clips.ts';
import { registrationOf, signingEnv } from './support/filled-signing.ts';
import { videoEnv } from './support/filled-video.ts';
import { createUploads, followFeed, startLoad, tell, withoutHost } from './support/load-across-versions.ts';
import { type Caller, callerOf, form, json, tinyVideo, videoFields } from './support/service-calls.ts';
import { repositoryRoot } from './support/start-demo.ts';

/** The commit of the last release, and the oldest whose data must be kept, which has no feeds and no uploads in pieces. */
const lastRelease = 'b96effee';
const oldestKept = '0a67671';

const run = promisify(execFile);
const closing: (() => Promise<unknown>)[] = [];
const ofTest: typeof closing = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'upgrade-'));
  closing.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
});
afterEach(async () => {
  for (const close of ofTest.splice(0).reverse()) await close();
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** The tree of a commit, with what it needs, as after a fresh clone. @returns its folder */
async function checkedOut(commit: string): Promise<string> {
  const older = path.join(folder, commit);
  await run('sh', ['-c', 'mkdir "$1" && git archive "$0" | tar -x -C "$1"', commit, older], {
    cwd: repositoryRoot,
  });
  await run('node', ['scripts/run.mjs', 'node', '--version'], { cwd: older });
  return older;
}

type Version = 'older' | 'this one';

/** The processes of a service that are up, each with its address. */
class Service {
  readonly #up: { version: Version; url: string; process: StartedProcess }[] = [];
  readonly #name: string;
  readonly #older: string;
  readonly #env: Record<string, string>;
  readonly exits: (number | null)[] = [];

  constructor(name: string, older: string, env: Record<string, string>) {
    this.#name = name;
    this.#older = older;
    this.#env = env;
  }

  async start(version: Version): Promise<void> {
    const port = await freePort();
    const root = version === 'older' ? this.#older : repositoryRoot;
    const started = startProcess({
      command: process.execPath,
      args: [path.join(root, 'apps', this.#name, 'src/main.ts')],
      cwd: folder,
      env: {
        ...this.#env,
        SERVER_PORT: String(port),
        METRICS_PORT: '0',
        DATA_DIR: path.join(folder, `${this.#name}-${randomUUID()}`),
      },
    });
    ofTest.push(() => started[Symbol.asyncDispose]());
    const url = `http://127.0.0.1:${port}`;
    const isReady = () => fetch(`${url}/readyz`).then(({ ok }) => ok);
    await eventually(isReady, {
      timeoutMs: 120_000,
      describe: `${version} is ready`,
      seen: started.output,
    });
    this.#up.push({ version, url, process: started });
  }

  async stop(version: Version): Promise<void> {
    const index = this.#up.findIndex((one) => one.version === version);
    const [stopped] = this.#up.splice(index, 1);
    this.exits.push((await stopped?.process.kill('SIGTERM'))?.code ?? null);
  }

  /** Somebody who asks whichever is up, and the next when there is no answer, as through a balancer. */
  caller(authorization: string): Caller {
    return (pathname, init = {}) =>
      firstToAnswer(
        () => this.#up.map(({ url }) => url),
        (url) =>
          // Addresses are of the replica that was asked.
          callerOf(url, authorization)(pathname.replace(/^https?:\/\/[^/]+/, ''), {
            ...init,
            headers: { Connection: 'close', ...init.headers },
          }),
      );
  }
}

test.each([
  ['the last release', lastRelease, { hasFeeds: true }],
  ['the oldest version whose data must be kept', oldestKept, { hasFeeds: false }],
])(
  'Given %s (%s) with data, under load, When this version takes over, goes, and takes over again, Then nothing is lost, no request fails, and feeds and uploads in pieces go on',
  async (_what, commit, { hasFeeds }) => {
    const older = await checkedOut(commit);
    const postgres = await startSystemPostgres({ settings: ['max_connections = 300'] });
    ofTest.push(async () => postgres[Symbol.asyncDispose]());
    const webhook = await startRecordingServer();
    ofTest.push(() => webhook.stop());
    const { ffmpeg, ffprobe } = await testMediaTools();
    const signing = new Service('conventions-signing', older, {
      ...signingEnv(webhook),
      DATABASE_URL: await postgres.createDatabase('conventions_signing'),
    });
    const video = new Service('video-rest', older, {
      ...videoEnv,
      DATABASE_URL: await postgres.createDatabase('video_rest'),
      MEDIA_ROOT: path.join(folder, `media-${commit}`),
      FFMPEG_PATH: ffmpeg,
      FFPROBE_PATH: ffprobe,
    });
    const both = [signing, video];
    for (const service of both) await service.start('older');
    const root = video.caller(`Basic ${Buffer.from(`root:${videoEnv.ROOT_PASSWORD}`).toString('base64')}`);
    const manager = signing.caller(`Bearer ${signingEnv(webhook).APPLI_MANAGEMENT_TOKENS}`);
    const { type = '', owner = '' } = await videoFields(root);
    const fields = { type: new URL(type).pathname, owner: new URL(owner).pathname };
    const source = await tinyVideo();
    const body = JSON.parse(registrationOf(Buffer.from(await validPdf())));

    const feeds = hasFeeds
      ? [
          await followFeed(manager, '/api/changes', ({ recordId }) => `/api/conventions/${recordId}`),
          await followFeed(root, '/rest/changes/', ({ url }) => withoutHost(String(url))),
        ]
      : [];
    const loads = [
      startLoad(async () => `/api/conventions/${(await tell(manager, '/api/conventions', json(body))).id}`),
      startLoad(async (number) =>
        withoutHost(String((await tell(root, '/rest/types/', json({ title: `Type ${number}` }))).url)),
      ),
      startLoad(async (number) => {
        const upload = form({ ...fields, title: `Lecture ${number}` }, { video: source });
        const { slug, url } = await tell(root, '/rest/videos/', upload);
        await tell(root, `/rest/launch_encode_view/?slug=${slug}`);
        const isEncoded = async () => (await tell(root, `/rest/videos/${slug}/`)).encoded === true;
        await eventually(isEncoded, {
          ...{ timeoutMs: 120_000, intervalMs: 250, describe: `${slug} is encoded` },
        });
        return withoutHost(String(url));
      }),
    ];
    const uploads = createUploads(root, fields);
    const all = [...loads, ...feeds.map(({ load }) => load)];
    const goOn = async () => {
      const before = all.map(({ made }) => made.length);
      await eventually(() => all.every(({ made }, index) => made.length > (before[index] ?? 0) + 1), {
        timeoutMs: 180_000,
        seen: () => all.map(({ made }) => made.length),
      });
    };
    await goOn();
    for (const [next, last] of [
      ['this one', 'older'],
      ['older', 'this one'],
      ['this one', 'older'],
    ] as const) {
      if (hasFeeds) await uploads.begin(`In pieces from ${last} to ${next} ${randomUUID()}`);
      await uploads.goOn({ pieces: 5 });
      await Promise.all(both.map((service) => service.start(next)));
      await uploads.goOn({ pieces: 5 });
      await goOn();
      await Promise.all(both.map((service) => service.stop(last)));
      await goOn();
    }
    await uploads.goOn({ pieces: 1 });
    const failures = await Promise.all(all.map((load) => load.stop()));

    expect(failures.flat()).toEqual([]);
    const [agreements = [], ...ofVideos] = loads.map(({ made }) => made);
    for (const pathname of agreements) expect(await tell(manager, pathname)).toBeDefined();
    for (const pathname of ofVideos.flat()) expect(await tell(root, pathname)).toBeDefined();
    expect(await uploads.missing()).toEqual([]);
    for (const feed of feeds) {
      const { seen, again } = await feed.finish();
      expect(seen).toEqual(again);
      const told = new Set(seen.map((line) => line.split(' ').at(-1)));
      const owed = feed === feeds[0] ? agreements : ofVideos.flat();
      expect(owed.filter((pathname) => !told.has(pathname))).toEqual([]);
    }
    expect(both.flatMap(({ exits }) => exits)).toEqual([0, 0, 0, 0, 0, 0]);
    const counts = all.map(({ made }) => made.length).join(', ');
    process.stdout.write(`from ${commit}: ${counts} agreements, types, videos and looks at the feeds\n`);
  },
  1_200_000,
);
