import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { nodeEnvironment, scratchRoot } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { clip } from '../support/clips.ts';
import { html, type PodDouble, podToken, startPodDouble } from '../support/pod-double.ts';
import { runCli } from '../support/run-cli.ts';
import { useService } from '../support/service.ts';

const service = useService();
const media = await readFile(await clip('tiny'));
const noMedia = Buffer.from('no media');
const subtitles = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nBonjour\n');

const envOf = () => ({
  DATABASE_URL: service.databaseUrl,
  DATA_DIR: service.dataDir,
  MEDIA_MIN_FREE: '0',
  LANGUAGE_CODE: 'fr',
  POD_TOKEN: podToken,
});

const run = (pod: Pick<PodDouble, 'url'>, ...args: string[]) =>
  runCli('import-pod', [pod.url, ...args], { env: envOf() });

type Item = Record<string, unknown>;

/** A university with two people; `name` keeps those of the tests apart, `first` their ids. */
function university(name: string, first: number) {
  return (at: PodDouble['at']): PodDouble['lists'] => {
    const list = (path: string, ...rows: Item[]) => ({
      [path]: rows.map((row, place) => {
        const id = Number(row.id ?? first + place);
        return { id, url: at(path, id), ...row };
      }),
    });
    const [one, two] = [first, first + 1];
    return {
      sites: [{ url: at('sites', 1), name: 'Pod', domain: 'pod.example.org' }],
      groups: [{ url: at('groups', first), name: `${name} teachers` }],
      ...list(
        'users',
        {
          username: `${name}.ada`,
          first_name: 'Ada',
          last_name: 'Élan',
          email: '',
          groups: [at('groups', first)],
        },
        { username: `${name}.bob`, first_name: 'Bob', is_staff: true, email: null, groups: [] },
      ),
      ...list(
        'owners',
        {
          user: at('users', one),
          auth_type: 'CAS',
          affiliation: 'teacher',
          commentaire: 'Amphi 4',
          sites: [],
        },
        { user: at('users', two), auth_type: 'CAS', affiliation: 'student', sites: [] },
      ),
      ...list('accessgroups', {
        ...{
          display_name: 'Inside',
          code_name: `${name}-inside`,
          users: [at('owners', two)],
          sites: [at('sites', 1)],
        },
      }),
      ...list('types', {
        title: `${name} Cours`,
        description: '-- désolé, aucune traduction fournie --',
        icon: null,
      }),
      ...list('discipline', { title: `${name} Physique`, description: null, site: at('sites', 1) }),
      ...list('channels', {
        ...{
          title: `${name} Sciences`,
          description: '<p>Été</p>',
          owners: [at('users', one)],
          users: [],
          visible: true,
        },
        ...{ themes: [at('themes', one), at('themes', two)], site: at('sites', 1), color: null, style: null },
      }),
      ...list(
        'themes',
        { title: 'Ondes', parentId: at('themes', two), channel: at('channels', one), description: null },
        { title: 'Optique', parentId: null, channel: at('channels', one), description: null },
      ),
      ...list(
        'videos',
        video(at, { id: one, title: `${name} Été à la mer 海`, slug: `${one}-ete-a-la-mer` }, first),
      ),
      ...list('contributors', {
        ...{
          video: at('videos', one),
          name: 'Jean Né',
          role: 'publisher',
          email_address: null,
          weblink: null,
        },
      }),
      ...list('chapters', { video: at('videos', one), title: 'Début', time_start: 0 }),
      ...list('overlays'),
      ...list('folders', { name: 'home', owner: at('users', one) }),
      ...list('files', {
        ...{ name: 'sous-titres', folder: at('folders', one), created_by: at('users', one) },
        file: at('files', 1).replace('/rest/files/1/', `/media/${name}.vtt`),
      }),
      ...list('tracks', { video: at('videos', one), kind: 'subtitles', lang: 'fr', src: at('files', one) }),
      ...list('documents', { video: at('videos', one), document: at('files', one) }),
      ...list('playlists', {
        ...{ name: `${name} Révisions`, slug: `${one}-revisions`, visibility: 'public', description: '' },
        ...{
          owner: at('users', one),
          additional_owners: [at('users', two)],
          autoplay: false,
          editable: true,
        },
        ...{ date_created: '2024-05-01T10:00:00Z', date_updated: '2024-06-01T10:00:00Z' },
        videos: [{ video: { url: at('videos', one) } }],
      }),
      encodings_video: [],
      encodings_audio: [],
    };
  };
}

function video(at: PodDouble['at'], given: Item, first: number): Item {
  const id = Number(given.id);
  return {
    ...{ url: at('videos', id), video: at('videos', id).replace(/\/rest.*/, `/media/videos/${id}.mp4`) },
    ...{
      description: '<p>Plage</p>',
      owner: at('users', first),
      additional_owners: [at('users', first + 1)],
    },
    ...{ type: at('types', first), discipline: [at('discipline', first)], channel: [at('channels', first)] },
    ...{
      theme: [at('themes', first)],
      sites: [at('sites', 1)],
      tags: ['mer'],
      date_added: '2023-03-04T05:06:07Z',
    },
    ...{
      date_evt: '2023-03-01',
      cursus: 'L',
      main_lang: 'fr',
      licence: 'by-sa',
      password: null,
      thumbnail: null,
    },
    ...{
      is_draft: false,
      is_restricted: false,
      is_360: false,
      allow_downloading: true,
      disable_comment: false,
    },
    ...{ restrict_access_to_groups: [], encoded: true },
    ...given,
  };
}

async function started(name: string, first: number, change: (pod: PodDouble) => void = () => {}) {
  const pod = await startPodDouble(university(name, first));
  change(pod);
  for (const { id } of pod.lists.videos ?? [])
    if (!pod.media.has(`/media/videos/${id}.mp4`)) pod.media.set(`/media/videos/${id}.mp4`, media);
  pod.media.set(`/media/${name}.vtt`, subtitles);
  return pod;
}

/** Adds a video with the next id. */
function addVideo(pod: PodDouble, given: Item, first: number): number {
  const videos = pod.lists.videos ?? [];
  const id = first + videos.length;
  pod.media.set(`/media/videos/${id}.mp4`, media);
  videos.push(video(pod.at, { id, slug: `${id}-film`, title: `Film ${id}`, ...given }, first));
  return id;
}

const listed = async (address: string) =>
  (await service.root.client.get(`/rest/${address}`).expect(200)).body.results as Item[];

const found = async (address: string): Promise<Item> => {
  const [first] = await listed(address);
  if (first === undefined) throw new Error(`nothing at ${address}`);
  return first;
};

const idIn = (url: unknown) => Number(String(url).split('/').at(-2));

/** What the report says of an address. */
async function told(pod: PodDouble, address: string): Promise<string[]> {
  const text = await readFile(
    path.join(service.dataDir, `import-pod-${new URL(pod.url).hostname}.jsonl`),
    'utf8',
  );
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines
    .filter((line) => line.address?.startsWith(address))
    .map(({ member, why }) => (member === undefined ? why : `${member}: ${why}`));
}

test('brings an instance with all that belongs to its videos, as it is there', async () => {
  await using pod = await started('whole', 100_000);

  const { status, output, errors } = await run(pod);

  expect([status, errors]).toEqual([1, expect.stringContaining('1 of 1 videos read')]);
  expect(output).toMatch(/^videos +1 +0 +0 +0 +0$/m);
  const ada = await found('users/?username=whole.ada');
  expect(ada).toMatchObject({ id: 100_000, first_name: 'Ada', last_name: 'Élan', is_staff: false });
  expect(await found(`owners/?user=${ada.id}`)).toMatchObject({
    affiliation: 'teacher',
    commentaire: 'Amphi 4',
  });
  const brought = await found('videos/?slug=100000-ete-a-la-mer');
  expect(brought).toMatchObject({
    ...{ id: 100_000, title: 'whole Été à la mer 海', owner: ada.url, date_added: '2023-03-04T05:06:07Z' },
    ...{ date_evt: '2023-03-01', cursus: 'L', licence: 'by-sa', tags: ['mer'], is_draft: false },
    encoding_in_progress: true,
  });
  const [theme] = (brought.theme as string[]).map(idIn);
  const { body: waves } = await service.root.client.get(`/rest/themes/${theme}/`).expect(200);
  expect(waves).toMatchObject({ title: 'Ondes', parentId: `${service.url}/rest/themes/100001/` });
  expect(await listed(`chapters/?video=${brought.id}`)).toMatchObject([{ title: 'Début', time_start: 0 }]);
  expect(await listed(`tracks/?video=${brought.id}`)).toMatchObject([
    { lang: 'fr', src: expect.any(String) },
  ]);
  expect(await listed(`documents/?video=${brought.id}`)).toHaveLength(1);
  const playlist = await found('playlists/?slug=100000-revisions');
  expect(playlist).toMatchObject({
    content: [brought.url],
    date_created: '2024-05-01T10:00:00Z',
    autoplay: false,
  });
  expect(await told(pod, pod.url)).toEqual([
    'is staff there, and came without rights: give them here',
    expect.stringMatching(/^role: .*publisher/),
  ]);
  expect(pod.atOnce).toBe(1);
  const { rows } = await service.sql.query(
    'select distinct actor from administration_history where account = $1',
    ['whole.ada'],
  );
  expect(rows).toEqual([{ actor: `command-line:${userInfo().username}` }]);
  const toMedia = pod.asked.filter((asked) => asked.path.startsWith('/media/'));
  expect(toMedia.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  expect(pod.asked.every(({ headers }) => headers['user-agent']?.startsWith('campus-video-rest/'))).toBe(
    true,
  );
});

test('brings again only what has changed there, and leaves what has changed here', async () => {
  await using pod = await started('again', 200_000);
  await run(pod);
  const { id } = await found('videos/?slug=200000-ete-a-la-mer');
  await service.root.client.patch(`/rest/videos/${id}/`).send({ description: 'Ours.' }).expect(200);
  Object.assign(pod.lists.videos?.[0] ?? {}, { title: 'Autrement' });
  pod.asked.length = 0;

  const { output } = await run(pod);

  expect(output).toMatch(/^videos +0 +1 +0 +0 +0$/m);
  expect(output).toMatch(/^users +0 +0 +2 +0 +0$/m);
  expect(pod.asked.filter((asked) => asked.path.startsWith('/media/'))).toEqual([]);
  expect(await listed(`videos/?id=${id}`)).toMatchObject([{ title: 'Autrement', description: 'Ours.' }]);
  expect((await run(pod)).output).toMatch(/^videos +0 +0 +1 +0 +0$/m);
});

test('goes on around a tree of themes that moves to another channel, which comes in two runs', async () => {
  const first = 1_500_000;
  await using pod = await started('moved', first, ({ lists, at }) => {
    lists.channels?.push({ id: first + 1, url: at('channels', first + 1), title: 'moved Arts' });
  });
  await run(pod);
  for (const theme of pod.lists.themes ?? []) theme.channel = pod.at('channels', first + 1);

  expect((await run(pod)).output).toMatch(/^themes +0 +1 +0 +0 +1$/m);
  expect((await run(pod)).output).toMatch(/^themes +0 +1 +1 +0 +0$/m);

  const { body } = await service.root.client.get(`/rest/themes/${first}/`).expect(200);
  expect(body).toMatchObject({
    channel: `${service.url}/rest/channels/${first + 1}/`,
    parentId: `${service.url}/rest/themes/${first + 1}/`,
  });
});

test('says what would come, and writes nothing', async () => {
  await using pod = await started('dry', 300_000);

  const { output } = await run(pod, '--dry-run');

  expect(output).toMatch(/^videos +1 +0 +0 +0 +0$/m);
  expect(await listed('users/?username=dry.ada')).toEqual([]);
  expect(
    (await service.sql.query('select from brought_rows where source like $1', [`${pod.url}%`])).rowCount,
  ).toBe(0);
});

test('takes rows that are here by their names, and other ids and slugs where those are taken', async () => {
  const { id, url } = await service.givenUser({ username: 'here.ada' });
  await using pod = await started('here', 400_000);
  await service.sql.query('update users set id = 400001 where id = $1', [service.ada.id]);
  await service.sql.query('select setval(pg_get_serial_sequence($1, $2), 400001)', ['users', 'id']);
  const other = addVideo(pod, { slug: '400000-ete-a-la-mer' }, 400_000);

  await run(pod);

  const first = await found('videos/?slug=400000-ete-a-la-mer');
  expect(first.owner).toBe(url);
  expect(await listed('users/?username=here.ada')).toMatchObject([{ id, first_name: '' }]);
  expect(await found('users/?username=here.bob')).toMatchObject({ id: 400_002 });
  expect(await found(`videos/?id=${other}`)).toMatchObject({ slug: `${other}-film-${other}` });
  expect(await told(pod, pod.at('videos', other))).toEqual(['slug: is taken here: 400000-ete-a-la-mer']);
});

test('gets around what fails there, and tells it', async () => {
  const first = 500_000;
  await using pod = await started('faults', first, (made) => {
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

  const { output, errors } = await run(pod);

  expect(errors).toContain('asks to wait 1 s');
  expect(output).toMatch(/^videos +14 +0 +0 +0 +0$/m);
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
  await using pod = await started('closed', first);
  const grouped = addVideo(pod, { restrict_access_to_groups: [pod.at('accessgroups', first + 7)] }, first);
  const secret = addVideo(pod, { password: 'x'.repeat(51) }, first);
  const foreign = addVideo(pod, { owner: pod.at('users', first + 9) }, first);
  const odd = addVideo(pod, { main_lang: 'zz', licence: 'none', discipline: [null, 7] }, first);
  pod.lists.users?.push({ id: first + 9, url: pod.at('users', first + 9), username: 'closed.eve' });
  pod.hidden.add(`users/${first + 9}`);

  const { output } = await run(pod, '--media-host', 'cdn.example.org');

  expect(output).toMatch(/^videos +4 +0 +0 +0 +1$/m);
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
    await run(pod);
    expect(await found(`videos/?id=${secret}`)).toMatchObject({ is_draft: true });
  }
});

test('reads what makes no sense to its end, and keeps the numbers of this instance', async () => {
  const first = 1_200_000;
  await using pod = await started('odd', first, ({ lists, at }) => {
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

  const { status, output } = await run(pod);

  expect(status).toBe(1);
  expect(output).toMatch(/^users +3 +0 +0 +0 +1$/m);
  expect(output).toMatch(/^chapters +1 +0 +0 +0 +2$/m);
  expect(output).toMatch(/^themes +2 +0 +0 +0 +0$/m);
  expect(output).toMatch(/^playlists +251 +0 +0 +0 +0$/m);
  const { body } = await service.root.client.get(`/rest/playlists/?owner=${first}`).expect(200);
  expect(body.count).toBe(251);
  const max = await found('users/?username=odd.max');
  expect(max.id).toBeLessThan(10_000_000);
});

test('asks nobody but the instance, and those that are named, and the token goes to it alone', async () => {
  const first = 700_000;
  await using other = await startPodDouble(() => ({}));
  await using pod = await started('hosts', first);
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

  await run(pod);

  expect(other.asked).toEqual([]);
  expect(await listed(`videos/?id=${near}`)).toHaveLength(1);
  for (const id of [far, led])
    expect(await told(pod, pod.at('videos', id))).toEqual([
      expect.stringContaining(`leads to localhost:${port}, a host that was not named`),
    ]);
  expect(await told(pod, pod.at('videos', inside))).toHaveLength(1);

  other.media.set('/media/film.mp4', media);
  const { output } = await run(pod, '--media-host', `localhost:${port}`);

  expect(output).toMatch(/^videos +2 +0 +2 +0 +1$/m);
  expect(other.asked.map(({ path: asked, headers }) => [asked, headers.authorization])).toEqual([
    ['/media/film.mp4', undefined],
    ['/media/film.mp4', undefined],
  ]);
});

test('takes a file again that was cut off, and what was made of a source that is none', async () => {
  const first = 800_000;
  await using pod = await started('media', first, (made) => {
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

  const { output } = await run(pod);

  expect(output).toMatch(/^videos +2 +0 +0 +0 +1$/m);
  expect(await listed(`videos/?id=${first}`)).toHaveLength(1);
  expect(await told(pod, pod.at('videos', first + 1))).toEqual([
    expect.stringMatching(/^video: came as its rendition audio: video: /),
  ]);
  expect(await told(pod, pod.at('videos', first + 2))).toEqual(['video: its file: there is none (404)']);
});

test('takes what things are called as text, wherever that is shown', async () => {
  const first = 1_300_000;
  const title = '"><script>alert(1)</script> \'; drop table videos; -- {{7*7}} ../../ \u202e海';
  await using pod = await started('hostile', first);
  const evil = addVideo(
    pod,
    { title, slug: '\u001b[2J\u0007../evil', video: `${pod.url}/media/..%2F..%2F%00%1B[2Jfilm.mp4` },
    first,
  );
  pod.media.set('/media/..%2F..%2F%00%1B[2Jfilm.mp4', media);
  pod.lists.users?.push({
    id: first + 2,
    url: pod.at('users', first + 2),
    username: 'hostile\r\n\u001b[31mEve',
  });
  pod.lists.types?.push({ id: first + 1, url: pod.at('types', first + 1), title: 'x'.repeat(100_000) });

  const { output, errors } = await run(pod);

  expect(output).toMatch(/^videos +2 +0 +0 +0 +0$/m);
  expect(output).toMatch(/^types +1 +0 +0 +0 +1$/m);
  expect(output + errors).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  expect(output.split('\n').every((line) => line.length < 1000)).toBe(true);
  expect(await found(`videos/?id=${evil}`)).toMatchObject({ title });
  expect(await told(pod, pod.at('videos', evil))).toEqual(['slug: cannot be kept:  [2J ../evil']);
});

test('refuses a second run at once', async () => {
  await using pod = await started('twice', 1_400_000);
  const { promise: held, resolve: hold } = Promise.withResolvers<ServerResponse>();
  pod.instead.push({ at: '/rest/sites/', answer: hold });
  const running = run(pod);
  const response = await held;

  const { status, errors } = await run(pod);

  expect([status, errors]).toEqual([
    1,
    'Another import-pod is at work on this database: let it end first.\n',
  ]);
  response.destroy();
  expect((await running).output).toMatch(/^videos +1 +0 +0 +0 +0$/m);
});

test('goes on after it was killed at any moment, and doubles nothing', async () => {
  const first = 900_000;
  await using pod = await started('killed', first, (made) => {
    for (let count = 0; count < 5; count += 1) addVideo(made, {}, first);
  });
  let kills = 0;
  for (let reached = 6; ; reached += 6) {
    pod.asked.length = 0;
    const child = spawn(
      process.execPath,
      [path.resolve(import.meta.dirname, '../../src/cli/import-pod.ts'), pod.url],
      { cwd: scratchRoot, env: { PATH: process.env.PATH, ...nodeEnvironment, ...envOf() }, stdio: 'ignore' },
    );
    const ended = once(child, 'close');
    while (pod.asked.length < reached && child.exitCode === null) await wait(2);
    if (child.exitCode !== null) break;
    child.kill('SIGKILL');
    kills += 1;
    await ended;
  }

  expect(kills).toBeGreaterThan(2);
  expect(await listed('videos/?owner__username=killed.ada')).toHaveLength(6);
  const { rows } = await service.sql.query(
    `select table_name, count(*)::int, count(distinct row_id)::int as distinct from brought_rows
     where starts_with(source, $1) group by table_name order by table_name`,
    [pod.url],
  );
  for (const row of rows) expect(row.count).toBe(row.distinct);
  for (const table of ['contributors', 'chapters', 'tracks', 'documents'])
    expect(await listed(`${table}/?video=${first}`)).toHaveLength(1);
  const owned = await service.sql.query('select from folders where owner_id = $1 and name = $2', [
    first,
    'home',
  ]);
  expect(owned.rowCount).toBe(1);
});

test('says that its report finds no room, and goes on where it was', async () => {
  const dataDir = await mkdtemp(path.join(scratchRoot, 'pod-report-'));
  await using pod = await started('full', 1_500_000);
  const report = path.join(dataDir, `import-pod-${new URL(pod.url).hostname}.jsonl`);
  await symlink('/dev/full', report);
  const env = { ...envOf(), DATA_DIR: dataDir, MEDIA_ROOT: path.join(service.dataDir, 'media') };

  const { status, errors } = await runCli('import-pod', [pod.url], { env });
  await rm(report);
  const { output } = await runCli('import-pod', [pod.url], { env });

  expect([status, errors]).toEqual([
    1,
    expect.stringMatching(
      /import-pod-127\.0\.0\.1\.jsonl cannot be used: its disk is full; make room .* called again then, this goes on\.\n$/,
    ),
  ]);
  expect(output).toMatch(/^users +0 +0 +2 +0 +0$/m);
  expect(output).toMatch(/^videos +1 +0 +0 +0 +0$/m);
  await rm(dataDir, { recursive: true });
});

test.each([
  ['a token that is unknown there', { POD_TOKEN: 'other' }, /does not know the token in POD_TOKEN \(401\)/],
  ['no token', { POD_TOKEN: '' }, /^Set POD_TOKEN to a token/],
])('ends with a sentence for %s', async (_what, env, sentence) => {
  await using pod = await started('refused', 1_000_000);

  const { status, errors } = await runCli('import-pod', [pod.url], { env: { ...envOf(), ...env } });

  expect([status, errors]).toEqual([1, expect.stringMatching(sentence)]);
});

test('ends where nobody is there', async () => {
  const gone = await started('gone', 1_100_000);
  await gone[Symbol.asyncDispose]();

  const { status, errors } = await run(gone);

  expect([status, errors]).toEqual([1, expect.stringMatching(/ECONNREFUSED/)]);
});
