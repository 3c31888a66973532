import { readFile } from 'node:fs/promises';
import { formsOf, formWith, type Page, readPage, rowsOf } from '@campus/testing/markup';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import { type ClipName, clip } from '../../../support/clips.ts';
import { givenType, givenVideo, newName } from '../../../support/given-records.ts';
import { smallPng } from '../../../support/kept-images.ts';
import { useService } from '../../../support/service.ts';
import { tokenOn } from '../../../support/shown-exchange.ts';
import { signedIn, type Visitor, visitorOf } from '../../../support/visitor.ts';

const service = useService();
const people: Record<string, GivenUser> = {};
const visitors: Record<string, Visitor> = {};
type Name = 'ada' | 'bob' | 'eve' | 'staff' | 'stranger';
const sections = ['', 'thumbnail/', 'access/', 'tracks/', 'chapters/', 'source/', 'delete/'];

beforeAll(async () => {
  visitors.stranger = visitorOf(service);
  for (const name of ['ada', 'bob', 'eve', 'staff'] as const) {
    const user = await givenUser(service.db, { isStaff: name === 'staff' });
    people[name] = user;
    visitors[name] = await signedIn(service, user);
  }
});

function as(name: Name): Visitor {
  return visitors[name] ?? visitorOf(service);
}

const idOf = (name: Name) => people[name]?.id ?? 0;

/** A video of Ada's that Bob owns with her, and where it is changed. */
async function givenEdited(columns: { isDraft?: boolean; title?: string } = {}) {
  const additionalOwners = { connect: [{ id: idOf('bob') }] };
  const video = await givenVideo(service.db, { ownerId: idOf('ada'), additionalOwners, ...columns });
  return { ...video, path: `/video/${video.slug}/edit/` };
}

const stored = (id: number) =>
  service.db.prisma.video.findUniqueOrThrow({
    where: { id },
    include: { additionalOwners: true, tracks: true, chapters: true, disciplines: true, shareLinks: true },
  });

/** The form of a page with this field, sent with some fields changed; null takes one away. */
async function send(
  name: Name,
  path: string,
  { field, changes = {} }: { field: string; changes?: Record<string, string | string[] | null> },
) {
  const form = formWith((await as(name).get(path)).page, field);
  const body = new URLSearchParams(form.values);
  for (const [key, value] of Object.entries(changes)) {
    body.delete(key);
    for (const one of [value ?? []].flat()) body.append(key, one);
  }
  const response = await as(name).open(path, { method: 'POST', body });
  return answerOf(response);
}

/** A form with a file, as a browser sends it: texts first. */
async function sendFile(
  name: Name,
  path: string,
  {
    fields,
    part,
    file,
    fileName,
  }: { fields: Record<string, string>; part: string; file: Buffer; fileName: string },
) {
  const form = new FormData();
  form.set('csrfmiddlewaretoken', await tokenOn(as(name), path));
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set(part, new Blob([new Uint8Array(file)]), fileName);
  return answerOf(await as(name).open(path, { method: 'POST', body: form }));
}

async function answerOf(
  response: Response,
): Promise<{ status: number; location: string | null; page: Page }> {
  return {
    status: response.status,
    location: response.headers.get('location'),
    page: readPage(await response.text()),
  };
}

const bytesOf = async (name: ClipName) => readFile(await clip(name));

test('A theme is offered with the name of its channel', async () => {
  const { path } = await givenEdited();
  const title = newName('Physics');
  await service.db.prisma.channel.create({ data: { title, themes: { create: { title: 'Optics' } } } });

  const { page } = await as('ada').get(path);

  expect(page.all('checkbox', `${title} › Optics`)).toHaveLength(1);
});

describe('Who may change a video', () => {
  test.each([
    ['ada', 200, 200],
    ['bob', 200, 403],
    ['staff', 200, 200],
    ['eve', 404, 404],
    ['stranger', 302, 302],
  ] as const)(
    '%s is answered %d at each section, and %d where it is deleted',
    async (name, status, ofDeletion) => {
      const { path } = await givenEdited();
      const statuses = await Promise.all(
        sections.map(async (section) => (await as(name).get(path + section)).status),
      );

      expect(statuses).toEqual([...sections.slice(1).map(() => status), ofDeletion]);
    },
  );

  test('Given a form of somebody else, When it is sent to any section, Then nothing is changed', async () => {
    const { id, path } = await givenEdited({ title: 'As it was' });
    for (const section of sections) {
      await as('eve').get('/video/add/');
      const { status } = await as('eve').post(path + section, {
        title: 'Mine',
        do: 'choose',
        thumbnail_choice: '2',
      });
      expect([section, status]).toEqual([section, 404]);
    }
    for (const section of sections.slice(0, -1)) {
      const { status } = await as('ada').post(path + section, { title: 'Mine' }, { csrf: false });
      expect([section, status]).toEqual([section, 403]);
    }

    expect((await stored(id)).title).toBe('As it was');
  });

  test('leads there from the address that clients know', async () => {
    const { slug, path } = await givenEdited();

    expect((await as('ada').get(`/video/edit/${slug}/`)).location).toBe(path);
    expect((await as('eve').get(`/video/edit/${slug}/`)).status).toBe(404);
  });
});

describe('The details of a video', () => {
  test('Given its form as it was shown, When it is sent, Then nothing has changed', async () => {
    const { id, path } = await givenEdited();
    const before = await stored(id);

    const { status, location } = await send('ada', path, { field: 'title' });

    expect([status, location]).toEqual([303, `${path}?done=saved`]);
    expect(await stored(id)).toEqual(before);
    expect((await as('ada').get(`${path}?done=saved`)).page.text).toContain('The changes are saved.');
  });

  test('Given other values, When they are sent, Then they are the video from then on', async () => {
    const { id, path } = await givenEdited();
    const type = await givenType(service.db);
    const discipline = await service.db.prisma.discipline.create({
      data: { titleEn: newName('discipline') },
    });
    const changes = {
      ...{ title: 'Rings', description: 'One\r\nTwo', tags: 'algebra\r\n\r\nrings', date_evt: '2026-11-20' },
      type: `${service.url}/rest/types/${type.id}/`,
      discipline: [`${service.url}/rest/discipline/${discipline.id}/`],
      ...{ main_lang: 'fr', licence: 'by', cursus: 'M' },
    };

    expect((await send('bob', path, { field: 'title', changes })).status).toBe(303);

    expect(await stored(id)).toMatchObject({
      ...{ title: 'Rings', description: 'One\nTwo', tags: ['algebra', 'rings'], typeId: type.id },
      ...{ mainLang: 'fr', licence: 'by', cursus: 'M', disciplines: [{ id: discipline.id }] },
    });
  });

  test.each([
    ['title', '', 'This field may not be blank.'],
    ['title', 'a'.repeat(251), 'no more than 250 characters'],
    ['date_evt', 'yesterday', 'Date has wrong format'],
    ['additional_owners', 'nobody-at-all', 'Nobody has the user name "nobody-at-all" here.'],
  ])(
    'Given %s as %j, When it is sent, Then the field says what is wrong, with what was typed',
    async (name, value, message) => {
      const { id, path } = await givenEdited();

      const { status, page } = await send('ada', path, {
        field: 'title',
        changes: { description: 'Kept <b>', [name]: value },
      });

      expect(status).toBe(400);
      const form = formWith(page, 'title');
      expect(form.field(name).errors).toEqual([expect.stringContaining(message)]);
      expect(form.field('description').value).toContain('Kept <b>');
      expect((await stored(id)).description).toBe('');
    },
  );

  test('lets its owner name others who own it too, by their user names, and those others nobody', async () => {
    const { id, path } = await givenEdited();
    const changes = { additional_owners: `${people.eve?.username}\r\n${people.bob?.username}` };

    await send('ada', path, { field: 'title', changes });

    expect((await stored(id)).additionalOwners.map((owner) => owner.id).toSorted((a, b) => a - b)).toEqual(
      [idOf('bob'), idOf('eve')].toSorted((a, b) => a - b),
    );
    const ofBob = formWith((await as('bob').get(path)).page, 'title');
    expect(ofBob.fields.map(({ name }) => name)).not.toContain('additional_owners');
  });

  test('lets staff give it to another owner, and nobody else', async () => {
    const { id, path } = await givenEdited();
    const owner = `${service.url}/rest/users/${idOf('eve')}/`;

    await send('ada', path, { field: 'title', changes: { owner } });
    expect((await stored(id)).ownerId).toBe(idOf('ada'));
    expect((await send('staff', path, { field: 'title', changes: { owner } })).status).toBe(303);

    expect((await stored(id)).ownerId).toBe(idOf('eve'));
  });

  test('finds owners without JavaScript, and saves nothing by it', async () => {
    const { id, path } = await givenEdited();
    const changes = { title: 'Typed', _search: 'owner', owner__search: people.eve?.username ?? '' };

    const { status, page } = await send('staff', path, { field: 'title', changes });

    expect(status).toBe(200);
    expect(formWith(page, 'title').field('owner').choices).toContain(people.eve?.username);
    expect(formWith(page, 'title').field('title').value).toBe('Typed');
    expect((await stored(id)).title).toBe('Lecture');
  });
});

describe('Who may watch', () => {
  const openTo = ['public', 'restricted', 'draft'] as const;

  test.each(openTo)('is said by one word: %s', async (visibility) => {
    const { id, path } = await givenEdited({ isDraft: visibility !== 'draft' });

    await send('ada', `${path}access/`, {
      field: 'visibility',
      changes: { visibility, allow_downloading: 'true' },
    });

    const { isDraft, isRestricted, allowDownloading } = await stored(id);
    expect([isDraft, isRestricted, allowDownloading]).toEqual([
      ...[visibility === 'draft', visibility === 'restricted'],
      true,
    ]);
    const { page } = await as('ada').get(`${path}access/`);
    expect(
      page
        .all('radio')
        .filter((radio) => radio.attribute('checked') !== undefined)
        .map((radio) => radio.name),
    ).toEqual([visibility[0]?.toUpperCase() + visibility.slice(1)]);
  });

  test('sets a password, keeps it where the field is empty, and takes it away', async () => {
    const { id, path } = await givenEdited();
    const change = (changes: Record<string, string>) =>
      send('ada', `${path}access/`, { field: 'visibility', changes });

    await change({ password: 'open sesame' });
    const { passwordHash } = await stored(id);
    expect(passwordHash).toEqual(expect.any(String));
    await change({});
    expect((await stored(id)).passwordHash).toBe(passwordHash);
    await change({ no_password: 'true' });

    expect((await stored(id)).passwordHash).toBeNull();
  });

  test('opens it for the members of groups alone', async () => {
    const { id, path } = await givenEdited();
    const group = await service.db.prisma.accessGroup.create({ data: { codeName: newName('group') } });
    const address = `${service.url}/rest/accessgroups/${group.id}/`;

    await send('ada', `${path}access/`, {
      field: 'visibility',
      changes: { restrict_access_to_groups: [address] },
    });

    expect((await stored(id)).isForGroups).toBe(true);
    const { page } = await as('ada').get(`${path}access/`);
    // Of a public video that stands beside "Everybody".
    expect(page.text).toContain('members alone see it, also where it is public above');
  });

  test('makes a share link, whose address is shown once and opens a draft, and revokes it', async () => {
    const { id, path } = await givenEdited({ isDraft: true });
    const made = await send('ada', `${path}access/`, { field: 'label', changes: { label: 'For the jury' } });

    const [address] = /http\S+share=[0-9a-f]{40}/.exec(made.page.text) ?? [];
    expect((await fetch(String(address))).status).toBe(200);
    const { page } = await as('ada').get(`${path}access/`);
    expect(page.text).toContain('For the jury');
    expect(page.text).not.toContain('share=');
    const [link] = (await stored(id)).shareLinks;
    const other = await givenEdited();
    const revoke = { do: 'revoke', id: String(link?.id) };
    expect((await as('ada').post(`${other.path}access/`, revoke)).status).toBe(404);
    expect((await as('ada').post(`${path}access/`, revoke)).status).toBe(303);

    expect((await fetch(String(address))).status).toBe(404);
  });

  test('Given the instant of a share link that is past, When it is sent, Then its field says so', async () => {
    const { path } = await givenEdited();

    const { status, page } = await send('ada', `${path}access/`, {
      field: 'label',
      changes: { expires: '2020-01-01T00:00' },
    });

    expect(status).toBe(400);
    expect(formWith(page, 'label').field('expires').errors).toHaveLength(1);
  });
});

describe('The thumbnail', () => {
  const set = { do: 'set' };

  test('is an image that is sent, kept in a folder of its sender, until a picture of the encoding is wanted again', async () => {
    const { id, path } = await givenEdited();
    const image = { fields: set, part: 'file', file: smallPng, fileName: 'photo.png' };

    const { status } = await sendFile('bob', `${path}thumbnail/`, image);
    await sendFile('bob', `${path}thumbnail/`, image);

    expect(status).toBe(303);
    const kept = await service.db.prisma.image.findMany({
      where: { createdById: idOf('bob') },
      include: { folder: true },
    });
    expect(kept.map(({ folder }) => [folder.ownerId, folder.name])).toEqual([
      [idOf('bob'), 'Videos'],
      [idOf('bob'), 'Videos'],
    ]);
    expect((await stored(id)).thumbnailId).toBe(kept.at(-1)?.id);
    await as('ada').get(`${path}thumbnail/`);
    await as('ada').post(`${path}thumbnail/`, { do: 'choose', thumbnail_choice: '2' });
    expect(await stored(id)).toMatchObject({ thumbnailId: null, thumbnailChoice: 2 });
  });

  test('Given a file that is no image, When it is sent, Then its field says so, and nothing is kept', async () => {
    const { path } = await givenEdited();
    const file = { fields: set, part: 'file', file: Buffer.from('no image'), fileName: 'photo.png' };
    const before = await service.db.prisma.image.count();

    const { status, page } = await sendFile('ada', `${path}thumbnail/`, file);

    expect(status).toBe(400);
    expect(formWith(page, 'file').field('file').errors).toHaveLength(1);
    expect(await service.db.prisma.image.count()).toBe(before);
  });
});

describe('Subtitles', () => {
  const vtt = {
    part: 'file',
    file: Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'),
    fileName: 'words.vtt',
  };
  const english = { do: 'add', kind: 'captions', lang: 'en' };

  test('are added by a file, listed, and deleted', async () => {
    const { id, path } = await givenEdited();

    const { status } = await sendFile('ada', `${path}tracks/`, { ...vtt, fields: english });

    expect(status).toBe(303);
    const [track] = (await stored(id)).tracks;
    expect(track).toMatchObject({ kind: 'captions', lang: 'en', srcId: expect.any(Number) });
    const { page } = await as('ada').get(`${path}tracks/`);
    expect(rowsOf(page).map(({ text }) => text)).toEqual([
      expect.stringMatching(/English.*Captions.*words/s),
    ]);
    await as('ada').post(`${path}tracks/`, { do: 'remove', id: String(track?.id) });
    expect((await stored(id)).tracks).toEqual([]);
  });

  test.each([
    ['a language that has one', english, vtt.file],
    ['a file that is no subtitles', { ...english, lang: 'fr' }, Buffer.from('%PDF-1.7 no')],
  ])(
    'Given %s, When it is sent, Then the page says what is wrong, and no file is kept',
    async (_what, fields, file) => {
      const { path } = await givenEdited();
      await sendFile('ada', `${path}tracks/`, { ...vtt, fields: english });
      const before = await service.db.prisma.keptFile.count();

      const { status } = await sendFile('ada', `${path}tracks/`, { ...vtt, fields, file });

      expect(status).toBe(400);
      expect(await service.db.prisma.keptFile.count()).toBe(before);
    },
  );
});

test('What nothing here acts on is left to the API: no box of the form tells of it, and it stays', async () => {
  const { id, path } = await givenEdited();
  await service.db.prisma.video.update({ where: { id }, data: { is360: true, disableComment: true } });

  const { status } = await send('ada', path, { field: 'title', changes: { title: 'Rings' } });

  expect(status).toBe(303);
  expect(await stored(id)).toMatchObject({ title: 'Rings', is360: true, disableComment: true });
  const { fields } = formWith((await as('ada').get(path)).page, 'title');
  expect(fields.map(({ name }) => name)).not.toContain('is_360');
});

describe('What plays', () => {
  test.each([false, true])(
    'Given two people who change it, at once (%s), Then that of one is kept, and the other is told and keeps the words',
    async (isAtOnce) => {
      const { id, path } = await givenEdited();
      const address = `${path}source/`;
      const sent = { ada: '0:01-0:05', bob: '0:02-0:06' } as const;
      const posts = await Promise.all(
        (['ada', 'bob'] as const).map(async (name) => {
          const body = new URLSearchParams(formWith((await as(name).get(address)).page, 'plays').values);
          body.set('plays', sent[name]);
          return async () => answerOf(await as(name).open(address, { method: 'POST', body }));
        }),
      );

      const answers = isAtOnce
        ? await Promise.all(posts.map((post) => post()))
        : [await posts[0]?.(), await posts[1]?.()];

      expect(answers.map((answer) => answer?.status).toSorted()).toEqual([303, 409]);
      const [first, late] =
        answers[0]?.status === 303 ? (['ada', 'bob'] as const) : (['bob', 'ada'] as const);
      const { plays } = await service.db.prisma.video.findUniqueOrThrow({ where: { id } });
      expect(plays).toBe(first === 'ada' ? '{[1,5)}' : '{[2,6)}');
      const { page } = answers.find((answer) => answer?.status === 409) ?? { page: readPage('') };
      expect(page.text).toContain('Somebody else has changed what plays of this video.');
      expect(formWith(page, 'plays').field('plays').value).toBe(sent[late]);
      if (isAtOnce) return;
      expect(page.text).toContain(`Saved: ${sent[first]}.`);
      const again = new URLSearchParams(formWith(page, 'plays').values);
      expect((await as(late).open(address, { method: 'POST', body: again })).status).toBe(303);
    },
  );
});

describe('Chapters', () => {
  test('are taken from text, as the descriptions of videos have them, what is there already once', async () => {
    const { id, path } = await givenEdited();
    const address = `${path}chapters/`;
    const lines = '0:00 Begin\r\n\r\n(0:10) – Rings\r\n[00:00:20] Fields of 2\r\n0:10 Rings';

    for (const sent of [lines, `${lines}\n0:30 End`])
      expect((await send('ada', address, { field: 'lines', changes: { lines: sent } })).status).toBe(303);

    const chapters = (await stored(id)).chapters.map(({ startSeconds, title }) => `${startSeconds} ${title}`);
    expect(chapters.sort()).toEqual(['0 Begin', '10 Rings', '20 Fields of 2', '30 End']);
  });

  test('Given two people who take them from text at once, Then those of one are there, and the other is told and keeps the words', async () => {
    const { id, path } = await givenEdited();
    const address = `${path}chapters/`;
    const given = (['ada', 'bob'] as const).map((name) => {
      const titles = Array.from({ length: 40 }, (_none, index) => `${name} ${index}`);
      return { name, titles, lines: titles.map((title, index) => `0:${index + 10} ${title}`).join('\n') };
    });
    const posts = await Promise.all(
      given.map(async ({ name, lines }) => {
        const body = new URLSearchParams(formWith((await as(name).get(address)).page, 'lines').values);
        body.set('lines', lines);
        return async () => answerOf(await as(name).open(address, { method: 'POST', body }));
      }),
    );

    const answers = await Promise.all(posts.map((post) => post()));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const [first, late] = answers[0]?.status === 303 ? [0, 1] : [1, 0];
    const titles = (await stored(id)).chapters.map(({ title }) => title);
    expect(titles.toSorted()).toEqual(given[first]?.titles.toSorted());
    const { page } = answers[late] ?? answers[0] ?? { page: readPage('') };
    expect(page.text).toContain('Somebody has changed the chapters since you opened this page.');
    expect(formWith(page, 'lines').field('lines').value).toBe(given[late]?.lines);
  });

  test('are all refused where one line is none, and each such line is told', async () => {
    const { id, path } = await givenEdited();
    const lines = `0:00 Begin\nRings\n0:99:99:99 x\n0:05\n0:06 ${'a'.repeat(101)}\n2:05 Late`;

    const { status, page } = await send('ada', `${path}chapters/`, { field: 'lines', changes: { lines } });

    expect(status).toBe(400);
    const { value, errors } = formWith(page, 'lines').field('lines');
    expect(value).toBe(lines);
    expect(errors.join(' ')).toMatch(
      /Line 2 is no chapter.*Line 3 is.*Line 4 is.*line 5 has more than 100.*2:05 is not in the video: a chapter begins at 0:59 at the latest/,
    );
    expect((await stored(id)).chapters).toEqual([]);
  });

  test.each([
    ['a time that no column holds', '999999:99:99 Late'],
    ['a character that no column holds', '0:02 Rings\0'],
  ])('are all refused where a line has %s, in a video of unknown length too', async (_what, line) => {
    const { id, path } = await givenEdited();
    await service.db.prisma.video.update({ where: { id }, data: { durationSeconds: 0 } });
    const lines = `0:00 Begin\n${line}`;

    const { status, page } = await send('ada', `${path}chapters/`, { field: 'lines', changes: { lines } });

    expect(status).toBe(400);
    expect(formWith(page, 'lines').field('lines').errors.join(' ')).toContain('Line 2 is no chapter');
    expect((await stored(id)).chapters).toEqual([]);
  });

  test('tell of twenty wrong lines, and how many more there are', async () => {
    const { path } = await givenEdited();
    const lines = 'Rings\n'.repeat(5_000);

    const { page } = await send('ada', `${path}chapters/`, { field: 'lines', changes: { lines } });

    const { errors } = formWith(page, 'lines').field('lines');
    expect(errors.join(' ')).toMatch(/Line 20 is no chapter.*4980 more/);
    expect(errors.join(' ')).not.toContain('Line 21 ');
  });

  test('are no more than a page has room for', async () => {
    const { id, path } = await givenEdited();
    const lines = Array.from({ length: 201 }, (_, number) => `0:01 Chapter ${number}`).join('\n');

    const { status, page } = await send('ada', `${path}chapters/`, { field: 'lines', changes: { lines } });

    expect(status).toBe(400);
    expect(formWith(page, 'lines').field('lines').errors[0]).toContain('201 chapters');
    expect((await stored(id)).chapters).toEqual([]);
  });

  test('begin where an address says, which the page of the video leads to', async () => {
    const { path } = await givenEdited();

    const { page } = await as('ada').get(`${path}chapters/?at=0:21`);

    expect(formWith(page, 'title').field('time_start').value).toBe('0:21');
  });

  test('are added, changed and deleted, with their start as a clock shows it', async () => {
    const { id, path } = await givenEdited();
    const address = `${path}chapters/`;

    await send('ada', address, { field: 'title', changes: { title: 'Rings', time_start: '0:20' } });
    const [chapter] = (await stored(id)).chapters;
    expect(chapter).toMatchObject({ title: 'Rings', startSeconds: 20 });
    const { page } = await as('ada').get(address);
    expect(page.text).toContain('It lasts 1:00.');
    expect(formWith(page, 'id').field('time_start').value).toBe('0:20');
    const change = { do: 'change', id: String(chapter?.id), title: 'Fields', time_start: '00:00:40' };
    expect((await as('ada').post(address, change)).status).toBe(303);
    expect((await stored(id)).chapters).toMatchObject([{ title: 'Fields', startSeconds: 40 }]);
    const other = await givenEdited();
    expect((await as('ada').post(`${other.path}chapters/`, change)).status).toBe(404);
    await as('ada').post(address, { do: 'remove', id: String(chapter?.id) });

    expect((await stored(id)).chapters).toEqual([]);
  });

  test.each([
    ['later than the video', '1:30'],
    ['no time', 'soon'],
  ])('Given a start that is %s, When it is sent, Then its field says so', async (_what, time_start) => {
    const { id, path } = await givenEdited();

    const { status, page } = await send('ada', `${path}chapters/`, {
      field: 'title',
      changes: { title: 'Rings', time_start },
    });

    expect(status).toBe(400);
    const form = formWith(page, 'title');
    expect([form.field('title').value, form.field('time_start').errors.length]).toEqual(['Rings', 1]);
    expect((await stored(id)).chapters).toEqual([]);
  });
});

describe('The source', () => {
  test('is replaced by another file, which is encoded', async () => {
    const { id, path } = await givenEdited();
    const file = await bytesOf('tiny');

    const { status } = await sendFile('ada', `${path}source/`, {
      fields: {},
      part: 'video',
      file,
      fileName: 'b.mp4',
    });

    expect(status).toBe(303);
    const { sourceFile, latestEncodingId } = await stored(id);
    expect(sourceFile).not.toBe('source-gone.mp4');
    expect(latestEncodingId).toEqual(expect.any(Number));
  });

  test('Given a file that is no video, When it is sent, Then its field says so', async () => {
    const { path } = await givenEdited();
    const file = await bytesOf('plainText');

    const { status, page } = await sendFile('ada', `${path}source/`, {
      fields: {},
      part: 'video',
      file,
      fileName: 'b.mp4',
    });

    expect(status).toBe(400);
    expect(formWith(page, 'video').field('video').errors).toHaveLength(1);
  });

  test('is encoded again, with another layout', async () => {
    const { id, path } = await givenEdited();

    await send('ada', `${path}source/`, { field: 'layout', changes: { layout: 'composed' } });

    expect(await stored(id)).toMatchObject({ layout: 'composed', latestEncodingId: expect.any(Number) });
    expect((await as('ada').get(`${path}source/`)).page.text).toContain('queued');
  });
});

describe('Deletion', () => {
  test('is asked about, and then takes the video away', async () => {
    const { id, path } = await givenEdited();
    const { page } = await as('ada').get(`${path}delete/`);
    const asked = formsOf(page).find(({ element }) => element.attribute('action') === `${path}delete/`);
    expect(asked).toBeDefined();

    const { status, location } = await as('ada').post(`${path}delete/`);

    expect([status, location]).toEqual([303, '/video/?done=deleted']);
    expect(await service.db.prisma.video.findUnique({ where: { id } })).toBeNull();
    expect((await as('ada').get(path)).status).toBe(404);
  });

  test('is not for whoever owns it besides', async () => {
    const { id, path } = await givenEdited();
    await as('bob').get(path);

    expect((await as('bob').post(`${path}delete/`)).status).toBe(403);
    expect(await stored(id)).toBeDefined();
  });
});
