import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { validPdf } from '../apps/conventions-signing/test/support/pdfs.ts';
import { clip, testMediaTools } from '../apps/video-rest/test/support/clips.ts';
import { registrationOf, signingEnv } from './support/filled-signing.ts';
import { videoEnv } from './support/filled-video.ts';
import { repositoryRoot } from './support/start-demo.ts';

/** The tag of the last release; as long as there is none, the oldest commit whose data must be kept. */
const lastRelease = '0a67671';

const run = promisify(execFile);
const closing: (() => Promise<unknown>)[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'upgrade-'));
  closing.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const older = path.join(folder, 'older');
  await run('sh', ['-c', 'mkdir "$1" && git archive "$0" | tar -x -C "$1"', lastRelease, older], {
    cwd: repositoryRoot,
  });
  // Installs what it needs, as a fresh clone does.
  await run('node', ['scripts/run.mjs', 'node', '--version'], { cwd: older });
}, 600_000);
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

type Version = 'older' | 'this one';

/** The processes of a service that are up, each with its address. */
class Service {
  readonly #up: { version: Version; url: string; process: StartedProcess }[] = [];
  readonly #name: string;
  readonly #env: Record<string, string>;
  readonly exits: (number | null)[] = [];

  constructor(name: string, env: Record<string, string>) {
    this.#name = name;
    this.#env = env;
  }

  async start(version: Version): Promise<void> {
    const port = await freePort();
    const root = version === 'older' ? path.join(folder, 'older') : repositoryRoot;
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
    closing.push(() => started[Symbol.asyncDispose]());
    const url = `http://127.0.0.1:${port}`;
    const isReady = () => fetch(`${url}/readyz`).then(({ ok }) => ok);
    await eventually(isReady, { describe: `${version} is ready`, seen: started.output });
    this.#up.push({ version, url, process: started });
  }

  async stop(version: Version): Promise<void> {
    const index = this.#up.findIndex((one) => one.version === version);
    const [stopped] = this.#up.splice(index, 1);
    this.exits.push((await stopped?.process.kill('SIGTERM'))?.code ?? null);
  }

  /** Asks whichever is up, and the next when there is no answer, as a balancer in front. */
  async ask(
    authorization: string,
    pathname: string,
    init: RequestInit = {},
  ): Promise<Record<string, unknown>> {
    const answer = await firstToAnswer(
      () => this.#up.map(({ url }) => url),
      (url) =>
        fetch(`${url}${pathname}`, {
          ...init,
          headers: { Connection: 'close', Authorization: authorization, ...init.headers },
        }),
    );
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${pathname}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }
}

/** Does one after the other until it is stopped. @returns what was acknowledged, and what failed */
function startLoad(act: (number: number) => Promise<string>) {
  const made: string[] = [];
  const failures: unknown[] = [];
  let isOver = false;
  const running = (async () => {
    for (let number = 1; !isOver; number++)
      await act(number).then(
        (name) => made.push(name),
        (error: unknown) => failures.push(error),
      );
  })();
  return {
    made,
    async stop() {
      isOver = true;
      await running;
      return failures;
    },
  };
}

const json = (value: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: typeof value === 'string' ? value : JSON.stringify(value),
});

test('Given the last release with data and under load, When this version takes over, goes, and takes over again, Then nothing is lost and no request fails', async () => {
  const postgres = await startSystemPostgres({ settings: ['max_connections = 300'] });
  closing.push(() => postgres[Symbol.asyncDispose]());
  const webhook = await startRecordingServer();
  closing.push(() => webhook.stop());
  const { ffmpeg, ffprobe } = await testMediaTools();
  const signing = new Service('conventions-signing', {
    ...signingEnv(webhook),
    DATABASE_URL: await postgres.createDatabase('conventions_signing'),
  });
  const video = new Service('video-rest', {
    ...videoEnv,
    DATABASE_URL: await postgres.createDatabase('video_rest'),
    MEDIA_ROOT: path.join(folder, 'media'),
    FFMPEG_PATH: ffmpeg,
    FFPROBE_PATH: ffprobe,
  });
  const both = [signing, video];
  for (const service of both) await service.start('older');
  const root = `Basic ${Buffer.from(`root:${videoEnv.ROOT_PASSWORD}`).toString('base64')}`;
  const manager = `Bearer ${signingEnv(webhook).APPLI_MANAGEMENT_TOKENS}`;
  const type = await video.ask(root, '/rest/types/', json({ title: 'Lecture' }));
  const users = await video.ask(root, '/rest/users/');
  const [owner] = users.results as { url: string }[];
  const source = await readFile(await clip('tiny'));
  const body = registrationOf(Buffer.from(await validPdf()));
  // Addresses are of the replica that was asked.
  const pathOf = (address: unknown) => new URL(String(address)).pathname;

  const loads = [
    startLoad(
      async () => `/api/conventions/${(await signing.ask(manager, '/api/conventions', json(body))).id}`,
    ),
    startLoad(async (number) =>
      pathOf((await video.ask(root, '/rest/types/', json({ title: `Type ${number}` }))).url),
    ),
    startLoad(async (number) => {
      const form = new FormData();
      const texts = { title: `Lecture ${number}`, type: pathOf(type.url), owner: pathOf(owner?.url) };
      for (const [name, text] of Object.entries(texts)) form.append(name, text);
      form.append('video', new Blob([source]), 'lecture.mp4');
      const { slug } = await video.ask(root, '/rest/videos/', { method: 'POST', body: form });
      await video.ask(root, `/rest/launch_encode_view/?slug=${slug}`);
      const isEncoded = async () => (await video.ask(root, `/rest/videos/${slug}/`)).encoded === true;
      await eventually(isEncoded, { intervalMs: 250, describe: `${slug} is encoded` });
      return `/rest/videos/${slug}/`;
    }),
  ];
  const goOn = async () => {
    const before = loads.map(({ made }) => made.length);
    await eventually(() => loads.every(({ made }, index) => made.length > (before[index] ?? 0) + 1));
  };
  await goOn();
  for (const [next, last] of [
    ['this one', 'older'],
    ['older', 'this one'],
    ['this one', 'older'],
  ] as const) {
    await Promise.all(both.map((service) => service.start(next)));
    await goOn();
    await Promise.all(both.map((service) => service.stop(last)));
    await goOn();
  }
  const failures = await Promise.all(loads.map((load) => load.stop()));

  expect(failures.flat()).toEqual([]);
  const [agreements = [], ...ofVideos] = loads.map(({ made }) => made);
  for (const pathname of agreements) expect(await signing.ask(manager, pathname)).toBeDefined();
  for (const pathname of ofVideos.flat()) expect(await video.ask(root, pathname)).toBeDefined();
  expect(both.flatMap(({ exits }) => exits)).toEqual([0, 0, 0, 0, 0, 0]);
}, 900_000);
