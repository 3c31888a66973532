import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { rowFolder } from '../../../../src/storage/layout.ts';
import { givenType, givenVideo, newName } from '../../../support/given-records.ts';
import { ffmpegBytes, givenImage } from '../../../support/kept-images.ts';
import { givenOnAir } from '../../../support/on-air.ts';
import { useService } from '../../../support/service.ts';

const service = useService({ titleEtb: 'Example University' });
const hidden = useService({ publicPages: false, oaiAdminEmail: 'videos@example.org' });
const strangers = (language = 'en') =>
  service.as({ Accept: 'text/html', 'Accept-Language': language, Host: 'videos.example.org' });

/** A public video with something to play, with a title that nothing else has. */
async function givenPublic(
  columns: Partial<Parameters<typeof givenVideo>[1]> = {},
): Promise<{ id: number; slug: string; title: string; typeId: number; encodingId: number }> {
  const { title = newName('video') } = columns;
  const video = await givenVideo(service.db, { ownerId: service.ada.id, ...columns, title });
  const encodingId = await givenOnAir(service, video.id);
  return { ...video, title, encodingId };
}

/** A picture of one colour, as ffmpeg writes it in this format. */
function picture(size: string, format: 'mjpeg' | 'apng'): Promise<Buffer> {
  return ffmpegBytes(['-f', 'lavfi', '-i', `color=red:size=${size}`, '-frames:v', '1', '-f', format]);
}

/** What other sites are told of a video, by these parameters besides. */
async function embeddingOf({ slug }: { slug: string }, parameters = ''): Promise<Record<string, unknown>> {
  const address = `/oembed/?url=http://videos.example.org/video/${slug}/${parameters}`;
  return (await strangers().get(address).expect(200)).body;
}

const [url, width, height] = ['thumbnail_url', 'thumbnail_width', 'thumbnail_height'] as const;

async function textAt(path: string): Promise<string> {
  const { status, text } = await strangers().get(path);
  expect(status).toBe(200);
  return text;
}

describe('The page of what is public', () => {
  test('shows strangers the newest videos, each with its picture, and sets no cookie', async () => {
    const { id, slug, title } = await givenPublic();

    const answer = await strangers().get('/');

    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.text).toContain(`href="/video/${slug}/"`);
    expect(answer.text).toContain(title);
    expect(answer.text).toMatch(new RegExp(`src="/media/videos/${id}/encoding-\\d+/poster.jpg"`));
  });

  test.each([
    ['a draft', { isDraft: true }],
    ['one for those who sign in', { isRestricted: true }],
    ['one with a password', { passwordHash: 'scrypt' }],
  ])('does not show %s, also not to its owner', async (_what, columns) => {
    const { title, slug, id } = await givenPublic(columns);

    expect(await textAt('/')).not.toContain(title);
    expect(await textAt(`/?q=${title}`)).not.toContain(`/video/${slug}/`);
    expect(await textAt('/feed.rss')).not.toContain(title);
    expect(await textAt(`/sitemap-${Math.ceil(id / 4_000)}.xml`)).not.toContain(slug);
    const embedding = `/oembed/?url=http://videos.example.org/video/${slug}/`;
    expect((await strangers().get(embedding)).status).toBe(404);
  });

  test('does not show what cannot be played yet', async () => {
    const title = newName('video');
    await givenVideo(service.db, { ownerId: service.ada.id, title });

    expect(await textAt('/')).not.toContain(title);
  });

  test('finds videos by words of their titles, whatever stands in them', async () => {
    const { title } = await givenPublic({ title: `${newName('100%')} <b>_wild\\` });
    await givenPublic();

    const text = await textAt(`/?q=${encodeURIComponent(title.slice(4))}`);

    expect(text.match(/class="title"/g) ?? []).toHaveLength(1);
    expect(text).not.toContain('<b>_wild');
  });

  test('leads programs to the API as before', async () => {
    const { status, headers } = await service.as({ Accept: 'application/json' }).get('/');

    expect(status).toBe(302);
    expect(headers.location).toBe('/rest/');
  });

  test('is what those get who take anything, as programs do that show a preview of a link', async () => {
    const { status, text } = await service.as({ Accept: '*/*' }).get('/');

    expect(status).toBe(200);
    expect(text).toContain('<meta property="og:type" content="website">');
  });

  test('speaks French', async () => {
    const { text } = await strangers('fr').get('/');

    expect(text).toContain('Dernières vidéos');
  });
});

describe('A place', () => {
  test('shows its videos at an address with its name, and an older name leads there', async () => {
    const type = await givenType(service.db);
    await service.db.prisma.videoType.update({ where: { id: type.id }, data: { titleEn: 'Été & co' } });
    const { slug } = await givenPublic({ typeId: type.id });
    const other = await givenPublic();

    const text = await textAt(`/types/${type.id}-ete-co/`);
    const older = await strangers().get(`/types/${type.id}-summer/?page=1`);

    expect(text).toContain(`/video/${slug}/`);
    expect(text).not.toContain(`/video/${other.slug}/`);
    expect(older.status).toBe(301);
    expect(older.headers.location).toBe(`/types/${type.id}-ete-co/?page=1`);
  });

  test('shows a playlist in its own order, and only those that are public', async () => {
    const [first, second] = [await givenPublic(), await givenPublic()];
    const playlist = (visibility: string) =>
      service.db.prisma.playlist.create({
        data: {
          name: 'Both',
          slug: newName('both'),
          visibility,
          ownerId: service.ada.id,
          content: {
            create: [
              { videoId: first.id, place: 1 },
              { videoId: second.id, place: 0 },
            ],
          },
        },
      });

    const text = await textAt(`/playlists/${(await playlist('public')).id}-both/`);
    const closed = await strangers().get(`/playlists/${(await playlist('protected')).id}-both/`);

    expect(text.indexOf(second.slug)).toBeLessThan(text.indexOf(first.slug));
    expect(closed.status).toBe(404);
  });

  test('does not show a channel that is not visible', async () => {
    const { id } = await service.db.prisma.channel.create({ data: { title: newName('hidden') } });

    expect((await strangers().get(`/channels/${id}-hidden/`)).status).toBe(404);
  });

  test.each([
    '/types/0/',
    '/types/abc/',
    '/types/99999999999/',
    '/channels/1%00/',
    '/playlists/-1/',
    '/themes/0/',
  ])('answers with a page that says 404 at %s', async (path) => {
    const { status, type } = await strangers().get(path);

    expect([status, type]).toEqual([404, 'text/html']);
  });
});

/** A channel with a theme, that theme with another, and a video in the lower one alone. */
async function givenThemes({ visible = true } = {}) {
  const { prisma } = service.db;
  const channel = await prisma.channel.create({ data: { title: newName('channel'), visible } });
  const above = await prisma.theme.create({ data: { title: 'Été', channelId: channel.id } });
  const video = await givenPublic();
  const below = await prisma.theme.create({
    data: {
      title: 'Optics',
      channelId: channel.id,
      parentId: above.id,
      videos: { connect: { id: video.id } },
    },
  });
  return {
    video,
    theme: { ...below, path: `/themes/${below.id}-optics/` },
    above: { ...above, path: `/themes/${above.id}-ete/` },
    channel: { ...channel, path: `/channels/${channel.id}-${channel.title}/` },
  };
}

describe('A theme of a channel', () => {
  test('is reached from its channel, step by step, and each step has the videos below it', async () => {
    const { channel, above, theme, video } = await givenThemes();
    const other = await givenPublic();

    const pages = await Promise.all([channel, above, theme].map(({ path }) => textAt(path)));

    expect(pages[0]).toContain(`<a href="${above.path}">Été</a>`);
    expect(pages[0]).not.toContain(theme.path);
    expect(pages[1]).toContain(`<a href="${theme.path}">Optics</a>`);
    for (const page of pages) expect(page.split(`/video/${video.slug}/`)).toHaveLength(2);
    for (const page of pages) expect(page).not.toContain(other.slug);
  });

  test('says what it is in, from the channel on', async () => {
    const { channel, above, theme } = await givenThemes();

    const trail = /<nav[^>]*>.*?<h1>/s.exec(await textAt(theme.path))?.[0] ?? '';

    expect(trail).toContain(channel.path);
    expect(trail.indexOf(channel.path)).toBeLessThan(trail.indexOf(above.path));
  });

  test('has a feed, and is in the sitemap with its channel', async () => {
    const { channel, above, theme, video } = await givenThemes();

    const feed = new XMLParser().parse(await textAt(`${theme.path}feed.rss`));
    const index = await textAt('/sitemap.xml');
    const part = await textAt('/sitemap-places.xml');

    expect(feed.rss.channel.item.link).toBe(`http://videos.example.org/video/${video.slug}/`);
    expect(index).toContain('<loc>http://videos.example.org/sitemap-places.xml</loc>');
    for (const { path } of [channel, above, theme])
      expect(part).toContain(`<loc>http://videos.example.org${path}</loc>`);
  });

  test('is not shown where its channel is not visible', async () => {
    const { theme } = await givenThemes({ visible: false });

    expect((await strangers().get(theme.path)).status).toBe(404);
    expect((await strangers().get(`${theme.path}feed.rss`)).status).toBe(404);
    expect(await textAt('/sitemap-places.xml')).not.toContain(theme.path);
  });

  test('is found by its older name, and searched in', async () => {
    const { theme, video } = await givenThemes();

    expect((await strangers().get(`/themes/${theme.id}-lenses/`)).headers.location).toBe(theme.path);
    expect(await textAt(`${theme.path}?q=${video.title}`)).toContain(`/video/${video.slug}/`);
    expect(await textAt(`${theme.path}?q=nothing`)).not.toContain(video.slug);
  });
});

test('What holds no public video is in no list, and has a page of its own all the same', async () => {
  const { channel, above, theme, video } = await givenThemes();
  await service.db.prisma.video.update({ where: { id: video.id }, data: { isDraft: true } });

  const pages = [await textAt('/'), await textAt(channel.path)].join();
  const sitemap = await textAt('/sitemap-places.xml');

  for (const path of [channel.path, above.path, theme.path, `/types/${video.typeId}-[\\w-]*/`]) {
    expect(pages).not.toMatch(new RegExp(`<a href="${path}">`));
    expect(sitemap).not.toMatch(new RegExp(path));
  }
  expect(await textAt(theme.path)).toContain('There is no public video here yet.');
});

describe('What programs read', () => {
  test('is a feed whose items name the page and the picture, also where a title has control characters', async () => {
    const { slug, title } = await givenPublic({ title: `${newName('a')} \u0007 & <b>` });

    const feedText = await textAt('/feed.rss');
    expect(XMLValidator.validate(feedText)).toBe(true);
    const feed = new XMLParser({ ignoreAttributes: false }).parse(feedText);

    const items: { title: string; link: string }[] = feed.rss.channel.item;
    const item = items.find(({ link }) => link === `http://videos.example.org/video/${slug}/`);
    expect(item).toMatchObject({
      title: title.replace('\u0007', ''),
      'media:thumbnail': { '@_url': expect.stringContaining('http://videos.example.org/media/videos/') },
    });
  });

  test('is a sitemap that robots.txt leads to', async () => {
    const { id, slug } = await givenPublic();

    const robots = await textAt('/robots.txt');
    const index = await textAt('/sitemap.xml');
    const part = await textAt(`/sitemap-${Math.ceil(id / 4_000)}.xml`);

    expect(robots).toContain('Sitemap: http://videos.example.org/sitemap.xml\n');
    expect(index).toContain('<loc>http://videos.example.org/sitemap-1.xml</loc>');
    expect(part).toContain(`<loc>http://videos.example.org/video/${slug}/</loc>`);
  });

  test('is how other sites embed a video, no larger than they want, which its page tells', async () => {
    const { slug, title } = await givenPublic();
    const page = await textAt(`/video/${slug}/`);
    const address = /application\/json\+oembed" href="http:\/\/videos.example.org([^"]*)"/.exec(page)?.[1];

    const { headers, body } = await strangers().get(`${address}&maxwidth=320`);

    expect(headers['access-control-allow-origin']).toBe('*');
    expect(body).toMatchObject({ version: '1.0', type: 'video', title, width: 320, height: 180 });
    expect(body.html).toContain(`src="http://videos.example.org/video/${slug}/?is_iframe=true"`);
    expect(page).toContain(`<meta property="og:title" content="${title}">`);
  });

  test('is the same as XML, and no other format', async () => {
    const { slug, title } = await givenPublic();
    const address = `/oembed/?url=http://videos.example.org/video/${slug}/&format=`;

    const xml = new XMLParser().parse(await textAt(`${address}xml`));

    expect(xml.oembed).toMatchObject({ type: 'video', title });
    expect((await strangers().get(`${address}yaml`)).status).toBe(501);
  });

  test('is the picture that the encoder has taken, with its size, unless it is larger than wanted', async () => {
    const video = await givenPublic();
    const folder = path.join(
      rowFolder(service.mediaRoot, { table: 'videos', id: video.id }),
      `encoding-${video.encodingId}`,
    );
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'poster.jpg'), await picture('406x720', 'mjpeg'));

    expect(await embeddingOf(video)).toMatchObject({
      [url]: `http://videos.example.org/media/videos/${video.id}/encoding-${video.encodingId}/poster.jpg`,
      [width]: 406,
      [height]: 720,
    });
    expect(await embeddingOf(video, '&maxwidth=406')).toHaveProperty(width, 406);
    expect(Object.keys(await embeddingOf(video, '&maxheight=719')).join()).not.toContain('thumbnail');
  });

  test('is the image that somebody has chosen, in the largest size that is wanted', async () => {
    const image = await givenImage(service, { content: await picture('1600x900', 'apng') });
    const video = await givenPublic();
    await service.db.prisma.video.update({ where: { id: video.id }, data: { thumbnailId: image.id } });
    const sizes: (readonly [string, number | undefined, number | undefined])[] = [
      ['', 1280, 720],
      ['&maxwidth=1279', 400, 225],
      ['&maxwidth=600&maxheight=100', 128, 72],
      ['&maxwidth=100', undefined, undefined],
    ];

    for (const [parameters, ...size] of sizes) {
      const told = await embeddingOf(video, parameters);
      expect([told[width], told[height]]).toEqual(size);
      if (told[url] === undefined) continue;
      const { pathname } = new URL(String(told[url]));
      await strangers().get(pathname).expect(200).expect('Content-Type', 'image/webp');
    }
  });

  test('has no picture of a video without one, or whose file is away', async () => {
    const video = await givenPublic();

    expect(Object.keys(await embeddingOf(video)).join()).not.toContain('thumbnail');
  });

  test.each(['', 'no address', 'http://other.example.org/video/0001-a/', 'http://videos.example.org/rest/'])(
    'is nothing for the address "%s"',
    async (url) => {
      expect((await strangers().get(`/oembed/?url=${encodeURIComponent(url)}`)).status).toBe(404);
    },
  );
});

test.each([
  '/feed.rss',
  '/sitemap.xml',
  '/sitemap-1.xml',
  '/robots.txt',
  '/sitemap-places.xml',
  '/oembed/?url=x',
  '/oai?verb=Identify',
  '/types/1-a/',
])(
  'Given PUBLIC_PAGES=false, Then there is nothing at %s, and the root leads to the sign-in',
  async (path) => {
    const stranger = hidden.as({ Accept: 'text/html' });

    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.get('/')).headers.location).toBe('/accounts/login/');
  },
);

test('Given nobody whom harvesters may write to, Then there is nothing at /oai', async () => {
  expect((await strangers().get('/oai?verb=Identify')).status).toBe(404);
});
