import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Prisma } from '../../../../generated/client.ts';
import { runColumns } from '../../../../src/videos/run-failure.ts';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import { givenType, givenVideo, givenVideoRows, newName } from '../../../support/given-records.ts';
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

const get = async (path: string) => (await as('stranger').get(path)).text;

describe('GET /video/<slug>/', () => {
  test.each([
    [{}, { stranger: 200, eve: 200, ada: 200, staff: 200, root: 200 }],
    [{ isDraft: true }, { stranger: 404, eve: 404, ada: 200, staff: 200, root: 200 }],
    [{ isRestricted: true }, { stranger: 404, eve: 404, ada: 200, staff: 200, root: 200 }],
  ])('Given a video with %j, Then it is there for %j', async (flags, statuses) => {
    const { path } = await givenWatched(flags);

    for (const [name, status] of Object.entries(statuses)) {
      const visitor = as(name as 'ada');
      expect([name, (await visitor.get(path)).status]).toEqual([name, status]);
      expect([name, (await visitor.get(`${path}?is_iframe=true`)).status]).toEqual([name, status]);
      expect([name, (await visitor.get(`${path}live/`)).status]).toEqual([name, status]);
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

    const { text } = await as('ada').get(path);

    expect(text).toContain('>draft</span>');
    expect(text).toMatch(/data-hls="\/media\/signed\/[^"]+\/master\.m3u8"/);
    expect(text).not.toMatch(/"\/media\/videos\//);
  });

  test('is for strangers without any cookie, and tells caches and referrers nothing', async () => {
    const { path } = await givenWatched();

    const { headers, text } = await visitorOf(service).get(path);

    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toContain('csrfmiddlewaretoken');
  });

  test('plays HLS by script and MP4 without, the largest first, under a poster', async () => {
    const { path, id, encodingId } = await givenWatched();
    const place = `/media/videos/${id}/encoding-${encodingId}`;

    const text = await get(path);

    expect(text).toContain(` poster="${place}/poster.jpg" data-hls="${place}/master.m3u8"`);
    expect(text).toContain(
      `<source src="${place}/720p.mp4" type="video/mp4"><source src="${place}/360p.mp4" type="video/mp4">`,
    );
    expect(text).toContain('640 × 360, 1280 × 720');
  });

  test('plays sound alone in a player for sound', async () => {
    const { id, slug } = await givenVideo(service.db, { ownerId: ada.id });
    const encodingId = await givenOnAir(service, id, outputsOfSound);

    const text = await get(`/video/${slug}/`);

    expect(text).toMatch(/<audio controls[^>]*><source src="[^"]*\/audio\.m4a" type="audio\/mp4"><\/audio>/);
    expect(text).not.toContain('<video');
    expect(text).toContain(`/encoding-${encodingId}/`);
  });

  test('offers downloads to everybody where the owner allows it, else to the owner and staff', async () => {
    const [open, closed] = [await givenWatched({ allowDownloading: true }), await givenWatched()];

    expect(await get(open.path)).toContain(`download="${open.slug}-720p.mp4"`);
    expect(await get(open.path)).toMatch(/href="\/media\/videos\/\d+\/source\/[^"]+">Source file/);
    expect(await get(closed.path)).not.toContain('download=');
    expect(await get(closed.path)).not.toContain('Source file');
    expect((await as('ada').get(closed.path)).text).toMatch(/href="\/media\/signed\/[^"]+">Source file/);
  });

  test('names the owner by name; the user name is for those who have signed in', async () => {
    const { path } = await givenWatched();
    const before = { stranger: await get(path), eve: (await as('eve').get(path)).text };
    await service.db.prisma.user.update({
      where: { id: ada.id },
      data: { firstName: 'Ada', lastName: 'Lovelace' },
    });

    expect(before.stranger).not.toContain(ada.username);
    expect(before.eve).toContain(ada.username);
    expect(await get(path)).toContain('<dd>Ada Lovelace</dd>');
  });

  test('shows the type and every sentence in the language of the reader', async () => {
    const { path, id } = await givenWatched({ dateEvt: new Date('2024-02-01') });
    const { typeId } = await service.db.prisma.video.findUniqueOrThrow({ where: { id } });
    await service.db.prisma.videoType.update({
      where: { id: typeId },
      data: { titleEn: `Lesson ${id}`, titleFr: `Cours ${id}` },
    });

    const [english, french] = [
      await get(path),
      (await as('stranger').get(path, { 'Accept-Language': 'fr' })).text,
    ];

    expect(english).toContain('<html lang="en">');
    expect(english).toContain(`<dd>Lesson ${id}</dd>`);
    expect(english).toContain('1 February 2024');
    expect(french).toContain('<html lang="fr">');
    expect(french).toContain(`<dd>Cours ${id}</dd>`);
    expect(french).toContain('1 février 2024');
    expect(french).toContain('<dt>Durée</dt><dd>00:00:01</dd>');
  });

  test.each([
    ['a text keeps its lines', 'One\r\nTwo\n\n\nThree <3', 'One<br>Two<br><br>Three &lt;3'],
    ['HTML becomes lines of text', '<p>One\n<b>bold</b></p><ul><li>Two</li></ul>', 'One bold<br><br>Two'],
    [
      'what was escaped stays text',
      '&lt;script&gt;alert(1)&lt;/script&gt;',
      '&lt;script&gt;alert(1)&lt;/script&gt;',
    ],
  ])('Given a description, Then %s', async (_what, description, shown) => {
    const { path } = await givenWatched({ description });

    expect(await get(path)).toContain(`<h2>Description</h2>\n<p>${shown}</p>`);
  });

  test('Given markup in title, description and names, Then no browser takes it for markup', async () => {
    const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;
    const owner = await givenUser(service.db);
    await service.db.prisma.user.update({ where: { id: owner.id }, data: { firstName: hostile } });
    const { path } = await givenWatched({ title: hostile, description: `${hostile}<p>`, ownerId: owner.id });

    for (const text of [await get(path), await get(`${path}?is_iframe=true`)]) {
      expect(text).not.toContain('<script>alert');
      expect(text).not.toContain('<img');
      expect(text).not.toContain(`"'>`);
    }
  });

  test('says in its head what the Dublin Core export says', async () => {
    const { path, id } = await givenWatched({ title: 'Algebra & more', description: 'First\nsecond' });
    const { text: record } = await service.root.client.get(`/rest/dublincore/?id=${id}`).buffer().expect(200);

    const text = await get(path);

    const exported = [...record.matchAll(/<dc:(\w+)[^>]*>([^<]+)<\/dc:/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    const shown = [...text.matchAll(/<meta name="DC\.(\w+)" content="([^"]+)">/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(exported.length).toBeGreaterThan(8);
    expect(shown).toEqual(exported);
    expect(text).toContain('<link rel="schema.DC" href="http://purl.org/dc/elements/1.1/">');
    expect(text).toContain('<meta property="og:title" content="Algebra &amp; more">');
  });
});

describe('GET /video/<slug>/addresses/', () => {
  const addressesOf = async (name: Parameters<typeof as>[0], path: string) => {
    const { status, text } = await as(name).get(`${path}addresses/`);
    return status === 200 ? JSON.parse(text).addresses : status;
  };

  test('signs anew what the page of a restricted video has, for its owner and staff alone', async () => {
    const { path, id, encodingId } = await givenWatched({ isRestricted: true });

    const addresses: string[] = await addressesOf('ada', path);

    const { text } = await as('ada').get(path);
    const shown = [...text.matchAll(/"(\/media\/signed\/[^"]+)"/g)].map(([, address = '']) => address);
    const unsigned = (address: string) => address.replace(/\/signed\/[^/]+/, '');
    expect(addresses.map(unsigned).sort()).toEqual([...new Set(shown.map(unsigned))].sort());
    expect(addresses.map(unsigned)).toContain(`/media/videos/${id}/encoding-${encodingId}/master.m3u8`);
    expect(await addressesOf('staff', path)).toHaveLength(addresses.length);
    expect(await addressesOf('eve', path)).toBe(404);
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
    expect((await stranger.get('/')).location).toBe('/accounts/login/');
    expect((await stranger.get('/', { Accept: 'application/json' })).location).toBe('/rest/');
    for (const [name, home] of [
      ['ada', '/video/'],
      ['staff', '/rest/'],
    ] as const) {
      expect((await as(name).get('/')).location).toBe(home);
      expect((await as(name).get('/accounts/login/')).location).toBe(home);
      expect((await as(name).get('/accounts/')).text).toContain(`<a class="name" href="${home}">`);
    }
  });

  test('lists the own videos with who sees them and what became of the encoding, and those of all to staff', async () => {
    const own = await givenUser(service.db);
    const reader = await signedIn(service, own);
    const word = newName('algebra');
    const given = (title: string, columns = {}) =>
      givenVideo(service.db, { ownerId: own.id, title: `${word} ${title}`, ...columns });
    const published = await given('<i>published');
    await given('draft', { isDraft: true });
    await given('hidden', { isRestricted: true });
    const foreign = await givenVideo(service.db, { ownerId: ada.id, title: `${word} foreign` });
    const { id } = await service.db.prisma.encoding.create({ data: { videoId: published.id } });
    await service.db.prisma.video.update({ where: { id: published.id }, data: { latestEncodingId: id } });

    const { text } = await reader.get('/video/');
    const rows = rowsOf(text);

    expect(text).toContain('<h1>My videos</h1>');
    expect(text).toMatch(/<nav[^>]*><ul><li><a href="\/video\/" aria-current="true">My videos<\/a>/);
    expect(rows.map(({ words }) => words.slice(1, 3))).toEqual([
      ['restricted', 'not encoded'],
      ['draft', 'not encoded'],
      ['published', 'queued'],
    ]);
    expect(rows[2]?.html).toContain(`${word} &lt;i&gt;published`);
    expect(rows[2]?.html).toContain(`href="/video/${published.slug}/"`);
    expect(rows[2]?.html).toContain(`href="/rest/videos/${published.id}/"`);
    expect((await reader.get('/video/?q=DRAFT')).text.match(/<td[^>]*><a href/g)).toHaveLength(1);
    expect((await reader.get('/video/?q=%25')).text).toContain('No video is found');

    const all = rowsOf((await as('staff').get(`/video/?q=${word}`)).text);
    expect(all.map(({ words }) => words[1])).toEqual([ada, own, own, own].map(({ username }) => username));
    expect(all[0]?.html).toContain(foreign.slug);
    expect((await as('staff').get(`/video/?q=${own.username}`)).text).toContain(word);
    const french = await reader.get('/video/', { 'Accept-Language': 'fr' });
    expect(french.text).toContain('<h1>Mes vidéos</h1>');
  });

  test('shows fifty at a time', async () => {
    const own = await givenUser(service.db);
    const reader = await signedIn(service, own);
    const { id: typeId } = await givenType(service.db);
    await givenVideoRows(service, { count: 51, ownerId: own.id, typeId });

    const [first, second] = [await reader.get('/video/'), await reader.get('/video/?page=2')];

    expect([first, second].map(({ text }) => rowsOf(text).length)).toEqual([50, 1]);
    expect(first.text).toContain('href="/video/?page=2"');
  });

  function rowsOf(page: string): { html: string; words: string[] }[] {
    const [, body = ''] = /<tbody[^>]*>(.*?)<\/tbody>/s.exec(page) ?? [];
    return [...body.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) => ({
      html: row,
      words: [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
        cell.replace(/<[^>]+>/g, '').trim(),
      ),
    }));
  }
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
    expect(bare.text).toContain('data-hls=');
    expect(bare.text).toContain(`<a href="${path}" target="_blank" rel="noopener">`);
    expect(bare.text).not.toMatch(/<form|<nav|<header|csrfmiddlewaretoken/);
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

    const text = await get(path);

    expect(text).toContain(`data-live="${path}live/" data-loads-anew`);
    expect(text).toContain('42 %');
    expect(text).toContain('<progress max="100" value="42"');
    expect(text).toContain('<noscript>');
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
    const again = (await as('ada').get(watched.path)).text;
    const running = await givenRun({ state: 'running' });
    const { text } = await as('ada').get(running.path);

    expect(again).toContain('Encode it again');
    expect(text).not.toContain('/encode/"');
    expect(text).toContain('This video in the API');
  });

  test('has its error shown to the owner and staff alone', async () => {
    const { path } = await givenRun({ state: 'failed', error: 'moov atom <not> found' });

    expect(await get(path)).not.toContain('moov atom');
    expect(await get(path)).toContain('cannot be played');
    expect((await as('ada').get(path)).text).toContain('moov atom &lt;not&gt; found');
    expect((await as('staff').get(path)).text).toContain('moov atom');
    const french = { 'Accept-Language': 'fr' };
    expect((await as('ada').get(path, french)).text).toContain('<span lang="en">moov atom &lt;not&gt;');
    const own = await givenRun({ state: 'failed', ...runColumns({ code: 'disk_full' }) });
    for (const page of [own.path, '/admin/encodings/'])
      expect((await as('staff').get(page, french)).text).toContain(
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
