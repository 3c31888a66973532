/** How videos that are not for everybody are opened on their pages: by account, group, password and share link. */
import { hashPassword } from '@campus/accounts';
import { formWith } from '@campus/testing/markup';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Prisma } from '../../../../generated/client.ts';
import { passwordHoldsMs } from '../../../../src/http/pages/watch/password-cookie.ts';
import { createShareLink } from '../../../../src/videos/share-links.ts';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import { givenEncoding, givenVideo, newName } from '../../../support/given-records.ts';
import { givenOnAir } from '../../../support/on-air.ts';
import { useService } from '../../../support/service.ts';
import { signedIn, type Visitor, visitorOf } from '../../../support/visitor.ts';

const service = useService();
const password = 'Euler 1736';
const title = 'Bridges of Königsberg';
let [ada, bob]: GivenUser[] = [];
let [asAda, asBob]: Visitor[] = [];
let passwordHash: string;

beforeAll(async () => {
  ada = await givenUser(service.db);
  bob = await givenUser(service.db);
  [asAda, asBob] = [await signedIn(service, ada), await signedIn(service, bob)];
  passwordHash = await hashPassword(password);
});

/** A video of Ada's that is on air, and the path of its page. */
async function givenClosed(columns: Prisma.VideoUncheckedUpdateInput = {}) {
  const { id, slug } = await givenVideo(service.db, { ownerId: ada?.id ?? 0, title });
  const encodingId = await givenOnAir(service, id);
  await service.db.prisma.video.update({ where: { id }, data: columns });
  return { id, slug, encodingId, path: `/video/${slug}/` };
}

/** One that is open to a group of these people. */
async function givenForGroup(members: readonly (GivenUser | undefined)[]) {
  const users = { connect: members.map((member) => ({ userId: member?.id ?? 0 })) };
  const group = await service.db.prisma.accessGroup.create({ data: { codeName: newName(), users } });
  const video = await givenClosed();
  await service.db.prisma.video.update({
    where: { id: video.id },
    data: { restrictAccessToGroups: { connect: { id: group.id } } },
  });
  return video;
}

const plays = ({ text }: { text: string }) => /<video|<audio/.test(text);

/** What an answer says, if it tells nothing of the video but what its address does. */
function toldBy({ status, text, page }: { status: number; text: string; page: { text: string } }) {
  for (const secret of [title, 'Königsberg', ada?.username ?? '', '/media/', 'og:', 'DC.'])
    expect(text).not.toContain(secret);
  return [status, page.text] as const;
}

describe('The page of a closed video', () => {
  test('Given a restricted one, Then a stranger is told to sign in, and is led back', async () => {
    const { path, id } = await givenClosed({ isRestricted: true });
    const stranger = visitorOf(service);

    const closed = await stranger.get(path);
    const bare = await stranger.get(`${path}?is_iframe=true`);

    expect(toldBy(closed)).toEqual([403, expect.stringContaining('cannot be watched without signing in')]);
    expect(toldBy(bare)).toEqual([403, expect.stringContaining('cannot be watched without signing in')]);
    expect(closed.page.get('link', 'Sign in to watch it').attribute('href')).toBe(
      `/accounts/login/?next=${encodeURIComponent(path)}`,
    );
    expect(bare.page.get('link', 'Open the page of this video').attribute('href')).toBe(path);
    expect([closed, bare].map(({ headers }) => headers.get('cache-control'))).toEqual([
      'no-store',
      'no-store',
    ]);
    expect((await stranger.get(`/video/${id}-former/`)).status).toBe(404);
    expect((await asBob?.get(path))?.status).toBe(200);
    const french = await stranger.get(path, { 'Accept-Language': 'fr' });
    expect(french.page.text).toContain('Elle ne peut être regardée qu’après connexion.');
  });

  test('Given one for a group, Then whoever is in none is told so, and a stranger to sign in', async () => {
    const { path } = await givenForGroup([bob]);
    const eve = await signedIn(service, await givenUser(service.db));

    expect(toldBy(await visitorOf(service).get(path))).toEqual([
      403,
      expect.stringContaining('without signing in'),
    ]);
    expect(toldBy(await eve.get(path))).toEqual([403, expect.stringContaining('your account is in none')]);
    expect((await asBob?.get(path))?.status).toBe(200);
  });

  test('Given a draft with all of that, Then it is as where no video is', async () => {
    const { path } = await givenClosed({ isDraft: true, isRestricted: true, passwordHash });

    for (const visitor of [visitorOf(service), asBob])
      for (const address of [path, `${path}?is_iframe=true`])
        expect((await visitor?.get(address))?.page.text).toContain('There is no video at this address');
    const nothing = await visitorOf(service).post('/video/999999-lecture/', { password });
    expect((await visitorOf(service).post(path, { password })).status).toBe(nothing.status);
  });
});

/** Says the password of a video at its page. */
async function say(visitor: Visitor, path: string, said: string) {
  await visitor.get(path);
  return visitor.post(path, { password: said });
}

describe('The password of a video', () => {
  test('opens its page for a while, by a cookie for that page alone', async () => {
    const { path, id, encodingId } = await givenClosed({ passwordHash });
    const stranger = visitorOf(service);

    const closed = await stranger.get(path);
    const said = await stranger.post(path, { password });

    expect(toldBy(closed)).toEqual([403, expect.stringContaining('know its password')]);
    expect(formWith(closed.page, 'password').element.attribute('action')).toBe(path);
    expect([said.status, said.location]).toEqual([303, path]);
    const cookie = said.headers.getSetCookie().find((one) => one.startsWith('videopassword='));
    expect(cookie?.split('; ').slice(1)).toEqual([
      `Max-Age=${passwordHoldsMs / 1000}`,
      `Path=${path}`,
      expect.stringMatching(/^Expires=/),
      'HttpOnly',
      'SameSite=Lax',
    ]);
    const open = await stranger.get(path);
    expect([open.status, plays(open)]).toEqual([200, true]);
    expect(open.page.get('video').attribute('data-hls')).toMatch(
      new RegExp(`^/media/signed/[^/]+/videos/${id}/encoding-${encodingId}/`),
    );
    expect((await stranger.get(`${path}addresses/`)).text).toContain('/media/signed/');
  });

  test('is refused when it is wrong, or comes from another site, and says so', async () => {
    const { path } = await givenClosed({ passwordHash });
    const stranger = visitorOf(service);

    const wrong = await say(stranger, path, 'guess');
    const foreign = await stranger.post(path, { password }, { csrf: false });

    expect(toldBy(wrong)).toEqual([403, expect.stringContaining('not the password of this video')]);
    expect(wrong.headers.getSetCookie().join()).not.toContain('videopassword');
    expect([foreign.status, foreign.headers.getSetCookie().join()]).toEqual([
      403,
      expect.not.stringContaining('videopassword'),
    ]);
    expect((await stranger.get(path)).status).toBe(403);
  });

  test('closes what it has opened when it changes, and opens no other video', async () => {
    const [first, second] = [await givenClosed({ passwordHash }), await givenClosed({ passwordHash })];
    const stranger = visitorOf(service);
    const { headers } = await say(stranger, first.path, password);
    const [cookie = ''] = headers.getSetCookie().filter((one) => one.startsWith('videopassword='));
    const Cookie = cookie.split(';')[0] ?? '';
    const statusAt = async (path: string) =>
      (await fetch(`${service.url}${path}`, { headers: { Cookie } })).status;

    expect(await statusAt(first.path)).toBe(200);
    expect(await statusAt(second.path)).toBe(403);
    await service.db.prisma.video.update({
      where: { id: first.id },
      data: { passwordHash: await hashPassword('another') },
    });
    expect(await statusAt(first.path)).toBe(403);
  });

  test('is asked of nobody who owns the video, nor after other conditions that are not met', async () => {
    const { path } = await givenClosed({ passwordHash, isRestricted: true });

    expect((await asAda?.get(path))?.status).toBe(200);
    const stranger = await visitorOf(service).get(path);
    expect(stranger.page.text).toContain('without signing in');
    const member = await asBob?.get(path);
    expect(member?.page.text).toContain('know its password');
    expect((await asBob?.post(path, { password }))?.status).toBe(303);
    expect((await asBob?.get(path))?.status).toBe(200);
  });

  test('Given too many guesses of one client, Then it is 429 at once, and another client is not slowed', async () => {
    const { path } = await givenClosed({ passwordHash });
    const [guesser, other] = [visitorOf(service), visitorOf(service)];
    await guesser.get(path);
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push((await guesser.post(path, { password: `guess ${guess}` })).status);

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
    const refused = await guesser.post(path, { password });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.page.text).toMatch(/Try again in \d+ s/);
    const { path: elsewhere } = await givenClosed({ passwordHash });
    expect((await say(other, elsewhere, password)).status).toBe(303);
  });
});

async function givenShared(columns: Prisma.VideoUncheckedUpdateInput = {}, expiresAt?: Date) {
  const video = await givenClosed({ isDraft: true, ...columns });
  const { id: linkId, key } = await createShareLink(
    { db: service.db, now: () => new Date() },
    { videoId: video.id, ...(expiresAt === undefined ? {} : { expiresAt }) },
  );
  const usesOf = async () =>
    (await service.db.prisma.shareLink.findUniqueOrThrow({ where: { id: linkId } })).uses;
  return { ...video, linkId, key, query: `?share=${key}`, usesOf };
}

test.each([
  ['a draft', { isDraft: true }, 'It is a draft, which no other site shows.'],
  ['a restricted one', { isRestricted: true }, 'in frames of other sites nobody is signed in'],
  [
    'one with a password',
    { passwordHash: 'x' },
    'It has a password, for which frames of other sites do not ask.',
  ],
])(
  'Given %s, Then its page says why no other site shows it, and leads to share links, whose reader has the code',
  async (_what, columns, why) => {
    const { path } = await givenClosed(columns);
    const { path: open, query } = await givenShared(columns);

    const [own, shared] = [await asAda?.get(path), await visitorOf(service).get(`${open}${query}`)];

    expect(own?.page.text).toContain(why);
    expect(own?.page.get('link', 'With a share link it plays there all the same').attribute('href')).toBe(
      `${path}edit/access/`,
    );
    expect(own?.text).not.toContain('&lt;iframe');
    expect(shared.page.text).not.toContain(why);
    expect(shared.page.text).toContain(`${open}${query}&amp;is_iframe=true"`);
  },
);

describe('A share link', () => {
  test('opens a draft, on its page and in frames of other sites, without any cookie, and is counted', async () => {
    const { path, query, usesOf, linkId } = await givenShared({ isRestricted: true, passwordHash });
    const stranger = visitorOf(service);

    const page = await stranger.get(`${path}${query}`);
    const bare = await stranger.get(`${path}${query}&is_iframe=true`);

    for (const opened of [page, bare]) {
      expect([opened.status, plays(opened)]).toEqual([200, true]);
      expect(opened.headers.getSetCookie()).toEqual([]);
      expect(opened.headers.get('cache-control')).toBe('no-store');
      expect(opened.headers.get('referrer-policy')).toBe('no-referrer');
      expect(opened.headers.get('x-robots-tag')).toBe('noindex');
      expect(opened.page.get('video').attribute('data-hls')).toMatch(/^\/media\/signed\//);
    }
    expect(bare.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(
      bare.page.get('link', 'Open the page of this video: Bridges of Königsberg').attribute('href'),
    ).toBe(`${path}${query}`);
    expect((await stranger.get(`${path}addresses/${query}`)).text).toContain('/media/signed/');
    await stranger.open(`${path}${query}`, { method: 'HEAD' });
    expect(await usesOf()).toBe(2);
    const { lastUsedAt } = await service.db.prisma.shareLink.findUniqueOrThrow({ where: { id: linkId } });
    expect(Date.now() - Number(lastUsedAt)).toBeLessThan(60_000);
    expect((await stranger.get(path)).status).toBe(404);
  });

  test.each([
    ['the slug of another time', (_slug: string, id: number) => `/video/${id}-former-title/`],
    ['no slash at its end', (slug: string) => `/video/${slug}`],
  ])('Given %s, Then it leads to the right page, which is counted once', async (_what, addressOf) => {
    const { slug, id, path, query, usesOf } = await givenShared();
    const stranger = visitorOf(service);

    const { status, location } = await stranger.get(`${addressOf(slug, id)}${query}`);

    expect([status, location]).toEqual([302, `${path}${query}`]);
    expect(plays(await stranger.get(location ?? ''))).toBe(true);
    expect(await usesOf()).toBe(1);
  });

  test('that is wrong, expired, revoked or of another video is as if there were none', async () => {
    const [shared, other] = [await givenShared(), await givenShared()];
    const expired = await givenShared({}, new Date(Date.now() - 1000));
    const stranger = visitorOf(service);
    const without = await stranger.get(shared.path);

    for (const [path, key] of [
      [shared.path, 'ab'.repeat(20)],
      [shared.path, shared.key.toUpperCase()],
      [shared.path, `${shared.key}&share=${shared.key}`],
      [shared.path, other.key],
      [shared.path, ''],
      [expired.path, expired.key],
    ]) {
      const { status, page } = await stranger.get(`${path}?share=${key}`);
      expect([key, status, page.text]).toEqual([key, without.status, without.page.text]);
    }
    await service.db.prisma.shareLink.delete({ where: { id: shared.linkId } });
    expect((await stranger.get(`${shared.path}${shared.query}`)).status).toBe(404);
    expect([await other.usesOf(), await expired.usesOf()]).toEqual([0, 0]);
  });

  test('is carried on by what follows the encoding, until it is revoked', async () => {
    const { id, path, query, linkId } = await givenShared({ encodingId: null });
    const { id: run } = await givenEncoding(service.db, id);
    await service.sql.query(
      `update encodings set state = 'queued', finished_at = null, error = null where id = $1`,
      [run],
    );
    await service.sql.query('update videos set latest_encoding_id = $1 where id = $2', [run, id]);
    const stranger = visitorOf(service);

    const { page } = await stranger.get(`${path}${query}`);
    const followed = page.all('region').find((region) => region.attribute('data-live') !== undefined);
    expect(followed?.attribute('data-live')).toBe(`${path}live/${query}`);
    const stream = await stranger.open(`${path}live/${query}`);
    const events = stream.text();
    await service.db.prisma.shareLink.delete({ where: { id: linkId } });

    // It ends by itself: there is nothing more for this reader.
    expect(await events).toContain('event: over');
    expect((await stranger.get(`${path}live/${query}`)).status).toBe(404);
  });
});
