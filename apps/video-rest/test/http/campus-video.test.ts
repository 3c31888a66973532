import { execFile } from 'node:child_process';
import { appendFile, copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  eventually,
  freePort,
  runToEnd,
  startLine,
  startProcess,
  startRecordingServer,
} from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { clip, quickMediaTools } from '../support/clips.ts';
import { postBroadcaster, postType } from '../support/post-resources.ts';
import { useService } from '../support/service.ts';

const { ffmpeg } = await quickMediaTools();
const service = useService({ encodeConcurrency: 1 }, { tools: { ffmpeg } });

const program = path.resolve(
  import.meta.dirname,
  '../../../../packages/video-client/src/cli/campus-video.ts',
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'campus-video-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What an operator has set. */
function environment(others: Record<string, string> = {}) {
  const access = { CAMPUS_VIDEO_URL: service.url, CAMPUS_VIDEO_TOKEN: service.root.token };
  return { XDG_CONFIG_HOME: folder, XDG_STATE_HOME: path.join(folder, 'state'), ...access, ...others };
}

function campusVideo(args: string[], others: Record<string, string> = {}) {
  return runToEnd(program, args, environment(others));
}

/** A folder with copies of a clip; one with `padding` has so many bytes more. */
async function givenFolder(name: string, files: Record<string, number>): Promise<string> {
  const place = path.join(folder, name);
  for (const [file, padding] of Object.entries(files)) {
    const copy = path.join(place, file);
    await mkdir(path.dirname(copy), { recursive: true });
    await copyFile(await clip('tiny'), copy);
    if (padding === 0) continue;
    const box = Buffer.alloc(padding);
    box.writeUInt32BE(padding);
    box.write('free', 4);
    await appendFile(copy, box);
  }
  return place;
}

/** As relations may name it: by its path. */
async function givenType(): Promise<string> {
  return `/rest/types/${(await postType(service)).id}/`;
}

async function titlesOf(search: string): Promise<string[]> {
  const { body } = await service.root.client.get(`/rest/videos/?search=${search}`).expect(200);
  return body.results.map(({ title }: { title: string }) => title).toSorted();
}

describe('upload', () => {
  test('makes a video of each file in a folder, waits for their encodings, and tells what is none', async () => {
    const place = await givenFolder('whole', { 'whole one.mp4': 0, 'below/whole two.mp4': 0 });
    await writeFile(path.join(place, 'whole broken.mp4'), 'no video');
    await writeFile(path.join(place, 'notes.txt'), 'not looked at');
    const type = await givenType();
    const upload = [
      'upload',
      place,
      '--set',
      `type=${type}`,
      '--set',
      'tags=one',
      '--set',
      'tags=two',
      '--json',
    ];

    const first = await campusVideo([...upload, '--encode', '--wait']);
    const again = await campusVideo(upload);

    const lines = first.output.trim().split('\n');
    const videos = lines.map((line) => JSON.parse(line).video);
    expect(videos).toEqual([
      expect.objectContaining({ title: 'whole two', tags: ['one', 'two'], encoded: true }),
      expect.objectContaining({ title: 'whole one', owner: service.root.url, encoded: true }),
    ]);
    expect([first.status, again.status]).toEqual([2, 2]);
    expect(first.errors).toMatch(/whole broken\.mp4: .*answered 400/);
    expect(first.errors).not.toContain('notes');
    expect(
      again.output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).video.id),
    ).toEqual(videos.map(({ id }) => id));
    expect(await titlesOf('whole')).toEqual(['whole one', 'whole two']);
  });

  test.each(['SIGKILL', 'SIGINT'] as const)(
    'that was ended by %s goes on where it was, and makes one video',
    async (signal) => {
      await using line = await startLine(service.url, { passes: 400_000 });
      const name = `ended by ${signal}`;
      const place = await givenFolder(signal, { [`${name}.mp4`]: 1_000_000 });
      const type = await givenType();
      const args = ['upload', place, '--set', `type=${type}`];
      const env = { CAMPUS_VIDEO_URL: line.url };
      const uploads = async () => {
        const { body } = await service.root.client.get('/rest/uploads/').expect(200);
        return body.results.filter(({ filename }: { filename: string }) => filename === `${name}.mp4`);
      };
      await using killed = startProcess({
        command: process.execPath,
        args: [program, ...args],
        env: environment(env),
      });
      await eventually(() => line.isHolding);

      expect(await killed.kill(signal)).toEqual({ code: null, signal });
      line.cut();
      await eventually(async () => expect((await uploads())[0].offset).toBeGreaterThan(0));
      line.mend();
      const { status, output } = await campusVideo(args, env);

      expect([status, output]).toEqual([0, expect.stringMatching(`${name}.mp4 is video \\d+`)]);
      expect(await titlesOf(signal)).toEqual([name]);
      expect(await uploads()).toMatchObject([{ video: expect.stringContaining('/rest/videos/') }]);
    },
  );

  test.each<[string, (file: string) => Promise<void>]>([
    ['was changed', (file) => appendFile(file, 'more')],
    ['was removed', (file) => rm(file)],
  ])('of a file that %s meanwhile ends, and says so', async (how, change) => {
    await using line = await startLine(service.url, { passes: 400_000 });
    const title = `sent while it ${how}`;
    // More than one piece.
    const place = await givenFolder(how, { [`${title}.mp4`]: 20_000_000 });
    const type = await givenType();
    const sending = campusVideo(['upload', place, '--set', `type=${type}`], { CAMPUS_VIDEO_URL: line.url });
    await eventually(() => line.isHolding);

    line.cut();
    await change(path.join(place, `${title}.mp4`));
    line.mend();

    expect(await sending).toEqual({
      status: 1,
      output: '',
      errors: expect.stringMatching(/campus-video: The file was changed or removed while it was sent: .*\n$/),
    });
    expect(await titlesOf(title)).toEqual([]);
  });

  test('of a file whose video was deleted makes another', async () => {
    const place = await givenFolder('deleted', { 'deleted.mp4': 0 });
    const type = await givenType();
    const upload = async () => {
      const { output } = await campusVideo(['upload', place, '--set', `type=${type}`, '--json']);
      return JSON.parse(output).video.id as number;
    };
    const first = await upload();
    await service.root.client.delete(`/rest/videos/${first}/`).expect(204);

    expect(await upload()).not.toBe(first);
    expect(await titlesOf('deleted')).toEqual(['deleted']);
  });
});

test.each(['changes', 'schema', 'dublincore', 'export', 'launch_encode_view', '../rest/types'])(
  'What is no list is told with the names of all: %s',
  async (name) => {
    const { status, output, errors } = await campusVideo(['list', name]);

    expect([status, output]).toEqual([1, '']);
    expect(errors).toMatch(/^campus-video: There is no list ".*"\. These are there: users, .*, uploads\.\n$/);
  },
);

test('Whoever reads a part of the output ends it without a word', async () => {
  for (const title of ['Piped one', 'Piped two'])
    await service.root.client.post('/rest/types/').send({ title });
  const read = async (command: string) => {
    const line = `set -o pipefail; '${process.execPath}' '${program}' ${command} | head -n 1`;
    const env = { ...process.env, ...environment() };
    return promisify(execFile)('bash', ['-c', line], { env });
  };

  const [list, exported] = [await read('list types --json'), await read('export --resource types')];

  for (const { stdout, stderr } of [list, exported]) {
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(stderr).toBe('');
  }
});

test('Lists are tables or JSON, of as many as are asked for, and no title speaks to the terminal', async () => {
  for (const title of ['Listed \u001b[31mred', 'Listed blue'])
    await service.root.client.post('/rest/types/').send({ title }).expect(201);
  const list = ['list', 'types', '--filter', 'search=Listed', '--filter', 'ordering=title'];

  const [table, json, one] = await Promise.all([
    campusVideo(list),
    campusVideo([...list, '--json']),
    campusVideo([...list, '--limit', '1']),
  ]);

  expect(table.output).toMatch(/^ID +TITLE\n\d+ +Listed \[31mred\n\d+ +Listed blue\n$/);
  expect(
    json.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).title),
  ).toEqual(['Listed \u001b[31mred', 'Listed blue']);
  expect(one.output.trim().split('\n')).toHaveLength(2);
});

test('A video is shown by its slug, and encoded', async () => {
  const place = await givenFolder('shown', { 'shown.mp4': 0 });
  const type = await givenType();
  const { output } = await campusVideo(['upload', path.join(place, 'shown.mp4'), '--set', `type=${type}`]);
  const slug = output.trim().split(' ').at(-1) ?? '';

  const listed = await campusVideo(['list', '--filter', `slug=${slug}`]);
  const shown = await campusVideo(['show', slug]);
  const encoded = await campusVideo(['encode', slug, '--wait', '--json']);

  expect(listed.output).toMatch(/^ID +SLUG +TITLE +IS DRAFT +ENCODED +DURATION IN TIME\n/);
  expect(shown.output).toContain(`\nslug: ${slug}\n`);
  expect(JSON.parse(encoded.output)).toMatchObject({ slug, encoded: true });
});

test('A broadcaster is switched on and off', async () => {
  const { slug } = await postBroadcaster(service, { status: false });

  const on = await campusVideo(['broadcaster', 'on', slug, '--json']);
  const off = await campusVideo(['broadcaster', 'off', slug]);

  expect(JSON.parse(on.output)).toMatchObject({ slug, status: true });
  expect(off.output).toContain('\nstatus: false\n');
});

test('What is exported is imported: looked at first, then all or nothing, or line by line', async () => {
  const titles = ['Exported one', 'Exported two'];
  for (const title of titles) await service.root.client.post('/rest/types/').send({ title }).expect(201);
  const file = path.join(folder, 'types.csv');
  const lines = path.join(folder, 'types.jsonl');

  const exported = await campusVideo([
    'export',
    '--resource',
    'types',
    '--filter',
    'search=Exported',
    '--output',
    file,
  ]);
  const again = await campusVideo(['import', file, '--resource', 'types']);
  const good = { resource: 'types', title: 'Exported three' };
  await writeFile(
    lines,
    [good, { resource: 'types', title: '' }].map((line) => JSON.stringify(line)).join('\n'),
  );
  const looked = await campusVideo(['import', lines, '--dry-run', '--json']);
  const nothing = await campusVideo(['import', lines]);
  const some = await campusVideo(['import', lines, '--lines']);
  const shown = await campusVideo(['export', '--resource', 'types', '--filter', 'search=Exported']);

  expect([exported.status, again.status]).toEqual([0, 0]);
  expect(await readFile(file, 'utf8')).toContain('Exported two');
  await expect(stat(`${file}.part`)).rejects.toThrow('ENOENT');
  expect(again.output).toBe('created: 0, updated: 0, unchanged: 2, refused: 0\n');
  expect([looked.status, JSON.parse(looked.output)]).toMatchObject([
    1,
    { dry_run: true, created: 1, refused: 1 },
  ]);
  expect([nothing.status, nothing.errors]).toEqual([1, expect.stringContaining('Nothing was written.')]);
  expect(nothing.output).toMatch(/^would be created: 1, .*refused: 1\nLINE +FIELD +VALUE +PROBLEM\n2 +title/);
  expect(some.errors).toContain('The lines that were refused were not written.');
  expect(
    shown.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).title.en)
      .toSorted(),
  ).toEqual(['Exported one', 'Exported three', 'Exported two']);
});

describe('changes', () => {
  const now = async (): Promise<string> =>
    (await service.root.client.get('/rest/changes/?after=now').expect(200)).body.cursor;

  test('are a line each, from a cursor on, as text or JSON; the cursor of a line goes on behind it', async () => {
    const since = await now();
    const first = await postType(service);
    await service.root.client.patch(`/rest/types/${first.id}/`).send({ title: 'Changed' }).expect(200);

    const text = await campusVideo(['changes', '--since', since]);
    const [created = '', changed = ''] = text.output.split('\n');
    const behind = ['changes', '--since', created.split(' ').at(-1) ?? '', '--json'];
    const { output } = await campusVideo(behind);
    const { cursor, ...rest } = JSON.parse(output);

    expect(text).toMatchObject({ status: 0, errors: '', output: `${created}\n${changed}\n` });
    expect(created).toMatch(new RegExp(`^\\S+ created types/${first.id} `));
    expect(changed).toMatch(new RegExp(`^\\S+ changed types/${first.id} [\\w,]*title[\\w,]* ${cursor}$`));
    expect(rest).toMatchObject({ event: 'changed', resource: 'types', id: first.id });
  });

  test('are followed through a cut, which is told, until a signal ends it; each is told once', async () => {
    await using line = await startLine(service.url);
    const since = await now();
    await using following = startProcess({
      command: process.execPath,
      args: [program, 'changes', '--since', since, '--follow'],
      env: environment({ CAMPUS_VIDEO_URL: line.url }),
    });
    const first = await postType(service);
    await following.waitForOutput(new RegExp(`created types/${first.id} .*\n`));
    line.cut();
    const second = await postType(service);
    await following.waitForOutput(/campus-video: The service is not reached \(.*\).* It is tried again\.\n/);
    line.mend();
    await following.waitForOutput(new RegExp(`created types/${second.id} .*\n`));

    expect(await following.kill('SIGTERM')).toMatchObject({ signal: 'SIGTERM' });
    expect(following.output().match(/created types\/\d+/g)).toEqual([
      `created types/${first.id}`,
      `created types/${second.id}`,
    ]);
  });
});

describe('What cannot be done is told in one line, with an exit status of its own and without the token', () => {
  const nowhere = async () => `http://127.0.0.1:${await freePort()}`;
  const asService = async (status: number, headers: Record<string, string> = {}) => {
    const server = await startRecordingServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<h1>Not\r\nnow</h1>');
    });
    const ran = await campusVideo(['list'], { CAMPUS_VIDEO_URL: server.url });
    await server.stop();
    return ran;
  };

  test.each<[string, number, RegExp, () => ReturnType<typeof campusVideo>]>([
    ['a wrong filter', 2, /answered 400: .*oops/, () => campusVideo(['list', '--filter', 'oops=1'])],
    [
      'a token that nobody has',
      3,
      /answered 401: .*CAMPUS_VIDEO_TOKEN/,
      () => campusVideo(['list'], { CAMPUS_VIDEO_TOKEN: 'f'.repeat(40) }),
    ],
    [
      'what the account may not',
      4,
      /answered 403: /,
      () => campusVideo(['broadcaster', 'on', 'any'], { CAMPUS_VIDEO_TOKEN: service.ada.token }),
    ],
    ['a video that is not there', 5, /answered 404: /, () => campusVideo(['show', 'none'])],
    [
      'a list that is not there',
      1,
      /There is no list "vidoes"\. These are there: users, .*videos/,
      () => campusVideo(['list', 'vidoes']),
    ],
    ['what is too large', 6, /answered 413: Not now$/, () => asService(413)],
    ['too many requests', 7, /answered 429: Not now Try again later\.$/, () => asService(429)],
    [
      'too many requests for a while',
      7,
      /answered 429: Not now Try again in 17 s\.$/,
      () => asService(429, { 'retry-after': '17' }),
    ],
    ['a service that fails', 8, /answered 502: Not now Try again later; its log/, () => asService(502)],
    ['another server', 9, /What answers is not the service: .*CAMPUS_VIDEO_URL/, () => asService(200)],
    [
      'a line that is cut',
      9,
      /not reached \(ECONNREFUSED\): .*CAMPUS_VIDEO_URL/,
      async () => campusVideo(['list'], { CAMPUS_VIDEO_URL: await nowhere() }),
    ],
    [
      'a cursor that is too old',
      1,
      /not known any more: .*--since now, then read anew/,
      () => campusVideo(['changes', '--follow', '--since', `1-${'0'.repeat(16)}`]),
    ],
    [
      'no cursor',
      2,
      /answered 400: after: /,
      () => campusVideo(['changes', '--follow', '--since', 'yesterday']),
    ],
    [
      'a line that is cut before all changes are read',
      9,
      /not reached \(ECONNREFUSED\)/,
      async () => campusVideo(['changes'], { CAMPUS_VIDEO_URL: await nowhere() }),
    ],
    ['a file that is not there', 1, /: none\.mp4 is not there\.$/, () => campusVideo(['upload', 'none.mp4'])],
    [
      'a table that is not there',
      1,
      /: none\.csv is not there\.$/,
      () => campusVideo(['import', 'none.csv']),
    ],
    [
      'a video without a type',
      2,
      /answered 400: .*type.* as --set type=\/rest\/types\/1\/: campus-video list types has them\.$/,
      async () => campusVideo(['upload', await givenFolder('untyped', { 'untyped.mp4': 0 })]),
    ],
    ['what is no file', 1, /\/dev\/zero is neither a file nor/, () => campusVideo(['upload', '/dev/zero'])],
    [
      'a folder that is not there',
      1,
      /: \/none is not there\.$/,
      () => campusVideo(['export', '--output', '/none/all.jsonl']),
    ],
    [
      'no place to keep an upload in',
      1,
      /access\.file\/below.* is below something that is no folder\.$/,
      async () => {
        const [place, type] = [await givenFolder('unkept', { 'unkept.mp4': 0 }), await givenType()];
        await writeFile(path.join(folder, 'access.file'), '');
        const state = { XDG_STATE_HOME: path.join(folder, 'access.file/below') };
        return campusVideo(['upload', place, '--set', `type=${type}`], state);
      },
    ],
  ])('%s', async (_what, status, sentence, run) => {
    const ran = await run();

    expect(ran).toEqual({ status, output: '', errors: expect.stringMatching(/^campus-video: .*\n$/) });
    expect(ran.errors.trim()).toMatch(sentence);
    expect(ran.errors).not.toMatch(new RegExp(`${service.root.token}|${service.ada.token}`));
  });

  test.each([
    [['list', '--filter', 'oops'], /--filter must be <name>=<value>/],
    [['list', '--limit', '0'], /--limit must be a number from 1/],
    [['upload'], /upload needs files or folders/],
    [['upload', '.', '--wait'], /--wait goes with --encode/],
    [['show', '1', '--wait'], /--wait does not go with show/],
    [['broadcaster', 'of', 'room'], /must be on or off, got "of"/],
    [['import', 'lines.txt'], /ends with \.jsonl or \.csv/],
    [['vanish'], /the command must be upload, list/],
  ])('a wrong command line, with the usage: %j', async (args, sentence) => {
    const { status, errors } = await campusVideo(args);

    expect([status, errors.trim().split('\n').at(-1)]).toEqual([64, expect.stringMatching(sentence)]);
    expect(errors).toContain('usage: campus-video upload');
  });
});

describe('Address and token', () => {
  const file = () => path.join(folder, 'access.env');
  const byFile =
    (mode: number, others: Record<string, string> = {}) =>
    async () => {
      const lines = `CAMPUS_VIDEO_URL=${service.url}\nCAMPUS_VIDEO_TOKEN=${service.root.token}\n`;
      await rm(file(), { force: true });
      await writeFile(file(), lines, { mode });
      return campusVideo(['list'], {
        CAMPUS_VIDEO_URL: '',
        CAMPUS_VIDEO_TOKEN: '',
        CAMPUS_VIDEO_FILE: file(),
        ...others,
      });
    };

  test('come from a file that nobody else may read', async () => {
    expect(await byFile(0o600)()).toMatchObject({ status: 0, errors: '' });
  });

  test.each<[string, RegExp, () => ReturnType<typeof campusVideo>]>([
    ['a file that others may read', /mode 0644\): chmod 600/, byFile(0o644)],
    ['none', /CAMPUS_VIDEO_URL is missing: set it/, byFile(0o600, { CAMPUS_VIDEO_FILE: '/tmp/none.env' })],
    [
      'no address',
      /must be an address such as https/,
      () => campusVideo(['list'], { CAMPUS_VIDEO_URL: 'video' }),
    ],
    [
      'a part of it',
      /must end with the name of the host: http:/,
      () => campusVideo(['list'], { CAMPUS_VIDEO_URL: `${service.url}/rest/` }),
    ],
    [
      'no home',
      /or write CAMPUS_VIDEO_TOKEN=… into \/\.config\/campus-video\.env/,
      () => campusVideo(['list'], { CAMPUS_VIDEO_TOKEN: '', XDG_CONFIG_HOME: 'relative', HOME: '' }),
    ],
    [
      'no token',
      /CAMPUS_VIDEO_TOKEN is no token/,
      () => campusVideo(['list'], { CAMPUS_VIDEO_TOKEN: 'été' }),
    ],
  ])('are refused with the mend: %s', async (_what, sentence, run) => {
    const { status, errors } = await run();

    expect([status, errors]).toEqual([78, expect.stringMatching(sentence)]);
    expect(errors).not.toContain(service.root.token);
  });
});

test('bash completes verbs and options', async () => {
  const { output: script } = await campusVideo(['completion'], { CAMPUS_VIDEO_TOKEN: '' });
  const complete = async (...words: string[]) => {
    const ask = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
    const shell = ['-c', `${script}\n${ask}; _campus_video; echo "\${COMPREPLY[@]}"`];
    return (await promisify(execFile)('bash', shell)).stdout.trim();
  };

  expect(await complete('campus-video', 'e')).toBe('encode export');
  expect(await complete('campus-video', 'upload', 'a.mp4', '--e')).toBe('--encode');
  expect(await complete('campus-video', 'broadcaster', 'o')).toBe('on off');
});
