/** What is asked of a demo that stands, one for all: starting it, and its ten encodings, is what costs. */
import { execFile } from 'node:child_process';
import { glob, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { demoTokens, signingTour } from '@campus/demo';
import { descendantsOf, eventually, requireTool, untilEnded } from '@campus/testing';
import { useBrowser, useFirefox } from '@campus/testing/browser';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { demoPages, expectSmall, rootPassword, visitEveryPage } from './support/demo-pages.ts';
import { signIn } from './support/sign-in.ts';
import { beginDemo, type Demo, repositoryRoot, startDemo } from './support/start-demo.ts';

const run = promisify(execFile);

let demo: Demo;

beforeAll(async () => {
  demo = await startDemo();
});
afterAll(async () => {
  await demo.killGroup('SIGINT');
  await demo.removeData();
});

describe('npm start on a machine where nothing is configured', () => {
  function askSigning(pathname: string, init: RequestInit = {}): Promise<Response> {
    const { url, token } = demo.signing;
    return fetch(`${url}${pathname}`, { ...init, headers: { Authorization: `Bearer ${token}` } });
  }

  async function agreementsOf(query: string): Promise<{ createdAt: string }[]> {
    const answer = await askSigning(`/api/conventions?page_size=100&${query}`);
    return ((await answer.json()) as { results: { createdAt: string }[] }).results;
  }

  test('has thirty sample agreements, one with an amendment', async () => {
    const amendments = (await (await askSigning('/api/avenants')).json()) as { results: unknown[] };

    expect(await agreementsOf('')).toHaveLength(30);
    expect(amendments.results).toHaveLength(1);
  });

  test('looks like an office soon: drafts, rounds on their way, signed ones, calls that fail, over twelve weeks', async () => {
    const weekMs = 7 * 24 * 3600 * 1000;
    await untilDemo(
      async () => {
        const [oldest] = (await agreementsOf('')).map(({ createdAt }) => Date.parse(createdAt)).sort();
        expect(Date.now() - Number(oldest)).toBeGreaterThan(10 * weekMs);
      },
      { intervalMs: 500 },
    );

    await untilDemo(async () => {
      for (const state of ['draft', 'signing', 'signed'])
        expect((await agreementsOf(`state=${state}`)).length).toBeGreaterThan(5);
      expect(await agreementsOf('failed=true')).toHaveLength(2);
    });
  });

  test.each(['conventions', 'avenants'])(
    'Given a sample of %s, When it is sent for signature, Then the sample application signs it and it ends as signed',
    async (kind) => {
      // The newest; the oldest is that of the tour.
      const { results } = (await (await askSigning(`/api/${kind}?state=draft`)).json()) as {
        results: { id: number }[];
      };
      const one = `api/${kind}/${results[0]?.id}`;
      const registered = Buffer.from(await (await asVendor(`/public/${one}/pdf`)).arrayBuffer());

      expect((await askSigning(`/${one}/signature`, { method: 'POST' })).status).toBe(202);

      const record = await untilDemo(
        async () => {
          const current = (await (await askSigning(`/${one}`)).json()) as SignedRecord;
          return current.state === 'signed' && current;
        },
        { intervalMs: 200 },
      );
      expect(record.signatory.every(({ signatureDate }) => signatureDate !== null)).toBe(true);
      expect(record.deliveries).toMatchObject([{ state: 'delivered', reference: expect.any(String) }]);
      const signed = Buffer.from(await (await askSigning(`/${one}/signed-pdf`)).arrayBuffer());
      expect(signed.subarray(0, registered.length).equals(registered)).toBe(true);
      expect(signed.toString('latin1').match(/\/ByteRange/g)).toHaveLength(record.signatory.length);
    },
  );

  /** Waits as `eventually` does, but no longer than the demo is there, whose last words tell why it ended. */
  function untilDemo<T>(check: () => T | Promise<T>, options?: Parameters<typeof eventually>[1]) {
    const ended = demo.exited.then((): never => {
      throw new Error(`the demo ended:\n${demo.output()}`);
    });
    return Promise.race([eventually(check, options), ended]);
  }

  async function asVendor(pathname: string): Promise<Response> {
    const { url, dataDir } = demo.signing;
    const tokens = JSON.parse(await readFile(path.join(dataDir, 'demo-tokens.json'), 'utf8'));
    return fetch(`${url}${pathname}`, { headers: { Authorization: `Bearer ${tokens.public}` } });
  }

  test('has types, a building with two broadcasters, and ten videos of the root account', async () => {
    const types = await listOf(demo, 'types');
    const [building] = await listOf(demo, 'buildings');
    const broadcasters = await listOf(demo, 'broadcasters');
    const [root] = await listOf(demo, 'users');
    const videos = await untilDemo(
      async () => {
        const all = await listOf(demo, 'videos');
        return all.length === 10 && all;
      },
      { intervalMs: 500 },
    );

    expect(types).toHaveLength(4);
    expect(broadcasters.map(({ building: place }) => place)).toEqual([building?.url, building?.url]);
    expect(root).toMatchObject({ username: 'root', is_superuser: true });
    expect(new Set(videos.map(({ owner }) => owner))).toEqual(new Set([root?.url]));
  });

  test('encodes the first of the videos, and its playlist, a rendition and its poster can be fetched', async () => {
    const encoded = await untilDemo(
      async () =>
        (await listOf(demo, 'videos')).find(({ slug, encoded }) => encoded && slug.startsWith('0001')) ??
        null,
      { intervalMs: 200, describe: 'the first video is encoded' },
    );

    const { hls, mp4, poster } = encoded.playback;
    for (const url of [hls, mp4[0]?.url, poster])
      expect((await fetch(url ?? 'about:blank')).status).toBe(200);
  });

  test('exports the videos that everybody may watch as Dublin Core', async () => {
    const records = await (await askVideo(demo, '/rest/dublincore/')).text();

    expect(records).toContain('<dc:title>Game of life</dc:title>');
    expect(records).not.toContain('rehearsal');
    expect(records).toContain('<dc:publisher>Example University</dc:publisher>');
  });

  test('lets root in with the passwords that the welcome says', async () => {
    const passwords = [...demo.output().matchAll(/\/ {2}with (\S+)/g)].map(([, one = '']) => one);

    const doors = [`${demo.signing.url}/console/account/`, `${demo.video.url}/accounts/`];
    const accounts = await Promise.all(
      doors.map((door, index) => signIn(door, { username: 'root', password: passwords[index] ?? '' })),
    );
    for (const account of accounts) {
      expect(account).toContain('Sign out');
      // Its address is one that browsers keep passkeys for.
      expect(account).toContain('Add a passkey');
    }
  });

  test('keeps its tokens and the password where only their owner can read them', async () => {
    const files = [
      path.join(demo.signing.dataDir, 'demo-tokens.json'),
      path.join(demo.video.dataDir, 'demo-token'),
      path.join(demo.signing.dataDir, 'first-password'),
      path.join(demo.video.dataDir, 'first-password'),
    ];
    for (const file of files) expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('Given that it runs, When it is started again on its folder, Then that ends at once and says so', async () => {
    const { demo: second } = await beginDemo({ dataDir: demo.dataDir });

    expect(await second.exited).toMatchObject({ code: 1 });
    expect(second.output()).toContain('The demo runs already on ');
    expect((await askSigning('/api/conventions')).status).toBe(200);
  });
});

describe.each(demoPages)('Every page of $name', (pages) => {
  const browser = useBrowser(() => pages.of(demo).url);

  test('is small', async () => {
    const page = await browser.newPage();

    expectSmall(await visitEveryPage(page, demo, pages));
  });
});

describe('In Firefox', () => {
  const firefox = useFirefox();

  test('a person signs in, looks at the agreements and at the course of one', async () => {
    const page = await firefox.newPage();
    const { url, dataDir } = demo.signing;
    await page.goto(`${url}/console/conventions/`);
    await page.locator('input[autocomplete~="username"]').fill('root');
    await page.locator('input[type=password]').fill(await rootPassword(dataDir));
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);

    const rows = await page.$$eval('tbody tr', (all) => all.length);
    await page.goto(`${url}/console/conventions/4/`);
    const steps = await page.$$eval('main ol li', (all) => all.length);

    expect(rows).toBe(30);
    expect(steps).toBeGreaterThan(3);
  });

  test('a stranger finds a video and plays it', async () => {
    const page = await firefox.newPage();
    await page.goto(`${demo.video.url}/?q=Mandelbrot`);
    await Promise.all([page.waitForNavigation(), page.locator('main a[href^="/video/"]').click()]);

    await page.waitForSelector('video');
    await eventually(
      () =>
        page.$eval('video', (video) => {
          const player = video as unknown as { muted: boolean; currentTime: number; play(): Promise<void> };
          player.muted = true;
          void player.play().catch(() => undefined);
          return player.currentTime > 0.5;
        }),
      { intervalMs: 200, describe: 'the time of the player advances' },
    );
  });
});

// After the others, since it changes what the demo shows.
describe('The tour of the README', () => {
  beforeAll(async () => {
    await requireTool('curl');
    await requireTool('pdfsig');
  });

  async function type(line = ''): Promise<string> {
    const command = onPortsOf(demo, line);
    const tokens = { SIGNING_TOKEN: demo.signing.token, VIDEO_TOKEN: demo.video.token };
    const env = { PATH: process.env.PATH, ...tokens };
    return (await run('/bin/sh', ['-c', command], { cwd: demo.dataDir, env })).stdout;
  }

  test('shows the commands of the signing service that the terminal shows', async () => {
    const tour = (token: string) =>
      signingTour({ serviceUrl: 'http://localhost:8081', token, agreementId: 1 });

    expect(await commandsWith('SIGNING_TOKEN')).toEqual(tour('$SIGNING_TOKEN'));
    for (const command of tour(demo.signing.token)) expect(demo.output()).toContain(onPortsOf(demo, command));
  });

  test("registers an agreement with the metadata of the guide's example", async () => {
    const [example = ''] = /(?<=```json\n).*?(?=```)/s.exec(await read('docs/signing.md')) ?? [];
    const [register] = await commandsWith('SIGNING_TOKEN', 'docs/signing.md');
    await writeFile(path.join(demo.dataDir, 'metadata.json'), example);
    const headers = { Authorization: `Bearer ${(await demoTokens(demo.signing.dataDir)).public}` };
    const sample = await fetch(`${demo.signing.url}/public/api/conventions/2/pdf`, { headers });
    await writeFile(path.join(demo.dataDir, 'agreement.pdf'), Buffer.from(await sample.arrayBuffer()));

    expect(JSON.parse(await type(register))).toMatchObject({
      state: 'draft',
      title: JSON.parse(example).title,
    });
  });

  test("sends the drafts that the guide's example of an operation lists", async () => {
    const commands = await commandsWith('SIGNING_TOKEN', 'docs/signing.md');
    const begin = commands.find((line) => line.includes('/api/operations')) ?? '';
    const [, list = ''] = /"list": "([^"]+)"/.exec(begin) ?? [];
    const headers = { Authorization: `Bearer ${(await demoTokens(demo.signing.dataDir)).management}` };
    const answer = await fetch(`${demo.signing.url}${list}`, { headers });
    const { results: drafts } = (await answer.json()) as { results: object[] };

    const operation = JSON.parse(await type(begin));

    expect(operation).toMatchObject({ action: 'send', total: drafts.length });
    expect(operation.total).toBeGreaterThan(0);
  });

  test('typed as printed, sends an agreement, sees it signed and downloads a PDF whose signatures pdfsig accepts', async () => {
    const [send, watch, download] = await commandsWith('SIGNING_TOKEN');

    expect(JSON.parse(await type(send))).toMatchObject({ state: 'signing' });
    await eventually(async () => expect(JSON.parse(await type(watch))).toMatchObject({ state: 'signed' }), {
      intervalMs: 500,
    });
    await type(download);

    const { stdout } = await run('pdfsig', ['-nocert', path.join(demo.dataDir, 'signed.pdf')]);
    const valid = stdout.match(/Signature Validation: Signature is Valid\./g) ?? [];
    const all = stdout.match(/^Signature #\d+:/gm) ?? [];
    expect(all.length).toBeGreaterThan(0);
    expect(valid).toHaveLength(all.length);
    expect(stdout.trimEnd().split('\n').at(-2)).toContain('Total document signed');
  });

  test('typed as printed, encodes a video, switches a broadcaster on and exports Dublin Core', async () => {
    const [encode, watch, switchOn, exportRecords] = await commandsWith('VIDEO_TOKEN');

    expect(JSON.parse(await type(encode))).toMatchObject({ encoding_in_progress: true });
    await eventually(
      async () => {
        const playback = { hls: expect.stringContaining('.m3u8'), poster: expect.any(String) };
        expect(JSON.parse(await type(watch))).toMatchObject({ encoded: true, playback });
      },
      { intervalMs: 500 },
    );
    expect(JSON.parse(await type(switchOn))).toMatchObject({ slug: 'amphitheatre-a', status: true });
    expect(await type(exportRecords)).toContain('<dc:title>Game of life</dc:title>');
  });
});

// Last, since it ends the demo.
test('Given an encoding that was launched, When Ctrl-C ends the demo, Then the exit code is 0, no program is left, the next start finds everything, and SIGTERM to its npm leaves nothing either', async () => {
  const video = (await listOf(demo, 'videos')).find(({ slug }) => slug.startsWith('0002'));
  const launched = await askVideo(demo, `/rest/launch_encode_view/?slug=${video?.slug}`);
  expect(await launched.json()).toMatchObject({ encoding_in_progress: true });
  const databases = [await postgresOf(demo.signing.dataDir), await postgresOf(demo.video.dataDir)];

  const { code } = await demo.killGroup('SIGINT');

  expect(code).toBe(0);
  await untilEnded(databases.map(Number));
  await eventually(async () => expect(await programsThatName(demo.dataDir)).toEqual([]));
  const again = await startDemo({ dataDir: demo.dataDir, withNpm: true });
  try {
    const answer = await fetch(`${again.signing.url}/api/conventions`, {
      headers: { Authorization: `Bearer ${again.signing.token}` },
    });
    expect(again.signing.token).toBe(demo.signing.token);
    expect(((await answer.json()) as { results: unknown[] }).results.length).toBeGreaterThan(3);
    expect(again.video.token).toBe(demo.video.token);
    const counts = ['types', 'buildings', 'broadcasters', 'videos'].map(
      async (resource) => (await listOf(again, resource)).length,
    );
    expect(await Promise.all(counts)).toEqual([4, 1, 2, 10]);

    const programs = await descendantsOf(Number(again.child.pid));
    expect(await again.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    await untilEnded(programs);
  } finally {
    await again.killGroup('SIGINT');
  }
});

interface SignedRecord {
  state: string;
  signatory: { signatureDate: string | null }[];
  deliveries: unknown[];
}

/** An object of the video service, with what the tests read of any kind. */
interface VideoObject {
  url: string;
  slug: string;
  building: string;
  owner: string;
  encoded: boolean;
  playback: { hls: string | null; mp4: { url: string }[]; poster: string | null };
}

function askVideo({ video: { url, token } }: Demo, pathname: string): Promise<Response> {
  return fetch(`${url}${pathname}`, { headers: { Authorization: `Token ${token}` } });
}

async function listOf(demo: Demo, resource: string): Promise<VideoObject[]> {
  const answer = await askVideo(demo, `/rest/${resource}/`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { results: VideoObject[] }).results;
}

/** Process of the embedded PostgreSQL. */
async function postgresOf(dataDir: string): Promise<string> {
  const [pid = ''] = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return pid;
}

/** The command lines of all programs on this machine that name a folder: services, PostgreSQL, ffmpeg. */
async function programsThatName(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob('/proc/[0-9]*/cmdline')) {
    const line = await readFile(file, 'utf8').catch(() => '');
    if (line.includes(folder)) found.push(line.replaceAll('\0', ' '));
  }
  return found;
}

function read(page: string): Promise<string> {
  return readFile(path.join(repositoryRoot, page), 'utf8');
}

/** The command lines of a page that use a token, as printed. */
async function commandsWith(
  variable: 'SIGNING_TOKEN' | 'VIDEO_TOKEN',
  page = 'README.md',
): Promise<string[]> {
  const text = await read(page);
  return text.split('\n').filter((line) => line.startsWith('curl ') && line.includes(`$${variable}`));
}

/** A command line, for the ports of a demo. */
function onPortsOf({ signing, video }: Demo, line: string): string {
  return line
    .replaceAll(/http:\/\/(127\.0\.0\.1|localhost):8081/g, signing.url)
    .replaceAll(/http:\/\/(127\.0\.0\.1|localhost):8082/g, video.url);
}
