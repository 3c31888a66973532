import { expect, test } from '@jest/globals';
import { givenUser } from '../../../support/accounts.ts';
import { givenBroadcaster } from '../../../support/given-records.ts';
import { useService } from '../../../support/service.ts';
import { signedIn, visitorOf } from '../../../support/visitor.ts';

const service = useService();
const stranger = () => visitorOf(service);
const streamUrl = (password = '') =>
  `https://${password}live.example.org/${crypto.randomUUID()}/index.m3u8?q=1`;

async function given(columns: { streamUrl?: string; status?: boolean; isRestricted?: boolean } = {}) {
  const { id } = await givenBroadcaster(service.db);
  const data = { streamUrl: streamUrl(), ...columns };
  return service.db.prisma.broadcaster.update({ where: { id }, data, include: { building: true } });
}

test('Given a broadcaster on air, When a stranger asks for its page, Then its stream plays there, without the password in its address', async () => {
  const { slug, name, building } = await given({ status: true, streamUrl: streamUrl('camera:secret@') });

  const { status, text, page, headers } = await stranger().get(`/live/${slug}/`);

  expect(status).toBe(200);
  expect(page.text).toContain(name);
  expect(page.text).toContain(building.name);
  expect(text).toMatch(/data-hls="https:\/\/live\.example\.org\/[\w-]+\/index\.m3u8\?q=1"/);
  expect(text).not.toContain('secret');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("connect-src 'self' https://live.example.org;");
  expect(policy).toContain("media-src 'self' blob: https://live.example.org;");
  expect(policy).toContain("script-src 'self';");
});

test('Given one that is not on air, Then its page says so and has no player, and no page but those may ask its server', async () => {
  const { slug } = await given();

  const { page, text } = await stranger().get(`/live/${slug}/`);
  const other = await stranger().get('/');

  expect(page.text).toContain('Not on air.');
  expect(text).not.toContain('data-player');
  expect(other.headers.get('content-security-policy')).toContain("connect-src 'self';");
});

test('Given a restricted one, Then staff has its page and finds it on the first page, and nobody else learns of it', async () => {
  const { slug } = await given({ status: true, isRestricted: true });
  const staff = await signedIn(service, await givenUser(service.db, { isStaff: true }));
  const ada = await signedIn(service, await givenUser(service.db));

  for (const visitor of [stranger(), ada]) {
    for (const path of [`/live/${slug}/`, `/live/${slug}/state/`])
      expect((await visitor.get(path)).status).toBe(404);
    expect((await visitor.get('/')).text).not.toContain(slug);
  }
  expect((await staff.get(`/live/${slug}/`)).status).toBe(200);
  expect((await staff.get('/')).text).toContain(`/live/${slug}/`);
});

test.each(['*', '*.example.org', 'live.example.org;b', 'a,b', '[::1]'])(
  'A stream whose server is called %s has no page, whose policy that name would change',
  async (host) => {
    const { slug } = await given({ status: true, streamUrl: `https://${host}/${crypto.randomUUID()}.m3u8` });

    expect((await stranger().get(`/live/${slug}/`)).status).toBe(404);
    expect((await stranger().get('/')).text).not.toContain(slug);
  },
);

test('The first page leads to what is on air and can be played, and to nothing else', async () => {
  const [on, off, raw] = [
    await given({ status: true }),
    await given(),
    await given({ status: true, streamUrl: `rtmp://live.example.org/${crypto.randomUUID()}.m3u8` }),
  ];

  const { text } = await stranger().get('/');

  expect(text).toContain(`/live/${on.slug}/`);
  expect(text).not.toContain(off.slug);
  expect(text).not.toContain(raw.slug);
  expect((await stranger().get(`/live/${raw.slug}/`)).status).toBe(404);
  expect((await stranger().get('/?q=x')).text).not.toContain(`/live/${on.slug}/`);
});

test.each([
  '/live/',
  '/live/nobody/',
  '/live/%00/',
  '/live/a%2Fb/',
  '/live/nobody/state/',
  '/live/a/state/more/',
])('Where no broadcaster is, there is no page (%s)', async (path) => {
  expect((await stranger().get(path)).status).toBe(404);
});
