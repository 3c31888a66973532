import { factsOf, formsOf, type Page } from '@campus/testing/markup';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Prisma } from '../../../../generated/client.ts';
import { runColumns } from '../../../../src/videos/run-failure.ts';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import { givenVideo } from '../../../support/given-records.ts';
import { givenOnAir, outputsOfSound } from '../../../support/on-air.ts';
import { useService } from '../../../support/service.ts';
import { signedIn, type Visitor, visitorOf } from '../../../support/visitor.ts';

const service = useService();
let ada: GivenUser;
const visitors: Record<string, Visitor> = {};

beforeAll(async () => {
  ada = await givenUser(service.db);
  const [eve, staff, root] = [
    await givenUser(service.db),
    await givenUser(service.db, { isStaff: true }),
    await givenUser(service.db, { isSuperuser: true }),
  ];
  visitors.stranger = visitorOf(service);
  for (const [name, user] of Object.entries({ ada, eve, staff, root }))
    visitors[name] = await signedIn(service, user);
});

function as(name: 'stranger' | 'ada' | 'eve' | 'staff' | 'root'): Visitor {
  const visitor = visitors[name];
  if (visitor === undefined) throw new Error(`nobody is called ${name}`);
  return visitor;
}

/** A video of Ada's that is on air, as rows alone, and the path of its page. */
async function givenWatched(columns: Prisma.VideoUncheckedUpdateInput = {}) {
  const { id, slug } = await givenVideo(service.db, { ownerId: ada.id });
  const encodingId = await givenOnAir(service, id);
  await service.db.prisma.video.update({ where: { id }, data: columns });
  return { id, slug, encodingId, path: `/video/${slug}/` };
}

const shown = async (path: string, name: Parameters<typeof as>[0] = 'stranger') =>
  (await as(name).get(path)).page;

describe('GET /video/<slug>/', () => {
  test.each([
    [{}, { stranger: 200, eve: 200, ada: 200, staff: 200, root: 200 }],
    [{ isDraft: true }, { stranger: 404, eve: 404, ada: 200, staff: 200, root: 200 }],
    [{ isRestricted: true }, { stranger: 403, eve: 200, ada: 200, staff: 200, root: 200 }],
  ])('Given a video with %j, Then it is there for %j', async (flags, statuses) => {
    const { path } = await givenWatched(flags);

    for (const [name, status] of Object.entries(statuses)) {
      const visitor = as(name as 'ada');
      expect([name, (await visitor.get(path)).status]).toEqual([name, status]);
      expect([name, (await visitor.get(`${path}?is_iframe=true`)).status]).toEqual([name, status]);
      const ofParts = status === 403 ? 404 : status;
      expect([name, (await visitor.get(`${path}live/`)).status]).toEqual([name, ofParts]);
    }
  });

  test('Given a draft, When a stranger asks for it, Then nothing tells it from an address without a video', async () => {
    const { path, id } = await givenWatched({ isDraft: true, title: 'Secret' });
    const [there, byId] = [await as('stranger').get(path), await as('stranger').get(`/video/${id}-x/`)];
    const nothing = await as('stranger').get('/video/999999-lecture/');

    expect([there.status, byId.status, nothing.status]).toEqual([404, 404, 404]);
    expect(there.text.replaceAll(encodeURIComponent(path), '')).toBe(
      nothing.text.replaceAll(encodeURIComponent('/video/999999-lecture/'), ''),
    );
    expect(byId.location).toBeNull();
  });

  test('Given a draft, When its owner sees it, Then it has a badge and addresses that are signed', async () => {
    const { path } = await givenWatched({ isDraft: true });

    const { text, page } = await as('ada').get(path);

    expect(page.names('span')).toContain('draft');
    expect(page.get('video').attribute('data-hls')).toMatch(/^\/media\/signed\/[^/].*\/master\.m3u8$/);
    expect(text).not.toMatch(/"\/media\/videos\//);
  });

  test('is for strangers without any cookie, and tells caches and referrers nothing', async () => {
    const { path } = await givenWatched();

    const { headers, page } = await visitorOf(service).get(path);

    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(formsOf(page)).toEqual([]);
  });

  test('plays HLS by script and MP4 without, the largest first, under a poster', async () => {
    const { path, id, encodingId } = await givenWatched();
    const place = `/media/videos/${id}/encoding-${encodingId}`;

    const page = await shown(path);

    const player = page.get('video');
    expect([player.attribute('poster'), player.attribute('data-hls')]).toEqual([
      `${place}/poster.jpg`,
      `${place}/master.m3u8`,
    ]);
    const sources = player.all('source').map((source) => [source.attribute('src'), source.attribute('type')]);
    expect(sources).toEqual([
      [`${place}/720p.mp4`, 'video/mp4'],
      [`${place}/360p.mp4`, 'video/mp4'],
    ]);
    expect(Object.values(factsOf(page))).toContain('640 × 360, 1280 × 720');
  });

  test('plays sound alone in a player for sound', async () => {
    const { id, slug } = await givenVideo(service.db, { ownerId: ada.id });
    const encodingId = await givenOnAir(service, id, outputsOfSound);

    const page = await shown(`/video/${slug}/`);

    const player = page.get('audio');
    const [source, ...others] = player.all('source');
    expect([player.attribute('controls'), source?.attribute('type'), others]).toEqual(['', 'audio/mp4', []]);
    expect(source?.attribute('src')).toMatch(new RegExp(`/encoding-${encodingId}/.*audio\\.m4a$`));
    expect(page.all('video')).toEqual([]);
  });

  test('offers downloads to everybody where the owner allows it, else to the owner and staff', async () => {
    const [open, closed] = [await givenWatched({ allowDownloading: true }), await givenWatched()];

    const downloadsOn = (page: Page) => page.all('link').flatMap((link) => link.attribute('download') ?? []);
    const sourceOn = (page: Page) => page.get('link', 'Source file').attribute('href');
    expect(downloadsOn(await shown(open.path))).toContain(`${open.slug}-720p.mp4`);
    expect(sourceOn(await shown(open.path))).toMatch(/^\/media\/videos\/\d+\/source\/[^/]/);
    expect(downloadsOn(await shown(closed.path))).toEqual([]);
    expect((await shown(closed.path)).names('link')).not.toContain('Source file');
    expect(sourceOn(await shown(closed.path, 'ada'))).toMatch(/^\/media\/signed\/[^/]/);
  });

  test('names the owner by name; the user name is for those who have signed in', async () => {
    const { path } = await givenWatched();
    const before = { stranger: (await as('stranger').get(path)).text, eve: await shown(path, 'eve') };
    await service.db.prisma.user.update({
      where: { id: ada.id },
      data: { firstName: 'Ada', lastName: 'Lovelace' },
    });

    expect(before.stranger).not.toContain(ada.username);
    expect(Object.values(factsOf(before.eve))).toContain(ada.username);
    expect(Object.values(factsOf(await shown(path)))).toContain('Ada Lovelace');
  });

  test('shows the type and every sentence in the language of the reader', async () => {
    const { path, id } = await givenWatched({ dateEvt: new Date('2024-02-01') });
    const { typeId } = await service.db.prisma.video.findUniqueOrThrow({ where: { id } });
    await service.db.prisma.videoType.update({
      where: { id: typeId },
      data: { titleEn: `Lesson ${id}`, titleFr: `Cours ${id}` },
    });

    const english = await shown(path);
    const { page: french } = await as('stranger').get(path, { 'Accept-Language': 'fr' });

    expect([english.language, french.language]).toEqual(['en', 'fr']);
    expect(Object.values(factsOf(english))).toEqual(
      expect.arrayContaining([`Lesson ${id}`, expect.stringContaining('1 February 2024')]),
    );
    expect(Object.values(factsOf(french))).toEqual(
      expect.arrayContaining([`Cours ${id}`, expect.stringContaining('1 février 2024')]),
    );
    expect(factsOf(french)).toMatchObject({ Durée: '1:00' });
  });

  test.each([
    ['a text keeps its lines', 'One\r\nTwo\n\n\nThree <3', 'One\nTwo\n\nThree <3'],
    ['HTML becomes lines of text', '<p>One\n<b>bold</b></p><ul><li>Two</li></ul>', 'One bold\n\nTwo'],
    ['what was escaped stays text', '&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
  ])('Given a description, Then %s', async (_what, description, read) => {
    const { path } = await givenWatched({ description });

    const regions = (await shown(path)).all('region').map(({ text }) => text);
    expect(regions).toContain(`Description\n${read}`);
  });

  test('Given markup in title, description and names, Then no browser takes it for markup', async () => {
    const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;
    const owner = await givenUser(service.db);
    await service.db.prisma.user.update({ where: { id: owner.id }, data: { firstName: hostile } });
    const { path } = await givenWatched({ title: hostile, description: `${hostile}<p>`, ownerId: owner.id });

    // What is asserted is the bytes: a parser would hide what it forgives.
    for (const address of [path, `${path}?is_iframe=true`]) {
      const { text } = await as('stranger').get(address);
      expect(text).not.toContain('<script>alert');
      expect(text).not.toContain('<img');
      expect(text).not.toContain(`"'>`);
    }
  });

  test('says in its head what the Dublin Core export says', async () => {
    const { path, id } = await givenWatched({ title: 'Algebra & more', description: 'First\nsecond' });
    const { text: record } = await service.root.client.get(`/rest/dublincore/?id=${id}`).buffer().expect(200);

    const page = await shown(path);

    const exported = [...record.matchAll(/<dc:(\w+)[^>]*>([^<]+)<\/dc:/g)].map(([, name, value = '']) => [
      `DC.${name}`,
      value.replaceAll('&amp;', '&'),
    ]);
    const metas = page.all('meta').map((meta) => [meta.attribute('name'), meta.attribute('content')]);
    expect(exported.length).toBeGreaterThan(8);
    expect(metas.filter(([name]) => name?.startsWith('DC.'))).toEqual(exported);
    const schema = page.all('resource').find((link) => link.attribute('rel') === 'schema.DC');
    expect(schema?.attribute('href')).toBe('http://purl.org/dc/elements/1.1/');
    const title = page.all('meta').find((meta) => meta.attribute('property') === 'og:title');
    expect(title?.attribute('content')).toBe('Algebra & more');
  });
});

describe('GET /video/<slug>/addresses/', () => {
  const addressesOf = async (name: Parameters<typeof as>[0], path: string) => {
    const { status, text } = await as(name).get(`${path}addresses/`);
    return status === 200 ? JSON.parse(text).addresses : status;
  };

  test('signs anew what the page of a restricted video has, for those who see it', async () => {
    const { path, id, encodingId } = await givenWatched({ isRestricted: true });

    const addresses: string[] = await addressesOf('ada', path);

    // In whichever attribute of whichever element they stand.
    const { text } = await as('ada').get(path);
    const signed = [...text.matchAll(/"(\/media\/signed\/[^"]+)"/g)].map(([, address = '']) => address);
    const unsigned = (address: string) => address.replace(/\/signed\/[^/]+/, '');
    expect(addresses.map(unsigned).sort()).toEqual([...new Set(signed.map(unsigned))].sort());
    expect(addresses.map(unsigned)).toContain(`/media/videos/${id}/encoding-${encodingId}/master.m3u8`);
    expect(await addressesOf('staff', path)).toHaveLength(addresses.length);
    // The source is not for everybody who sees the video.
    expect(await addressesOf('eve', path)).toHaveLength(addresses.length - 1);
    expect(await addressesOf('stranger', path)).toBe(404);
  });

  test('has no signature for strangers to a public video, also where they may download', async () => {
    const { path } = await givenWatched({ allowDownloading: true });

    expect(await addressesOf('stranger', path)).toEqual([]);
    expect(await addressesOf('eve', path)).toEqual([]);
  });
});

describe('The address of a video', () => {
  test.each([
    ['the slug of another time', (_slug: string, id: number) => `/video/${id}-former-title/`],
    ['the id alone', (_slug: string, id: number) => `/video/${id}/`],
    ['other case', (slug: string) => `/video/${slug.toUpperCase()}/`],
    ['no slash at its end', (slug: string) => `/video/${slug}`],
  ])('Given %s, Then it leads to the right one, with its query', async (_what, addressOf) => {
    const { path, slug, id } = await givenWatched();

    const { status, location } = await as('stranger').get(`${addressOf(slug, id)}?is_iframe=true`);

    expect([status, location]).toEqual([302, `${path}?is_iframe=true`]);
  });

  test.each([
    '/video/',
    '/video/%2e%2e/admin/',
    '/video/..%2fadmin%2fusers/',
    '/video/%00/',
    '/video/%ff/',
    '/video/0001-lecture/../../admin/',
    '/video//evil.example/',
    '/video/99999999999999999999/',
    `/video/${'1'.repeat(5000)}/`,
    '/video/0001-x/live/extra/',
    '/video/0001-x/encode/',
    "/video/1'or'1/",
  ])('Given a path that names no video (%s), Then a page says so', async (path) => {
    const headers = { Accept: 'text/html' };
    const response = await fetch(`${service.url}${path}`, { headers, redirect: 'manual' });

    // The address is tidied by `fetch` itself where it leaves `/video`.
    expect([302, 404]).toContain(response.status);
    if (response.status === 404) expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    else expect(new URL(String(response.headers.get('location')), service.url).origin).toBe(service.url);
  });

  test.each(['OPTIONS', 'PUT', 'DELETE'])(
    'is for pages: %s is answered as where no video is',
    async (method) => {
      const { path } = await givenWatched();

      for (const address of [path, `${path}live/`, `${path}addresses/`, `${path}encode/`, '/video/999999-x/'])
        expect([address, (await as('stranger').open(address, { method })).status]).toEqual([address, 404]);
    },
  );
});

test('Given a slug longer than slugs are made, as rows may hold it, Then it has its page', async () => {
  const { id } = await givenWatched();
  const slug = `${String(id).padStart(4, '0')}-${'rads2'.repeat(250)}`;
  await service.db.prisma.video.update({ where: { id }, data: { slug } });

  expect((await as('stranger').get(`/video/${slug}/`)).status).toBe(200);
});

describe('GET /video/', () => {
  test('is the first page of whoever is no staff, and asks strangers to sign in', async () => {
    const stranger = visitorOf(service);
    expect(await stranger.get('/video/')).toMatchObject({
      status: 302,
      location: '/accounts/login/?next=%2Fvideo%2F',
    });
    for (const [name, home] of [
      ['ada', '/video/'],
      ['staff', '/rest/'],
    ] as const) {
      expect((await as(name).get('/accounts/login/')).location).toBe(home);
      expect((await shown('/accounts/', name)).get('banner').all('link')[0]?.attribute('href')).toBe('/');
    }
  });
});

describe('The player for frames of other sites', () => {
  test('is the only page that they may show, with nothing else on it', async () => {
    const { path } = await givenWatched();

    const [page, bare] = [await as('ada').get(path), await as('ada').get(`${path}?is_iframe=true`)];

    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(bare.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(bare.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(bare.headers.get('x-frame-options')).toBeNull();
    expect(bare.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(bare.page.get('video').attribute('data-hls')).toMatch(/master\.m3u8$/);
    const out = bare.page.get('link');
    expect(['href', 'target', 'rel'].map((name) => out.attribute(name))).toEqual([
      path,
      '_blank',
      'noopener',
    ]);
    expect(bare.page.all(['form', 'navigation', 'banner', 'input'])).toEqual([]);
  });

  test.each(['/video/add/', '/video/nothing/', '/accounts/login/?is_iframe=true'])(
    '%s is not such a page',
    async (path) => {
      const { headers } = await as('ada').get(path);

      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    },
  );
});

describe('What becomes of the encoding', () => {
  async function givenRun(run: Omit<Prisma.EncodingUncheckedCreateInput, 'videoId'>) {
    const video = await givenVideo(service.db, { ownerId: ada.id });
    const isOver = run.state === 'failed';
    const { id } = await service.db.prisma.encoding.create({
      data: { videoId: video.id, ...run, ...(isOver ? { finishedAt: new Date() } : {}) },
    });
    await service.db.prisma.video.update({ where: { id: video.id }, data: { latestEncodingId: id } });
    return { ...video, encodingId: id, path: `/video/${video.slug}/` };
  }

  test('is followed by whoever sees a video that is not encoded yet', async () => {
    const { path } = await givenRun({ state: 'running', percent: 42 });

    const page = await shown(path);

    const followed = page.all('region').find((region) => region.attribute('data-live') !== undefined);
    expect(['data-live', 'data-loads-anew'].map((name) => followed?.attribute(name))).toEqual([
      `${path}live/`,
      '',
    ]);
    expect(followed?.text).toContain('42 %');
    expect(followed?.get('progressbar').attribute('value')).toBe('42');
    expect(page.get('noscript').get('link').attribute('href')).toBe(path);
  });

  test('ends with the whole page loaded anew, which has the files too', async () => {
    const { path, id, encodingId } = await givenRun({ state: 'running' });
    const stream = await as('stranger').open(`${path}live/`);
    await givenOnAir(service, id);
    await service.db.prisma.encoding.delete({ where: { id: encodingId } });

    const events = await stream.text();

    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(events).toContain(`This video is encoded. <a href="${path}">`);
    expect(events).toContain('event: over');
  });

  test('does not touch a player that plays: when the run is over, a link loads the page anew', async () => {
    const { path, id, encodingId } = await givenWatched();
    await givenOnAir(service, id);

    const events = await (await as('stranger').open(`${path}live/?playing=${encodingId}`)).text();

    expect(events).toContain('encoded anew');
    expect(events).not.toContain('data-hls');
  });

  test('is not asked for again while it lasts', async () => {
    const watched = await givenWatched();
    const again = await shown(watched.path, 'ada');
    const running = await givenRun({ state: 'running' });
    const page = await shown(running.path, 'ada');

    expect(again.names('button')).toContain('Encode it again');
    expect(formsOf(page).map(({ element }) => element.attribute('action'))).not.toContain(
      `${running.path}encode/`,
    );
    expect(page.names('link')).toContain('This video in the API');
    expect(page.get('link', 'Share links').attribute('href')).toBe(`/rest/share_links/?video=${running.id}`);
    expect((await shown(running.path)).names('link')).not.toContain('Share links');
  });

  test('has its error shown to the owner and staff alone', async () => {
    const { path } = await givenRun({ state: 'failed', error: 'moov atom <not> found' });

    const forStranger = await as('stranger').get(path);
    expect(forStranger.text).not.toContain('moov atom');
    expect(forStranger.page.text).toContain('cannot be played');
    expect((await shown(path, 'ada')).get('alert').text).toContain('moov atom <not> found');
    expect((await shown(path, 'staff')).get('alert').text).toContain('moov atom');
    const french = { 'Accept-Language': 'fr' };
    const english = (await as('ada').get(path, french)).page.get('span', /^moov atom <not>/);
    expect(english.attribute('lang')).toBe('en');
    const own = await givenRun({ state: 'failed', ...runColumns({ code: 'disk_full' }) });
    for (const page of [own.path, '/admin/encodings/'])
      expect((await as('staff').get(page, french)).page.text).toContain(
        'Le disque du dossier des médias est plein.',
      );
  });

  test('can be asked for by the owner, from the page alone', async () => {
    const { path, id } = await givenWatched();
    const runs = () => service.db.prisma.encoding.count({ where: { videoId: id, state: 'queued' } });
    for (const visitor of [as('ada'), as('eve')]) await visitor.get(path);

    const foreign = await as('ada').post(`${path}encode/`, {}, { csrf: false });
    const other = await as('eve').post(`${path}encode/`);
    expect([foreign.status, other.status, await runs()]).toEqual([403, 404, 0]);

    const { status, location } = await as('ada').post(`${path}encode/`);
    expect([status, location, await runs()]).toEqual([303, path, 1]);
  });
});
