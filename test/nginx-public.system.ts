import { serviceItself } from '@campus/accounts';
import { beforeAll, expect, test } from '@jest/globals';
import { createToken } from '../apps/video-rest/src/accounts/tokens.ts';
import { placeKinds } from '../apps/video-rest/src/data/within-place.ts';
import { smallPng } from '../apps/video-rest/test/support/kept-images.ts';
import { outputsOfVideo } from '../apps/video-rest/test/support/on-air.ts';
import { useStorage } from '../apps/video-rest/test/support/storage.ts';
import { type Site, useNginx } from './support/use-nginx.ts';

const files = useStorage();
const institution = useNginx({
  listen: 'plain',
  video: () => ({ databaseUrl: files.databaseUrl, mediaRoot: files.mediaRoot }),
});

let token = '';

/** Calls the API as somebody within the institution does. */
async function call(method: string, path: string, body: object | FormData): Promise<{ url: string }> {
  const isForm = body instanceof FormData;
  const sent = isForm ? new Response(body) : undefined;
  const answer = await institution.video.ask(path, {
    method,
    headers: {
      Authorization: `Token ${token}`,
      'Content-Type': sent?.headers.get('content-type') ?? 'application/json',
    },
    body: sent === undefined ? JSON.stringify(body) : Buffer.from(await sent.arrayBuffer()),
  });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text);
}
const post = (path: string, body: object | FormData) => call('POST', `/rest/${path}/`, body);

async function kept(
  path: string,
  name: string,
  content: Uint8Array<ArrayBuffer>,
  of: Record<string, string>,
) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ ...of, name })) form.append(field, value);
  form.append('file', new Blob([content]), name);
  return (await post(path, form)).url;
}

/** A public video with all that may stand on its page, in a place of each kind. */
async function givenPlatform(): Promise<void> {
  const owner = await files.db.prisma.user.create({ data: { username: 'ada', isStaff: true } });
  token = (await createToken(files.db, { by: serviceItself, username: 'ada' })).key;
  const user = `${institution.video.origin}/rest/users/${owner.id}/`;
  const { url: folder } = await post('folders', { name: 'Public', owner: user });
  const of = { folder, created_by: user };
  const image = await kept('images', 'cover.png', new Uint8Array(smallPng), of);
  const [document, subtitles] = [
    await kept('files', 'slides.pdf', Buffer.from('%PDF-1.7'), of),
    await kept('files', 'lecture.vtt', Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'), of),
  ];
  const type = await post('types', { title: 'Public lecture', icon: image });
  const discipline = await post('discipline', { title: 'Physics', icon: image });
  const channel = await post('channels', { title: 'Sciences', visible: true, themes: [], headband: image });
  const theme = await post('themes', { title: 'Optics', channel: channel.url, headband: image });
  for (const shown of [{ thumbnail: image }, {}]) {
    const video = await files.givenVideo({ ownerId: owner.id, allowDownloading: true, isDraft: true });
    const names = ['master.m3u8', '360p.mp4', '720p.mp4', 'audio.m4a', 'poster.jpg', 'overview.vtt'];
    const onAir = Object.fromEntries(names.map((name) => [name, 'content']));
    const id = await files.givenOnAir(video.id, { ...onAir, 'master.m3u8': '#EXTM3U\n360p.mp4\n' });
    const outputs = { ...outputsOfVideo, overview: 'overview.vtt' };
    await files.db.prisma.encoding.update({
      where: { id },
      data: { outputs: JSON.parse(JSON.stringify(outputs)) },
    });
    const { url } = await call('PATCH', `/rest/videos/${video.id}/`, {
      ...{ is_draft: false, type: type.url, discipline: [discipline.url], channel: [channel.url] },
      ...{ theme: [theme.url], ...shown },
    });
    await post('documents', { video: url, document });
    await post('tracks', { video: url, src: subtitles });
    await post('chapters', { video: url, title: 'Beginning', time_start: 0 });
    await post('enrichments', { video: url, title: 'A picture', type: 'image', image });
    await post('playlists', { name: `All ${video.id}`, owner: user, visibility: 'public', content: [url] });
  }
}

beforeAll(givenPlatform);

/** What a text names of its own site, as paths with their queries. */
function namedIn(text: string, { origin, at }: { origin: string; at: string }): string[] {
  const plain = text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('\\/', '/');
  const found = [
    ...plain.matchAll(/\s(?:href|src|poster|action|data-[\w-]+)="([^"]+)"/g),
    ...plain.matchAll(/url\(["']?([^"')]+)["']?\)/g),
    ...plain.matchAll(/\b(?:from|import)\s*["'](\.[^"']+)["']/g),
    ...plain.matchAll(/(https?:\/\/[^\s"'<>\\)]+)/g),
    ...[...plain.matchAll(/srcset="([^"]+)"/g)].flatMap(([, set = '']) =>
      set.split(',').map((one) => ['', one.trim().split(/\s/)[0]]),
    ),
  ];
  return found.flatMap(([, address = '']) => {
    const isAddress = /^(?:https?:|[./?])/.test(address) && URL.canParse(address, origin + at);
    const url = isAddress ? new URL(address, origin + at) : undefined;
    return url?.origin === origin ? [url.pathname + url.search] : [];
  });
}

/** Walks from some addresses to all that they name, as a stranger; gives the status of each, and who named it. */
async function walk(site: Site, begin: readonly string[]) {
  const namedBy = new Map(begin.map((path) => [path, 'the beginning']));
  const statuses = new Map<string, number>();
  for (const [path] of namedBy) {
    const { status, headers, text } = await site.ask(path, {
      from: 'outside',
      headers: { Accept: path.startsWith('/media/') ? '*/*' : 'text/html,*/*;q=0.8' },
    });
    statuses.set(path, status);
    const isRead = /html|xml|rss|json|css|javascript|plain/.test(headers['content-type'] ?? '');
    const named =
      isRead && !path.startsWith('/media/') ? namedIn(text, { origin: site.origin, at: path }) : [];
    const next =
      headers.location === undefined
        ? []
        : namedIn(` href="${headers.location}"`, { origin: site.origin, at: path });
    for (const one of [...named, ...next]) if (!namedBy.has(one)) namedBy.set(one, path);
  }
  const refused = [...statuses]
    .filter(([, status]) => status >= 400)
    .map(([path, status]) => `${status} ${path}, named by ${namedBy.get(path)}`);
  return { paths: [...statuses.keys()], refused };
}

test('Every address that the public pages, feeds, sitemaps and records of the platform name is open to strangers', async () => {
  const records = ['/oai?verb=Identify', '/oai?verb=ListRecords&metadataPrefix=oai_dc'];
  const { paths, refused } = await walk(institution.video, [
    ...['/', '/robots.txt', '/feed.rss', '/sitemap.xml'],
    ...records,
  ]);

  expect(refused).toEqual([]);
  for (const kind of placeKinds)
    for (const ending of ['/$', '/feed\\.rss$'])
      expect(paths).toContainEqual(expect.stringMatching(`^/${kind}/[^/]+${ending}`));
  expect(paths).toEqual(
    expect.arrayContaining(['/sitemap-places.xml', '/sitemap-1.xml', '/help/', '/accounts/login/']),
  );
  for (const named of [
    /^\/oembed\//,
    /^\/video\/[^/]+\/$/,
    /^\/media\/images\//,
    /^\/media\/.*\.mp4$/,
    /\.css$/,
    /\.js$/,
  ])
    expect(paths).toContainEqual(expect.stringMatching(named));
});

test.each(['signing', 'video'] as const)(
  'The accessibility statement of %s is open to strangers, with all it is drawn with',
  async (service) => {
    const site = institution[service];
    for (const address of ['/accessibility/', '/accessibilite/']) {
      const { status, text } = await site.ask(address, { from: 'outside' });
      expect(status).toBe(200);
      const drawn = [...text.matchAll(/<(?:link|script|img)[^>]* (?:href|src)="([^"]+)"/g)];
      expect(drawn.length).toBeGreaterThan(1);
      for (const [, path = ''] of drawn)
        expect([path, (await site.ask(path, { from: 'outside' })).status]).toEqual([path, 200]);
    }
    // Nobody is configured whom to tell: it is the service that says so.
    const { status } = await site.ask('/.well-known/security.txt', { from: 'outside' });
    expect(status).toBe(404);
  },
);

test('Every address that the public pages of the signing service name is open to strangers', async () => {
  const { paths, refused } = await walk(institution.signing, ['/public/swagger-ui.html', '/public/problems']);

  expect(refused).toEqual([]);
  expect(paths.length).toBeGreaterThan(2);
});
