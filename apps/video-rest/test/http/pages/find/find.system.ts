import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { beforeAll, expect, test } from '@jest/globals';
import { givenVideo } from '../../../support/given-records.ts';
import { givenOnAir, outputsOfVideo } from '../../../support/on-air.ts';
import { useService } from '../../../support/service.ts';

const service = useService();
const browser = useBrowser(() => service.url);

beforeAll(async () => {
  const { prisma } = service.db;
  const { id } = await givenVideo(service.db, { ownerId: service.ada.id, title: 'Mécanique quantique' });
  // Without a picture, which is not on disk.
  await givenOnAir(service, id, { ...outputsOfVideo, poster: null });
  const channel = await prisma.channel.create({ data: { title: 'Sciences', visible: true } });
  const above = await prisma.theme.create({ data: { title: 'Physique', channelId: channel.id } });
  const below = { channelId: channel.id, parentId: above.id, videos: { connect: { id } } };
  for (const title of ['Ondes et particules élémentaires', 'Thermodynamique statistique', 'Optique'])
    await prisma.theme.create({ data: { title, ...below } });
});

test.each<[string, PageOptions]>([
  ['in English', { language: 'en' }],
  [
    'in French, in the dark and at phone width',
    { language: 'fr', colourScheme: 'dark', viewport: { width: 390, height: 800 } },
  ],
  ['without JavaScript', { javaScript: false, viewport: { width: 390, height: 800 } }],
])(
  'A visitor goes from a channel to a theme below a theme, and searches there, %s',
  async (_how, options) => {
    const page = await browser.newPage(options);
    const look = async () => {
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    };
    await page.goto('/');
    await look();

    for (const name of ['Sciences', 'Physique', 'Optique']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await look();
    }
    expect(await page.locator('nav.trail a').allTextContents()).toEqual([
      expect.any(String),
      'Sciences',
      'Physique',
    ]);
    await page.getByRole('searchbox').fill('mecanique');
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('link', { name: 'Mécanique quantique' }).waitFor();
    await look();
  },
);

test('Nothing scrolls sideways on a phone, however long a name or a word is', async () => {
  const { prisma } = service.db;
  const long = (kind: string) => `${kind}${'x'.repeat(100 - kind.length)}`;
  const { id } = await givenVideo(service.db, { ownerId: service.ada.id, title: long('video') });
  await givenOnAir(service, id, { ...outputsOfVideo, poster: null });
  const videos = { connect: { id } };
  const titles = { titleEn: long('discipline'), titleFr: long('discipline') };
  await prisma.discipline.create({ data: { ...titles, videos } });
  const channel = await prisma.channel.create({
    data: { title: long('channel'), description: long('description'), visible: true, videos },
  });
  const theme = await prisma.theme.create({ data: { title: long('theme'), channelId: channel.id, videos } });
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } });

  const wide: string[] = [];
  for (const address of [
    ...['/', `/?q=${long('video')}`, `/?q=${'y'.repeat(200)}`],
    ...[`/channels/${channel.id}/`, `/themes/${theme.id}/`, `/channels/${channel.id}/?q=${'z'.repeat(200)}`],
    ...[`/my-list/?items=channels-${channel.id},videos-${id}&since=0`],
  ]) {
    await page.goto(address);
    if (!(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))) wide.push(address);
  }

  expect(wide).toEqual([]);
});
