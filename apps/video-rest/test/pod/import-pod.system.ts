import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { nodeEnvironment, scratchRoot } from '@campus/testing';
import { expect, test } from '@jest/globals';
import type { PodDouble } from '../support/pod-double.ts';
import { addVideo, bringingTo, givenPod, lookAt, media } from '../support/pod-university.ts';
import { runCli } from '../support/run-cli.ts';
import { useService } from '../support/service.ts';

// The program; what becomes of all that another instance may have is in `import-pod.test.ts`.
const service = useService();
const { listed, found, told } = lookAt(service);

const run = (pod: PodDouble, ...args: string[]) =>
  runCli('import-pod', [pod.url, ...args], { env: bringingTo(service) });

const idIn = (url: unknown) => Number(String(url).split('/').at(-2));

test('brings an instance with all that belongs to its videos, as it is there', async () => {
  await using pod = await givenPod('whole', 100_000, (made) => {
    const film = `//localhost:${new URL(made.url).port}/media/videos/100000.mp4`;
    Object.assign(made.lists.videos?.[0] ?? {}, { video: `http:${film}` });
    made.instead.push({
      at: '/rest/users/',
      answer: (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
    });
  });

  const { status, output, errors } = await run(pod, '--media-host', `localhost:${new URL(pod.url).port}`);

  expect([status, errors]).toEqual([1, expect.stringContaining('1 of 1 videos read')]);
  expect(errors).toContain('asks to wait 1 s');
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

test('says what would come, and writes nothing', async () => {
  await using pod = await givenPod('dry', 300_000);

  const { output } = await run(pod, '--dry-run');

  expect(output).toMatch(/^videos +1 +0 +0 +0 +0$/m);
  expect(await listed('users/?username=dry.ada')).toEqual([]);
  expect(
    (await service.sql.query('select from brought_rows where source like $1', [`${pod.url}%`])).rowCount,
  ).toBe(0);
});

test('takes what things are called as text, wherever that is shown', async () => {
  const first = 1_300_000;
  const title = '"><script>alert(1)</script> \'; drop table videos; -- {{7*7}} ../../ \u202e海';
  await using pod = await givenPod('hostile', first);
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

test('goes on after it was killed at any moment, and doubles nothing', async () => {
  const first = 900_000;
  await using pod = await givenPod('killed', first, (made) => {
    for (let count = 0; count < 5; count += 1) addVideo(made, {}, first);
  });
  let kills = 0;
  for (let reached = 6; ; reached += 6) {
    pod.asked.length = 0;
    const child = spawn(
      process.execPath,
      [path.resolve(import.meta.dirname, '../../src/cli/import-pod.ts'), pod.url],
      {
        cwd: scratchRoot,
        env: { PATH: process.env.PATH, ...nodeEnvironment, ...bringingTo(service) },
        stdio: 'ignore',
      },
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

test.each([
  ['a token that is unknown there', { POD_TOKEN: 'other' }, /does not know the token in POD_TOKEN \(401\)/],
  ['no token', { POD_TOKEN: '' }, /^Set POD_TOKEN to a token/],
])('ends with a sentence for %s', async (_what, env, sentence) => {
  await using pod = await givenPod('refused', 1_000_000);

  const { status, errors } = await runCli('import-pod', [pod.url], {
    env: { ...bringingTo(service), ...env },
  });

  expect([status, errors]).toEqual([1, expect.stringMatching(sentence)]);
});
