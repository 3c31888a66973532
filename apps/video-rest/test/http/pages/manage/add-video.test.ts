import { readFile } from 'node:fs/promises';
import { eventually } from '@campus/testing';
import { formWith, readPage } from '@campus/testing/markup';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import { type ClipName, clip } from '../../../support/clips.ts';
import { temporaryFiles } from '../../../support/encode-videos.ts';
import { postType } from '../../../support/post-resources.ts';
import { useService } from '../../../support/service.ts';
import { tokenOn } from '../../../support/shown-exchange.ts';
import { signedIn, type Visitor, visitorOf } from '../../../support/visitor.ts';

const service = useService({ videoMaxUploadSize: 200_000 });
const full = useService({ mediaMinFree: 2 ** 60 });
let ada: GivenUser;
let helper: GivenUser;
let owner: Visitor;
let staff: Visitor;
let typeUrl: string;

beforeAll(async () => {
  [ada, helper] = [await givenUser(service.db), await givenUser(service.db, { isStaff: true })];
  owner = await signedIn(service, ada);
  staff = await signedIn(service, helper);
  typeUrl = (await postType(service, { title: 'Lecture' })).url;
});
beforeEach(() => service.sql.query('delete from videos'));

const videos = () => service.db.prisma.video.findMany({ include: { encodings: true } });

/** Sends the form as a browser does: texts first, the file last. */
async function send(
  visitor: Visitor,
  fields: Record<string, string>,
  { file = 'tiny', csrf = true }: { file?: ClipName | null; csrf?: boolean } = {},
) {
  const form = new FormData();
  if (csrf) form.set('csrfmiddlewaretoken', await tokenOn(visitor, '/video/add/'));
  const all = { title: 'Algebra', type: typeUrl, description: '', main_lang: 'fr', ...fields };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  const bytes = file === null ? Buffer.alloc(0) : await readFile(await clip(file));
  form.set('video', new Blob([bytes]), file === null ? '' : 'lecture.mp4');
  const response = await visitor.open('/video/add/', { method: 'POST', body: form });
  const page = readPage(await response.text());
  return { status: response.status, location: response.headers.get('location'), page };
}

describe('/video/add/', () => {
  test('is for whoever has signed in', async () => {
    const { status, location } = await visitorOf(service).get('/video/add/');

    expect([status, location]).toEqual([302, '/accounts/login/?next=%2Fvideo%2Fadd%2F']);
  });

  test('offers the language of the page first, the frequent ones next, and each name once', async () => {
    const french = await owner.get('/video/add/', { 'Accept-Language': 'fr' });
    const english = await owner.get('/video/add/');
    const [languages, inEnglish] = [french, english].map(({ page }) =>
      formWith(page, 'main_lang').field('main_lang'),
    );
    const names = languages?.choices ?? [];

    expect([languages?.value, names[0]]).toEqual(['fr', 'français']);
    expect([inEnglish?.value, inEnglish?.choices[0]]).toEqual(['en', 'English']);
    expect(names.slice(1, 3)).toEqual(['anglais', 'allemand']);
    expect(names.length).toBeGreaterThan(150);
    expect(new Set(names).size).toBe(names.length);
    // Asked by the script before it sends the file.
    expect(formWith(english.page, 'main_lang').element.attribute('data-ask-first')).toBe(
      '/accounts/session/?next=%2Fvideo%2Fadd%2F',
    );
  });

  test('Given a title, a type and a file, When they are sent, Then the video is encoded at once and its page shown', async () => {
    const { status, location } = await send(owner, {
      description: 'One\r\nTwo',
      allow_downloading: 'true',
      licence: 'by',
    });

    const [video] = await videos();
    expect([status, location]).toEqual([303, `/video/${video?.slug}/`]);
    expect(video).toMatchObject({
      title: 'Algebra',
      ownerId: ada.id,
      mainLang: 'fr',
      isDraft: false,
      isRestricted: false,
      allowDownloading: true,
      licence: 'by',
      encodings: [{ state: 'queued' }],
    });
    expect((await owner.get(String(location))).page.text).toContain('waits for its turn');
  });

  test.each([
    ['public', false, false],
    ['restricted', false, true],
    ['draft', true, false],
  ])('is %s by one word', async (visibility, isDraft, isRestricted) => {
    await send(owner, { visibility });

    expect(await videos()).toMatchObject([{ isDraft, isRestricted }]);
  });

  test.each([
    ['no title', { title: '' }, { file: 'tiny' }, 'title', 'This field is required.'],
    [
      'too long a title',
      { title: 'a'.repeat(251) },
      { file: 'tiny' },
      'title',
      'no more than 250 characters',
    ],
    ['no type', { type: '' }, { file: 'tiny' }, 'type', 'This field is required.'],
    ['no file', {}, { file: null }, 'video', 'No file was submitted.'],
    ['no media', {}, { file: 'plainText' }, 'video', 'video'],
  ] as const)(
    'Given %s, When it is sent, Then the field says so, with what was typed, and nothing is kept',
    async (_what, fields, options, field, message) => {
      const { status, page } = await send(
        owner,
        { description: 'Kept <b>', visibility: 'draft', ...fields },
        options,
      );

      expect(status).toBe(400);
      const form = formWith(page, 'title');
      expect(form.field(field).errors).toEqual([expect.stringContaining(message)]);
      expect(Object.fromEntries(form.values)).toMatchObject({ description: 'Kept <b>', visibility: 'draft' });
      expect(await videos()).toEqual([]);
      await eventually(async () => expect(await temporaryFiles(service.mediaRoot)).toEqual([]));
    },
  );

  test('Given a file larger than allowed, When it is sent, Then the field for it says how much is', async () => {
    const { status, page } = await send(owner, {}, { file: 'landscape' });

    expect(status).toBe(413);
    const form = formWith(page, 'title');
    expect(form.field('title').value).toBe('Algebra');
    const { errors, element } = form.field('video');
    expect(errors).toEqual([expect.stringContaining('larger than')]);
    expect(element.attribute('data-max-bytes')).toBe('200000');
    await eventually(async () => expect(await temporaryFiles(service.mediaRoot)).toEqual([]));
  });

  test('Given a full disk, When a file is sent, Then the field for it says so', async () => {
    const visitor = await signedIn(full, await givenUser(full.db));
    const { url } = await postType(full);

    const { status, page } = await send(visitor, { type: url });

    expect(status).toBe(507);
    const form = formWith(page, 'title');
    expect(form.field('video').errors).toEqual([expect.stringContaining('too little space')]);
    expect(form.field('title').value).toBe('Algebra');
  });

  test('Given a form that is not ours, When it is sent, Then it is refused before its file is stored', async () => {
    const { status } = await send(owner, {}, { csrf: false });

    expect(status).toBe(403);
    expect(await videos()).toEqual([]);
    expect(await temporaryFiles(service.mediaRoot)).toEqual([]);
  });

  test('lets staff choose the owner, and nobody else', async () => {
    const address = `${service.url}/rest/users/${ada.id}/`;
    const other = `${service.url}/rest/users/${helper.id}/`;

    const { fields } = formWith((await owner.get('/video/add/')).page, 'title');
    expect(fields.map(({ name }) => name)).not.toContain('owner');
    expect((await send(owner, { owner: other })).status).toBe(403);
    expect(await videos()).toEqual([]);
    expect((await send(staff, { owner: address })).status).toBe(303);
    expect(await videos()).toMatchObject([{ ownerId: ada.id }]);
  });

  test('finds owners without JavaScript: the search button brings the form back with them', async () => {
    const found = await givenUser(service.db, { username: 'zacharias' });
    const asked = { _search: 'owner', owner__search: 'ZACHAR', title: 'Kept' };

    const { status, page } = await send(staff, asked);

    expect(status).toBe(200);
    const form = formWith(page, 'title');
    const option = form.field('owner').element.get('option', 'zacharias');
    expect(option.attribute('value')).toBe(`${service.url}/rest/users/${found.id}/`);
    expect(Object.fromEntries(form.values)).toMatchObject({ title: 'Kept', owner__search: 'ZACHAR' });
    expect(await videos()).toEqual([]);
    await eventually(async () => expect(await temporaryFiles(service.mediaRoot)).toEqual([]));
  });
});
