import { formWith, type Page, readPage, rowsOf } from '@campus/testing/markup';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { linesAtOnce } from '../../../../src/http/pages/edit/lines-section.ts';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import { givenVideo } from '../../../support/given-records.ts';
import { givenFile } from '../../../support/kept-files.ts';
import { givenOnAir } from '../../../support/on-air.ts';
import { useService } from '../../../support/service.ts';
import { signedIn, type Visitor, visitorOf } from '../../../support/visitor.ts';

const service = useService();
let ada: Visitor;
let staff: Visitor;
let bob: Visitor;
let helper: GivenUser;

beforeAll(async () => {
  helper = await givenUser(service.db, {});
  const boss = await givenUser(service.db, { isStaff: true });
  [bob, staff] = [await signedIn(service, helper), await signedIn(service, boss)];
  const adaAsPerson = await service.db.prisma.user.findUniqueOrThrow({ where: { id: service.ada.id } });
  ada = visitorOf(service);
  const { passwordHash } = await service.db.prisma.user.findUniqueOrThrow({ where: { id: helper.id } });
  await service.db.prisma.user.update({ where: { id: adaAsPerson.id }, data: { passwordHash } });
  ada = await signedIn(service, { username: adaAsPerson.username, password: helper.password });
});

const words = `WEBVTT

NOTE by hand

one
00:01.000 --> 00:02.000 align:start
Helo

00:02.000 --> 00:04.000
all of you

00:05.000 --> 00:06.000
The end
`;

/** A video of Ada's, that Bob owns with her, with subtitles in a file of hers; and where these are corrected. */
async function givenSubtitles(content = words) {
  const additionalOwners = { connect: [{ id: helper.id }] };
  const video = await givenVideo(service.db, { ownerId: service.ada.id, additionalOwners });
  const file = await givenFile(service, { content, name: 'my words.vtt' });
  const data = { videoId: video.id, kind: 'subtitles', lang: 'en', srcId: file.id } as const;
  const track = await service.db.prisma.track.create({ data });
  return { video, track, file, path: `/video/${video.slug}/edit/lines/?track=${track.id}` };
}

/** What the track shows now. */
async function shownOf({ id }: { id: number }) {
  const { src, srcId } = await service.db.prisma.track.findUniqueOrThrow({
    where: { id },
    include: { src: true },
  });
  const { body } = await service.staff.client.get(`/rest/files/${srcId}/`).expect(200);
  return { srcId, name: src?.name, text: await (await fetch(body.file)).text() };
}

const formOf = (page: Page) => new URLSearchParams(formWith(page, 'version').values);

/** The form of a page, with values of some of its lines changed, by the names and places of their fields. */
async function formAt(visitor: Visitor, path: string, changes: Record<string, Record<number, string>> = {}) {
  return changedForm(formOf((await visitor.get(path)).page), changes);
}

function changedForm(form: URLSearchParams, changes: Record<string, Record<number, string>>) {
  for (const [name, places] of Object.entries(changes)) {
    const values = form.getAll(name).map((value, place) => places[place] ?? value);
    form.delete(name);
    for (const value of values) form.append(name, value);
  }
  return form;
}

async function send(visitor: Visitor, path: string, form: URLSearchParams, button = 'save') {
  form.set('do', button);
  const response = await visitor.open(path, { method: 'POST', body: form });
  const text = await response.text();
  return { status: response.status, location: response.headers.get('location'), text, page: readPage(text) };
}

test('Given subtitles, Then the list of tracks leads to their lines, by their times', async () => {
  const { video, path } = await givenSubtitles();
  const { page } = await ada.get(`/video/${video.slug}/edit/tracks/`);
  const [row] = rowsOf(page);
  expect(row?.all('link', 'Correct the lines of Subtitles (English)')[0]?.attribute('href')).toBe(path);

  const form = await formAt(ada, path);

  expect(form.getAll('start')).toEqual(['0:01.000', '0:02.000', '0:05.000']);
  expect(form.getAll('end')).toEqual(['0:02.000', '0:04.000', '0:06.000']);
  expect(form.getAll('text')).toEqual(['Helo', 'all of you', 'The end']);
});

test('Given corrections, When they are saved, Then the file has a new version with these alone, under its name', async () => {
  const { track, path, file } = await givenSubtitles();
  const form = await formAt(ada, path, { text: { 0: 'Hello\r\nthere' }, end: { 1: '0:04,5' } });

  const { status, location } = await send(ada, path, form);

  expect([status, location]).toEqual([303, `${path}&page=1&done=lines-saved`]);
  expect(await shownOf(track)).toEqual({
    ...{ srcId: file.id, name: 'my words' },
    text: words
      .replace('Helo', 'Hello\nthere')
      .replace('00:02.000 --> 00:04.000', '00:00:02.000 --> 00:00:04.500'),
  });
  expect((await ada.get(String(location))).page.text).toContain('The lines are saved.');
});

test('Given nothing corrected, When it is saved, Then no new version is made', async () => {
  const { track, path } = await givenSubtitles();
  const before = await service.db.prisma.keptFile.findUnique({ where: { id: track.srcId ?? 0 } });

  expect((await send(ada, path, await formAt(ada, path))).status).toBe(303);

  expect(await service.db.prisma.keptFile.findUnique({ where: { id: track.srcId ?? 0 } })).toEqual(before);
});

describe('Lines of the form, without anything saved', () => {
  test.each([
    ['split:1', ['0:02.000', '0:03.200', '0:04.000', '0:06.000'], ['Helo', 'all of', 'you', 'The end']],
    ['join:1', ['0:02.000', '0:06.000'], ['Helo', 'all of you\nThe end']],
    ['add:1', ['0:02.000', '0:04.000', '0:05.000', '0:06.000'], ['Helo', 'all of you', '', 'The end']],
    ['remove:0', ['0:04.000', '0:06.000'], ['all of you', 'The end']],
    ['remove:9', ['0:02.000', '0:04.000', '0:06.000'], ['Helo', 'all of you', 'The end']],
  ])('%s', async (button, ends, texts) => {
    const { track, path } = await givenSubtitles();

    const { status, page } = await send(ada, path, await formAt(ada, path), button);

    expect(status).toBe(200);
    const form = formOf(page);
    expect(form.getAll('text').map((text) => text.replaceAll('\r\n', '\n'))).toEqual(texts);
    expect(form.getAll('end')).toEqual(ends);
    expect((await shownOf(track)).text).toBe(words);
  });

  test('One after the other they are saved together, and a text is cut where the cursor is', async () => {
    const { track, path } = await givenSubtitles();
    const first = await formAt(ada, path);
    first.set('cursor', '6');
    const split = formOf((await send(ada, path, first, 'split:1')).page);
    const joined = formOf((await send(ada, path, split, 'join:2')).page);
    const added = formOf((await send(ada, path, joined, 'add:0')).page);
    const form = formOf((await send(ada, path, added, 'remove:0')).page);

    const { status } = await send(ada, path, changedForm(form, { text: { 0: 'New' } }));

    expect(status).toBe(303);
    expect((await shownOf(track)).text).toBe(
      [
        'WEBVTT\n\nNOTE by hand\n\n',
        '00:00:02.000 --> 00:00:03.200\nall of\n\n',
        '00:00:02.000 --> 00:00:04.000\nNew\n\n',
        '00:00:03.200 --> 00:00:06.000\nyou\nThe end\n',
      ].join(''),
    );
  });
});

test('Given a player that has been somewhere, When lines are saved, Then it is there again, and what was saved before is told no more', async () => {
  const { path, video } = await givenSubtitles();
  await givenOnAir(service, video.id);
  const there = `${path}&start=42&done=lines-saved`;

  const saved = await send(ada, there, await formAt(ada, path));
  expect(saved.location).toBe(`${path}&page=1&start=42&done=lines-saved`);
  expect((await ada.get(String(saved.location))).text).toContain('data-start="42"');
  const wrong = await send(ada, there, await formAt(ada, path, { text: { 0: '' } }));

  expect(wrong.text).toContain('data-start="42"');
  expect(wrong.page.text).not.toContain('The lines are saved.');
  expect(wrong.page.text).toContain('Line 1 has no text');
});

test('Given lines that are wrong, When they are saved, Then each is told, what was typed stays, and nothing is saved', async () => {
  const { track, path } = await givenSubtitles();
  const changes = {
    ...{ start: { 0: 'soon', 1: '0:04' }, end: { 0: '0:99:1:1' } },
    text: { 1: 'Typed <b>', 2: ' \r\n' },
  };

  const { status, text, page } = await send(ada, path, await formAt(ada, path, changes));

  expect(status).toBe(400);
  for (const sentence of [
    'Line 1: "soon" is no time. Write it as 1:02.500, or as 1:00:02.500 after an hour.',
    'Line 1: "0:99:1:1" is no time.',
    'Line 2 begins at 0:04 and ends at 0:04.000: let it end later.',
    'Line 3 has no text: write it, or delete the line.',
  ])
    expect(page.text).toContain(sentence);
  expect(text.match(/aria-invalid="true"/g)).toHaveLength(4);
  expect(formOf(page).getAll('text')[1]).toBe('Typed <b>');
  expect((await shownOf(track)).text).toBe(words);
});

describe('Given somebody who has corrected them meanwhile', () => {
  test('When others are saved, Then it is 409 in words, and what was typed is there with the way to what is now', async () => {
    const { track, path } = await givenSubtitles();
    const late = await formAt(staff, path, { text: { 0: 'Late' } });
    await send(ada, path, await formAt(ada, path, { text: { 0: 'Hello' } }));

    const { status, page } = await send(staff, path, late);

    expect(status).toBe(409);
    expect(page.text).toContain('Somebody has changed these subtitles since you opened them.');
    expect(page.all('link', 'The lines as they are now (in another tab)')).toHaveLength(1);
    expect(formOf(page).getAll('text')[0]).toBe('Late');
    expect((await shownOf(track)).text).toContain('Hello');
    expect((await send(staff, path, formOf(page))).status).toBe(409);
  });

  test('When all save at once, Then one is obeyed, and the others are told', async () => {
    const { track, path } = await givenSubtitles();
    const form = await formAt(ada, path);
    const tries = ['A', 'B', 'C', 'D'];

    const answers = await Promise.all(
      tries.map((text) => send(ada, path, changedForm(new URLSearchParams(form), { text: { 2: text } }))),
    );

    const obeyed = answers.findIndex(({ status }) => status === 303);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409]);
    expect((await shownOf(track)).text).toContain(`00:06.000\n${tries[obeyed]}\n`);
  });
});

test('Given a file of somebody else, When a co-owner corrects it, Then the track shows one of theirs, and the other stays', async () => {
  const { track, path, file } = await givenSubtitles();
  const forms = await Promise.all(
    ['Bonjour', 'Salut'].map((text) => formAt(bob, path, { text: { 0: text } })),
  );
  const before = await service.db.prisma.keptFile.count();

  const answers = await Promise.all(forms.map((form) => send(bob, path, form)));

  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  const { srcId, text, name } = await shownOf(track);
  expect([srcId === file.id, name]).toEqual([false, 'my words']);
  expect(text).toContain(answers[0]?.status === 303 ? 'Bonjour' : 'Salut');
  expect(await service.db.prisma.keptFile.count()).toBe(before + 1);
  const { body } = await service.ada.client.get(`/rest/files/${file.id}/`).expect(200);
  expect(await (await fetch(body.file)).text()).toBe(words);
});

test('Given more lines than a page shows, Then they come in pages, and those of others stay as they are', async () => {
  const cues = Array.from({ length: linesAtOnce + 2 }, (_none, index) => {
    const at = (seconds: number) => new Date(1000 * seconds).toISOString().slice(11, 23);
    return `${at(index)} --> ${at(index + 1)}\nLine ${index + 1}\n`;
  });
  const many = `WEBVTT\n\n${cues.join('\n')}`;
  const { track, path } = await givenSubtitles(many);
  expect((await formAt(ada, path)).getAll('text')).toHaveLength(linesAtOnce);
  const second = `${path}&page=2`;

  await send(ada, second, await formAt(ada, second, { text: { 1: 'The last' } }));

  expect((await shownOf(track)).text).toBe(many.replace(`Line ${linesAtOnce + 2}`, 'The last'));
  expect((await formAt(ada, `${path}&page=99`)).getAll('text')).toEqual([
    `Line ${linesAtOnce + 1}`,
    'The last',
  ]);
});

test('Given subtitles of more than a file may have then, When they are saved, Then the page says so', async () => {
  const { path, track } = await givenSubtitles(
    `WEBVTT\n\nNOTE ${'x'.repeat(2 ** 20 - 100)}\n\n00:01.000 --> 00:02.000\na\n`,
  );

  const { status, page } = await send(ada, path, await formAt(ada, path, { text: { 0: 'b'.repeat(100) } }));

  expect(status).toBe(400);
  expect(page.text).toContain('Subtitles take at most 1 MiB');
  expect((await shownOf(track)).text).toContain('00:02.000\na\n');
});

test('Given lines as large as a file may be, in letters that take most room, When they are saved, Then they are', async () => {
  const { track, path } = await givenSubtitles();
  const long = '\u4e16'.repeat(340_000);

  const { status } = await send(ada, path, await formAt(ada, path, { text: { 0: long } }));

  expect(status).toBe(303);
  expect((await shownOf(track)).text).toContain(`align:start\n${long}\n`);
});

test('Given more lines typed than other forms have fields, and more than a file takes, When they are saved, Then all come back', async () => {
  const { track, path } = await givenSubtitles();
  const form = await formAt(ada, path, { text: { 0: 'b'.repeat(2 ** 20) } });
  for (let added = 0; added < 300; added += 1) {
    form.append('cue', '');
    form.append('start', '0:07');
    form.append('end', '0:08');
    form.append('text', `Line ${added}`);
  }

  const { status, page } = await send(ada, path, form);

  expect(status).toBe(400);
  expect(page.text).toContain('Subtitles take at most 1 MiB');
  expect(formOf(page).getAll('text')).toEqual(form.getAll('text'));
  expect((await shownOf(track)).text).toBe(words);
});

test('Tracks of other videos, without a file, and those that nobody may change are not there', async () => {
  const { path, track } = await givenSubtitles();
  const other = await givenSubtitles();
  const elsewhere = path.replace(`track=${track.id}`, `track=${other.track.id}`);
  await service.db.prisma.track.update({ where: { id: other.track.id }, data: { srcId: null } });
  const stranger = await signedIn(service, await givenUser(service.db, {}));

  const asked = [elsewhere, other.path, path.replace(/\?.*/, ''), path.replace(/=.*/, '=x')];
  for (const address of asked) expect([address, (await ada.get(address)).status]).toEqual([address, 404]);
  expect((await stranger.get(path)).status).toBe(404);
});
