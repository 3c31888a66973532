import { mkdtemp, rm, symlink } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { OperatorError } from '@campus/config';
import { scratchRoot } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { loadVideoConfiguration } from '../../src/config.ts';
import { PodAway } from '../../src/pod/ask.ts';
import { importPod } from '../../src/pod/import-pod.ts';
import { openImporting } from '../../src/pod/open-importing.ts';
import { Pod } from '../../src/pod/pod-client.ts';
import { createReport, type Outcome } from '../../src/pod/report.ts';
import { quickMediaTools } from '../support/clips.ts';
import { html, type PodDouble, podToken, startPodDouble } from '../support/pod-double.ts';
import { addVideo, bringingTo, givenPod, lookAt, media, reportOf } from '../support/pod-university.ts';
import { useService } from '../support/service.ts';

const service = useService();
const { listed, found, told } = lookAt(service);
const noMedia = Buffer.from('no media');
const repositoryRoot = path.resolve(import.meta.dirname, '../../../..');

type Counts = Record<string, Partial<Record<Outcome, number>>>;

/** What the program does with such an instance; what became of the objects of each list. */
async function bring(
  { url }: Pick<PodDouble, 'url'>,
  { mediaHosts = [] as string[], dataDir = service.dataDir, counts = {} as Counts } = {},
) {
  const { ffmpeg, ffprobe } = await quickMediaTools();
  const env = { ...bringingTo(service), FFMPEG_PATH: ffmpeg, FFPROBE_PATH: ffprobe };
  const configuration = loadVideoConfiguration({ env, workingDirectory: dataDir, repositoryRoot });
  const pod = new Pod({
    ...{ base: new URL(url), token: podToken, mediaHosts, language: 'fr', version: '1' },
    onWait() {},
  });
  const { importing, stop } = await openImporting(configuration, {
    databaseUrl: service.databaseUrl,
    path: '',
  });
  try {
    const report = {
      ...createReport(reportOf({ url }, dataDir)),
      count(list: string, outcome: Outcome) {
        const ofList = counts[list] ?? {};
        counts[list] = { ...ofList, [outcome]: (ofList[outcome] ?? 0) + 1 };
      },
    };
    const showProgress = () => ({ advance() {}, end() {} });
    await importPod({ pod, importing, report, isDryRun: false, showProgress });
  } finally {
    await stop();
  }
  return counts;
}

test('brings again only what has changed there, and leaves what has changed here', async () => {
  await using pod = await givenPod('again', 200_000);
  await bring(pod);
  const { id } = await found('videos/?slug=200000-ete-a-la-mer');
  await service.root.client.patch(`/rest/videos/${id}/`).send({ description: 'Ours.' }).expect(200);
  Object.assign(pod.lists.videos?.[0] ?? {}, { title: 'Autrement' });
  pod.asked.length = 0;

  const counts = await bring(pod);

  expect(counts.videos).toEqual({ changed: 1 });
  expect(counts.users).toEqual({ same: 2 });
  expect(pod.asked.filter((asked) => asked.path.startsWith('/media/'))).toEqual([]);
  expect(await listed(`videos/?id=${id}`)).toMatchObject([{ title: 'Autrement', description: 'Ours.' }]);
  expect((await bring(pod)).videos).toEqual({ same: 1 });
});

test('goes on around a tree of themes that moves to another channel, which comes in two runs', async () => {
  const first = 1_500_000;
  await using pod = await givenPod('moved', first, ({ lists, at }) => {
    lists.channels?.push({ id: first + 1, url: at('channels', first + 1), title: 'moved Arts' });
  });
  await bring(pod);
  for (const theme of pod.lists.themes ?? []) theme.channel = pod.at('channels', first + 1);

  expect((await bring(pod)).themes).toEqual({ changed: 1, missing: 1 });
  expect((await bring(pod)).themes).toEqual({ changed: 1, same: 1 });

  const { body } = await service.root.client.get(`/rest/themes/${first}/`).expect(200);
  expect(body).toMatchObject({
    channel: `${service.url}/rest/channels/${first + 1}/`,
    parentId: `${service.url}/rest/themes/${first + 1}/`,
  });
});

test('takes rows that are here by their names, and other ids and slugs where those are taken', async () => {
  const { id, url } = await service.givenUser({ username: 'here.ada' });
  await using pod = await givenPod('here', 400_000);
  await service.sql.query('update users set id = 400001 where id = $1', [service.ada.id]);
  await service.sql.query('select setval(pg_get_serial_sequence($1, $2), 400001)', ['users', 'id']);
  const other = addVideo(pod, { slug: '400000-ete-a-la-mer' }, 400_000);

  await bring(pod);

  const first = await found('videos/?slug=400000-ete-a-la-mer');
  expect(first.owner).toBe(url);
  expect(await listed('users/?username=here.ada')).toMatchObject([{ id, first_name: '' }]);
  expect(await found('users/?username=here.bob')).toMatchObject({ id: 400_002 });
  expect(await found(`videos/?id=${other}`)).toMatchObject({ slug: `${other}-film-${other}` });
  expect(await told(pod, pod.at('videos', other))).toEqual(['slug: is taken here: 400000-ete-a-la-mer']);
});

test('gets around what fails there, and tells it', async () => {
  const first = 500_000;
  await using pod = await givenPod('faults', first, (made) => {
    for (let count = 0; count < 13; count += 1) addVideo(made, { video: null }, first);
    made.broken.add(`videos/${first}`);
    made.lists.encodings_video = [];
    for (const row of made.lists.videos?.slice(1) ?? [])
      made.lists.encodings_video.push(
        { video: row.url, name: '360p', source_file: `${made.url}/media/small.mp4` },
        { video: row.url, name: '720p', source_file: `${made.url}/media/large.mp4` },
      );
    made.lists.encodings_video.push({
      ...{ video: made.at('videos', first), name: '360p', source_file: `${made.url}/media/small.mp4` },
    });
    made.media.set('/media/small.mp4', media).set('/media/large.mp4', media);
    const busy = (status: number) => (response: ServerResponse) => {
      response.writeHead(status, { 'retry-after': '1' }).end();
    };
    made.instead.push(
      { at: '/rest/users/', answer: busy(429) },
      { at: '/rest/types/', answer: busy(503) },
      { at: '/rest/channels/', answer: (response) => html(response, 200, '<h1>Maintenance</h1>') },
      { at: '/rest/channels/', answer: (response) => html(response, 502, '<h1>Bad Gateway</h1>') },
      { at: '/rest/groups/', answer: (response) => response.destroy() },
    );
  });

  const counts = await bring(pod);

  expect(counts.videos).toEqual({ new: 14 });
  const [broken] = await listed(`videos/?id=${first}`);
  expect(broken).toMatchObject({ is_draft: true, slug: `${first}-ete-a-la-mer`, tags: ['mer'] });
  expect(await told(pod, `${pod.url}/rest/channels/`)).toEqual([
    'answers a page, or something else that is no JSON',
  ]);
  expect(await told(pod, `${pod.url}/rest/videos/?page`)).toEqual([]);
  expect(await told(pod, pod.at('videos', first + 1))).toEqual([
    'video: came as its rendition 720p: there is no source',
  ]);
});

test('keeps videos closed whose limits cannot come, and leaves out whose owner cannot', async () => {
  const first = 600_000;
  await using pod = await givenPod('closed', first);
  const grouped = addVideo(pod, { restrict_access_to_groups: [pod.at('accessgroups', first + 7)] }, first);
  const secret = addVideo(pod, { password: 'x'.repeat(51) }, first);
  const foreign = addVideo(pod, { owner: pod.at('users', first + 9) }, first);
  const odd = addVideo(pod, { main_lang: 'zz', licence: 'none', discipline: [null, 7] }, first);
  pod.lists.users?.push({ id: first + 9, url: pod.at('users', first + 9), username: 'closed.eve' });
  pod.hidden.add(`users/${first + 9}`);

  const counts = await bring(pod, { mediaHosts: ['cdn.example.org'] });

  expect(counts.videos).toEqual({ new: 4, missing: 1 });
  for (const id of [grouped, secret])
    expect(await found(`videos/?id=${id}`)).toMatchObject({ is_draft: true });
  expect(await listed(`videos/?id=${foreign}`)).toEqual([]);
  expect(await told(pod, pod.at('videos', foreign))).toEqual([
    expect.stringMatching(/^owner: owner names .*the token may not read it \(403\)$/),
  ]);
  expect(await found(`videos/?id=${odd}`)).toMatchObject({ main_lang: 'fr', licence: null, is_draft: false });
  expect((await told(pod, pod.at('videos', odd))).map((line) => line.split(':')[0])).toEqual([
    'discipline',
    'discipline',
    'main_lang',
    'licence',
  ]);

  // What kept people out has never come: nothing else lets them in.
  for (const is_draft of [true, false]) {
    Object.assign(pod.lists.videos?.find(({ id }) => id === secret) ?? {}, { is_draft });
    await bring(pod);
    expect(await found(`videos/?id=${secret}`)).toMatchObject({ is_draft: true });
  }
});

test('reads what makes no sense to its end, and keeps the numbers of this instance', async () => {
  const first = 1_200_000;
  await using pod = await givenPod('odd', first, ({ lists, at }) => {
    lists.users?.push(
      { id: 2 ** 31 - 1, url: at('users', 2 ** 31 - 1), username: 'odd.max', first_name: ['Max'] },
      { id: first + 3, username: 'odd\0nul' },
      { id: {}, url: 7, username: 'odd.nowhere' },
      { url: `${at('users', 1)}${'x'.repeat(500)}/`, username: 'odd.long' },
    );
    (lists.users as unknown[]).push(null, 'text', [[]]);
    lists.chapters?.push(
      { id: first + 1, video: at('videos', first), title: 'Fin', time_start: "1'; select" },
      { id: first + 2, video: at('videos', first), title: 'Plus tard', time_start: 1e12 },
    );
    for (const theme of lists.themes ?? []) theme.parentId = theme.url;
    // More is wrong with them than the report of one import tells.
    for (let id = first + 1; id <= first + 250; id += 1)
      lists.playlists?.push({
        ...{ id, url: at('playlists', id), name: `odd ${id}`, owner: at('users', first), videos: [] },
        ...{ visibility: 'nobody', description: {}, autoplay: 'x', editable: 'x', date_created: 'soon' },
      });
  });

  const counts = await bring(pod);

  expect(counts.users).toEqual({ new: 3, missing: 1 });
  expect(counts.chapters).toEqual({ new: 1, missing: 2 });
  expect(counts.themes).toEqual({ new: 2 });
  expect(counts.playlists).toEqual({ new: 251 });
  const { body } = await service.root.client.get(`/rest/playlists/?owner=${first}`).expect(200);
  expect(body.count).toBe(251);
  const max = await found('users/?username=odd.max');
  expect(max.id).toBeLessThan(10_000_000);
});

test('asks nobody but the instance, and those that are named, and the token goes to it alone', async () => {
  const first = 700_000;
  await using other = await startPodDouble(() => ({}));
  await using pod = await givenPod('hosts', first);
  const port = new URL(other.url).port;
  // Of the same name as the instance: what is asked for is asked there.
  const near = addVideo(pod, { video: `http://127.0.0.1:${port}/media/videos/${first}.mp4` }, first);
  const far = addVideo(pod, { video: `http://localhost:${port}/media/film.mp4` }, first);
  const led = addVideo(pod, { video: `${pod.url}/media/led` }, first);
  const inside = addVideo(pod, { video: 'file:///etc/passwd' }, first);
  pod.instead.push(
    {
      at: '/media/led',
      stays: true,
      answer: (response) =>
        response.writeHead(302, { location: `http://localhost:${port}/media/film.mp4` }).end(),
    },
    {
      at: '/rest/playlists/',
      stays: true,
      answer: (response) =>
        response.writeHead(302, { location: `http://localhost:${port}/rest/playlists/` }).end(),
    },
  );

  // Playlists are said to be on another host.
  await expect(bring(pod)).rejects.toBeInstanceOf(PodAway);

  expect(other.asked).toEqual([]);
  expect(await listed(`videos/?id=${near}`)).toHaveLength(1);
  for (const id of [far, led])
    expect(await told(pod, pod.at('videos', id))).toEqual([
      expect.stringContaining(`leads to localhost:${port}, a host that was not named`),
    ]);
  expect(await told(pod, pod.at('videos', inside))).toHaveLength(1);

  other.media.set('/media/film.mp4', media);
  const counts: Counts = {};
  await expect(bring(pod, { mediaHosts: [`localhost:${port}`], counts })).rejects.toBeInstanceOf(PodAway);

  expect(counts.videos).toEqual({ new: 2, same: 2, missing: 1 });
  expect(other.asked.map(({ path: asked, headers }) => [asked, headers.authorization])).toEqual([
    ['/media/film.mp4', undefined],
    ['/media/film.mp4', undefined],
  ]);
});

test('takes a file again that was cut off, and what was made of a source that is none', async () => {
  const first = 800_000;
  await using pod = await givenPod('media', first, (made) => {
    const wrong = addVideo(made, {}, first);
    addVideo(made, { video: `${made.url}/media/gone.mp4` }, first);
    made.media.set(`/media/videos/${wrong}.mp4`, noMedia);
    made.lists.encodings_audio = [
      { video: made.at('videos', wrong), name: 'audio', source_file: `${made.url}/media/sound.mp3` },
    ];
    made.media.set('/media/sound.mp3', media);
    made.instead.push({
      at: `/media/videos/${first}.mp4`,
      answer: (response) => {
        response.writeHead(200, { 'content-length': media.length }).write(media.subarray(0, 1000));
        setTimeout(() => response.destroy(), 50);
      },
    });
  });

  const counts = await bring(pod);

  expect(counts.videos).toEqual({ new: 2, missing: 1 });
  expect(await listed(`videos/?id=${first}`)).toHaveLength(1);
  expect(await told(pod, pod.at('videos', first + 1))).toEqual([
    expect.stringMatching(/^video: came as its rendition audio: video: /),
  ]);
  expect(await told(pod, pod.at('videos', first + 2))).toEqual(['video: its file: there is none (404)']);
});

test('refuses a second run at once', async () => {
  await using pod = await givenPod('twice', 1_400_000);
  const { promise: held, resolve: hold } = Promise.withResolvers<ServerResponse>();
  pod.instead.push({ at: '/rest/sites/', answer: hold });
  const running = bring(pod);
  const response = await held;

  await expect(bring(pod)).rejects.toEqual(
    new OperatorError('Another import-pod is at work on this database: let it end first.'),
  );
  response.destroy();
  expect((await running).videos).toEqual({ new: 1 });
});

test('says that its report finds no room, and goes on where it was', async () => {
  const dataDir = await mkdtemp(path.join(scratchRoot, 'pod-report-'));
  await using pod = await givenPod('full', 1_600_000);
  await symlink('/dev/full', reportOf(pod, dataDir));

  await expect(bring(pod, { dataDir })).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringMatching(
      /import-pod-127\.0\.0\.1\.jsonl cannot be used: its disk is full; make room .* called again then, this goes on\.$/,
    ),
  });
  await rm(reportOf(pod, dataDir));
  const counts = await bring(pod, { dataDir });

  expect(counts.users).toEqual({ same: 2 });
  expect(counts.videos).toEqual({ new: 1 });
  await rm(dataDir, { recursive: true });
});

test('ends where nobody is there', async () => {
  const gone = await givenPod('gone', 1_100_000);
  await gone[Symbol.asyncDispose]();

  await expect(bring(gone)).rejects.toMatchObject({
    name: 'PodAway',
    message: expect.stringContaining('ECONNREFUSED'),
  });
});
