import { formsOf, formWith, type PageElement, readPage, rowsOf } from '@campus/testing/markup';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Prisma } from '../../../../generated/client.ts';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import {
  givenEncoding,
  givenType,
  givenVideo,
  givenVideoRows,
  newName,
} from '../../../support/given-records.ts';
import { givenOnAir } from '../../../support/on-air.ts';
import { useService } from '../../../support/service.ts';
import { signedIn, type Visitor } from '../../../support/visitor.ts';

const service = useService();
let [ada, eve, helper] = [] as unknown as [GivenUser, GivenUser, GivenUser];
let [owner, stranger, staff] = [] as unknown as [Visitor, Visitor, Visitor];

beforeAll(async () => {
  [ada, eve, helper] = [
    await givenUser(service.db),
    await givenUser(service.db),
    await givenUser(service.db, { isStaff: true }),
  ];
  [owner, stranger, staff] = [
    await signedIn(service, ada),
    await signedIn(service, eve),
    await signedIn(service, helper),
  ];
});
beforeEach(() => service.sql.query('delete from videos'));

/** A video of Ada's, unless somebody else is named. */
async function given(title: string, columns: Prisma.VideoUncheckedUpdateInput = {}) {
  const video = await givenVideo(service.db, { ownerId: ada.id, title });
  await service.db.prisma.video.update({ where: { id: video.id }, data: columns });
  return video;
}

/** The titles in the list at an address, in their order. */
async function titles(visitor: Visitor, query = ''): Promise<string[]> {
  const { page } = await visitor.get(`/video/${query}`);
  return rowsOf(page).map((row) => titleIn(row));
}

const titleIn = (row: PageElement) => row.all('link')[0]?.name ?? '';
const stored = (id: number) => service.db.prisma.video.findUnique({ where: { id } });

describe('GET /video/', () => {
  test('finds by words what few of the oldest have, and what more than ten thousand have', async () => {
    const { id: typeId } = await givenType(service.db);
    const rows = { ownerId: ada.id, typeId };
    await givenVideoRows(service, { ...rows, count: 2, title: 'Seldom' });
    await givenVideoRows(service, { ...rows, count: 10_003, title: 'Often' });

    expect(await titles(owner, '?q=seldom')).toEqual(['Seldom 2', 'Seldom 1']);
    expect((await titles(owner, '?q=often')).slice(0, 2)).toEqual(['Often 10003', 'Often 10002']);
    expect(await titles(owner, '?q=often&page=201')).toEqual(['Often 3', 'Often 2', 'Often 1']);
  });

  test('lists the own videos with who sees them and what became of the encoding, and those of all to staff', async () => {
    const published = await given('<i>published');
    await given('draft', { isDraft: true });
    await given('hidden', { isRestricted: true });
    const group = await service.db.prisma.accessGroup.create({ data: { codeName: newName() } });
    await given('closed', {
      passwordHash: 'hash',
      restrictAccessToGroups: { connect: { id: group.id } },
    } as Prisma.VideoUncheckedUpdateInput);
    await given('shared', {
      ownerId: eve.id,
      additionalOwners: { connect: { id: ada.id } },
    } as Prisma.VideoUncheckedUpdateInput);
    await given('foreign', { ownerId: eve.id });
    const { id } = await service.db.prisma.encoding.create({ data: { videoId: published.id } });
    await service.db.prisma.video.update({ where: { id: published.id }, data: { latestEncodingId: id } });

    const { page } = await owner.get('/video/');
    const rows = rowsOf(page);

    expect(page.names('heading')).toContain('My videos');
    expect(page.get('navigation', 'Main').all('link')[0]).toMatchObject({ name: 'My videos' });
    expect(rows.map((row) => [titleIn(row), ...row.names('cell').slice(2, 5)])).toEqual([
      ['shared', 'public', 'not encoded', '1:00'],
      ['closed', 'for groups password', 'not encoded', '1:00'],
      ['hidden', 'restricted', 'not encoded', '1:00'],
      ['draft', 'draft', 'not encoded', '1:00'],
      ['<i>published', 'public', 'queued', '1:00'],
    ]);
    expect(rows[4]?.all('link').map((link) => link.attribute('href'))).toEqual([
      `/video/${published.slug}/`,
      `/video/${published.slug}/edit/`,
    ]);
    expect(await titles(staff)).toHaveLength(6);
    expect(rowsOf((await staff.get('/video/')).page)[0]?.text).toContain(eve.username);
    const french = await owner.get('/video/', { 'Accept-Language': 'fr' });
    expect(french.page.names('heading')).toContain('Mes vidéos');
  });

  test('shows the thumbnail of what is on air, signed where not everybody sees it', async () => {
    const [open, closed] = [await given('open'), await given('closed', { isDraft: true })];
    for (const { id } of [open, closed]) await givenOnAir(service, id);

    const { page } = await owner.get('/video/');

    const [ofClosed, ofOpen] = page.all('img').map((image) => image.attribute('src'));
    expect(ofOpen).toMatch(/^\/media\/videos\/.*\.jpg$/);
    expect(ofClosed).toMatch(/^\/media\/signed\/.*\.jpg$/);
  });

  test('shows fifty at a time', async () => {
    const { id: typeId } = await givenType(service.db);
    await givenVideoRows(service, { count: 51, ownerId: ada.id, typeId });

    const [first, second] = [
      await owner.get('/video/?state=none'),
      await owner.get('/video/?state=none&page=2'),
    ];

    expect([first, second].map(({ page }) => rowsOf(page).length)).toEqual([50, 1]);
    expect(first.page.get('link', 'Next').attribute('href')).toBe('/video/?state=none&page=2');
  });

  test.each([
    ['?q=ALG', ['Algebra']],
    ['?q=%25', []],
    ['?visibility=draft', ['Draft']],
    ['?visibility=restricted', ['Restricted']],
    ['?visibility=public', ['Failed', 'Algebra']],
    ['?state=failed', ['Failed']],
    ['?state=active', ['Draft']],
    ['?state=done', []],
    ['?state=none', ['Restricted', 'Algebra']],
    ['?state=none&visibility=public', ['Algebra']],
    ['?order=title', ['Algebra', 'Draft', 'Failed', 'Restricted']],
    ['?order=-title', ['Restricted', 'Failed', 'Draft', 'Algebra']],
    ['?order=-duration', ['Draft', 'Restricted', 'Failed', 'Algebra']],
    ['?order=nothing&state=nothing&visibility=nothing&type=x', ['Restricted', 'Failed', 'Draft', 'Algebra']],
  ])('%s finds %j', async (query, found) => {
    await given('Algebra');
    const draft = await given('Draft', { isDraft: true, durationSeconds: 3600 });
    const failed = await given('Failed');
    await given('Restricted', { isRestricted: true });
    const run = (videoId: number) => service.db.prisma.encoding.create({ data: { videoId } });
    for (const [{ id }, of] of [
      [draft, await run(draft.id)],
      [failed, await givenEncoding(service.db, failed.id)],
    ] as const)
      await service.db.prisma.video.update({ where: { id }, data: { latestEncodingId: of.id } });

    expect(await titles(owner, query)).toEqual(found);
  });

  test('finds those of a type, and for staff those of an owner', async () => {
    const { typeId } = await given('Algebra');
    await given('Geometry', { ownerId: eve.id });

    expect(await titles(owner, `?type=${typeId}`)).toEqual(['Algebra']);
    expect(await titles(staff, `?owner=${eve.username}`)).toEqual(['Geometry']);
    expect(await titles(staff, `?q=${eve.username}`)).toEqual(['Geometry']);
    expect(await titles(owner, `?owner=${eve.username}`)).toEqual(['Algebra']);
  });
});

describe('Several videos at once', () => {
  /** What the page says when they are ticked in the list and a button is pressed. */
  async function ask(visitor: Visitor, change: string, ids: readonly number[]) {
    await visitor.get('/video/');
    return send(visitor, { do: change }, ids);
  }

  async function send(visitor: Visitor, fields: Record<string, string>, ids: readonly number[]) {
    const form = formsOf((await visitor.get('/video/add/')).page).find(({ fields: all }) =>
      all.some(({ name }) => name === 'csrfmiddlewaretoken'),
    );
    const body = new URLSearchParams({
      ...fields,
      csrfmiddlewaretoken: form?.values.get('csrfmiddlewaretoken') ?? '',
    });
    for (const id of ids) body.append('video', String(id));
    const response = await visitor.open('/video/selected/', { method: 'POST', body });
    return { status: response.status, page: readPage(await response.text()) };
  }

  test('are asked about first, each to be left out, and nothing is changed by that', async () => {
    const [one, other] = [await given('One'), await given('Other')];

    const { status, page } = await ask(owner, 'delete', [one.id, other.id]);

    expect(status).toBe(200);
    expect(page.names('heading')).toContain('Delete these videos?');
    expect(formWith(page, 'asked').values.getAll('video')).toEqual([String(one.id), String(other.id)]);
    expect(await service.db.prisma.video.count()).toBe(2);
  });

  test.each([
    [
      { do: 'visibility', visibility: 'restricted' },
      { isDraft: false, isRestricted: true },
    ],
    [{ do: 'encode' }, { latestEncodingId: expect.any(Number) }],
  ])('are changed as %j says', async (fields, after) => {
    const all = [await given('One', { isDraft: true }), await given('Other')];

    const { status } = await send(
      owner,
      { asked: 'true', ...fields },
      all.map(({ id }) => id),
    );

    expect(status).toBe(200);
    for (const { id } of all) expect(await stored(id)).toMatchObject(after);
  });

  test('get a type and, by staff alone, an owner', async () => {
    const { id } = await given('One');
    const { id: typeId } = await givenType(service.db);
    const [type, to] = [`${service.url}/rest/types/${typeId}/`, `${service.url}/rest/users/${eve.id}/`];

    await send(owner, { asked: 'true', do: 'type', type }, [id]);
    expect((await send(owner, { asked: 'true', do: 'owner', owner: to }, [id])).status).toBe(400);
    expect(await stored(id)).toMatchObject({ typeId, ownerId: ada.id });
    await send(staff, { asked: 'true', do: 'owner', owner: to }, [id]);

    expect(await stored(id)).toMatchObject({ ownerId: eve.id });
  });

  test('Given one of somebody else and one that is gone, When they are deleted, Then each of these is named, and the others go', async () => {
    const mine = await given('Mine');
    const foreign = await given('Foreign', { ownerId: eve.id });
    const shared = await given('Shared', {
      ownerId: eve.id,
      additionalOwners: { connect: { id: ada.id } },
    } as Prisma.VideoUncheckedUpdateInput);

    const { page } = await send(owner, { asked: 'true', do: 'delete' }, [
      mine.id,
      foreign.id,
      shared.id,
      999_999,
    ]);

    expect(rowsOf(page).map((row) => row.names('cell').slice(0, 2))).toEqual([
      ['Mine', 'done'],
      [String(foreign.id), 'refused'],
      ['Shared', 'refused'],
      ['999999', 'refused'],
    ]);
    expect(page.text).toContain('Done for 1 of 4.');
    expect([await stored(mine.id), (await stored(foreign.id))?.id]).toEqual([null, foreign.id]);
  });

  test('Given no choice, none ticked or too many, When they are sent, Then a page says so, and nothing is changed', async () => {
    const { id } = await given('One');
    const many = Array.from({ length: 201 }, (_, place) => id + place);

    const answers = [
      await send(owner, { asked: 'true', do: 'visibility' }, [id]),
      await send(owner, { do: 'delete' }, []),
      await send(owner, { asked: 'true', do: 'delete' }, many),
      await send(owner, { do: 'nothing' }, [id]),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(await stored(id)).not.toBeNull();
  });

  test('need a form of ours, and somebody who has signed in', async () => {
    const { id } = await given('One');
    const fields = { asked: 'true', do: 'delete', video: String(id) };

    expect((await owner.post('/video/selected/', fields, { csrf: false })).status).toBe(403);
    await stranger.get('/video/add/');
    expect((await stranger.post('/video/selected/', fields)).page.text).toContain('refused');
    expect(await stored(id)).not.toBeNull();
  });
});
