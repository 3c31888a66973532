import { eventually } from '@campus/testing';
import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import { givenEncodedVideo } from '../../../support/encode-videos.ts';
import { givenFile } from '../../../support/kept-files.ts';
import { useService } from '../../../support/service.ts';
import { signInToVideos } from '../../../support/sign-in-page.ts';

const service = useService({ encodeConcurrency: 1 });
const browser = useBrowser(() => service.url);
let helper: GivenUser;
/** Almost seven minutes, with nothing to hear. */
let video: { id: number; slug: string };

const said = ['A graf', 'Two lands and a bridge', 'A theorem', 'The end'];
const words = `WEBVTT\n\n${said.map((text, minute) => `0${minute}:00.000 --> 0${minute}:50.000 line:0\n${text}\n`).join('\n')}`;

beforeAll(async () => {
  helper = await givenUser(service.db, { isStaff: true });
  video = await givenEncodedVideo(service, { clip: 'muted' });
});

/** The page where new subtitles of the video are corrected, in a language that has none yet. */
async function open(
  lang: string,
  { content = words, of = video, ...options }: PageOptions & { content?: string; of?: typeof video } = {},
): Promise<{ page: Page; fileId: number }> {
  const { id: srcId } = await givenFile(service, { content });
  const data = { videoId: of.id, kind: 'captions', lang, srcId } as const;
  const { id } = await service.db.prisma.track.create({ data });
  const page = await browser.newPage(options);
  await signInToVideos(page, helper);
  await page.goto(`/video/${of.slug}/edit/tracks/`);
  await page.locator(`a[href*="track=${id}"]`).click();
  await page.locator('form[data-lines]').waitFor();
  return { page, fileId: srcId };
}

async function savedIn(fileId: number): Promise<string> {
  const { body } = await service.staff.client.get(`/rest/files/${fileId}/`).expect(200);
  return (await fetch(body.file)).text();
}

const timeOf = (page: Page): Promise<number> =>
  page.locator('video').evaluate(({ currentTime }: { currentTime: number }) => currentTime);

test.each<
  [string, PageOptions, Record<'play' | 'text' | 'more' | 'here' | 'split' | 'save' | 'saved', string>]
>([
  [
    'en',
    {},
    {
      ...{ play: 'Play line 2', text: 'Text of line 2', more: 'Change line 2', here: 'End here (2)' },
      ...{ split: 'Split (2)', save: 'Save', saved: 'The lines are saved.' },
    },
  ],
  [
    'fr',
    { language: 'fr', colourScheme: 'dark', viewport: { width: 390, height: 800 } },
    {
      ...{ play: 'Lire la ligne 2', text: 'Texte de la ligne 2', more: 'Modifier la ligne 2' },
      ...{ here: 'Finir ici (2)', split: 'Couper en deux (2)' },
      ...{ save: 'Enregistrer', saved: 'Les lignes sont enregistrées.' },
    },
  ],
])(
  'A line is heard, cut where the cursor is, given a time of the player, and saved (%s)',
  async (lang, options, say) => {
    const { page, fileId } = await open(lang, options);
    await page.locator('.vjs-control-bar').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);

    await page.getByRole('link', { name: say.play, exact: true }).click();
    await page.locator('a[aria-current="true"]').filter({ hasText: '2' }).waitFor();
    await eventually(async () => expect(await timeOf(page)).toBeGreaterThan(60.2));
    await page.locator('video').evaluate((media: { pause(): void }) => media.pause());

    const text = page.getByLabel(say.text, { exact: true });
    await text.evaluate((field: { setSelectionRange(start: number, end: number): void }) =>
      field.setSelectionRange(9, 9),
    );
    await page.getByLabel(say.more, { exact: true }).click();
    await page.getByRole('button', { name: say.split, exact: true }).click();
    await eventually(async () => expect(await text.inputValue()).toBe('Two lands'));
    await eventually(async () => expect(await page.locator(':focus').inputValue()).toBe('and a bridge'));
    await page.getByLabel(say.more, { exact: true }).click();
    await page.getByRole('button', { name: say.here, exact: true }).click();
    const end = await page.locator('[name="end"]').nth(1).inputValue();
    expect(end).toMatch(/^1:0\d\.\d{3}$/);
    // The player has stayed where it was.
    expect(await timeOf(page)).toBeGreaterThan(60.2);
    await expectAccessible(page);
    await page.getByRole('button', { name: say.save, exact: true }).last().click();

    await page.getByText(say.saved).waitFor();
    await expectAccessible(page);
    // The player is where it was, with what is saved.
    await eventually(async () =>
      expect(await page.locator('.vjs-current-time').textContent()).toMatch(/1:0\d/),
    );
    const saved = await savedIn(fileId);
    expect(saved).toContain(`00:01:00.000 --> 00:0${end} line:0\nTwo lands\n`);
    expect(saved).toContain('--> 00:01:50.000\nand a bridge\n');
  },
);

test('Without JavaScript lines are added, joined and removed, and mistakes are told at their lines', async () => {
  const { page, fileId } = await open('de', { javaScript: false, expectedStatuses: [400] });
  const press = async (line: number, button: string) => {
    await page.getByLabel(`Change line ${line}`, { exact: true }).click();
    await page.getByRole('button', { name: `${button} (${line})`, exact: true }).click();
  };

  await press(1, 'Add one below');
  await press(3, 'Join with the next');
  await press(4, 'Delete');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.getByText('Line 2 has no text').first().waitFor();
  await expectAccessible(page);
  await page.getByLabel('Text of line 2', { exact: true }).fill('Words & <b>bold</b>');
  await page.getByLabel('Text of line 1', { exact: true }).fill('A graph');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();

  await page.getByText('The lines are saved.').waitFor();
  expect(await savedIn(fileId)).toBe(
    [
      'WEBVTT\n\n00:00.000 --> 00:50.000 line:0\nA graph\n\n',
      '00:00:50.000 --> 00:00:52.000\nWords &amp; <b>bold</b>\n\n',
      '00:01:00.000 --> 00:02:50.000 line:0\nTwo lands and a bridge\nA theorem\n\n',
    ].join(''),
  );
});

test.each<[string, PageOptions, Record<'text' | 'save' | 'saved' | 'told', string>]>([
  [
    'nl',
    { language: 'en' },
    { text: 'Text of line 1', save: 'Save', saved: 'The lines are saved.', told: 'These lines are too long' },
  ],
  [
    'pt',
    { language: 'fr', viewport: { width: 390, height: 800 } },
    {
      ...{ text: 'Texte de la ligne 1', save: 'Enregistrer', saved: 'Les lignes sont enregistrées.' },
      told: 'Ces lignes sont trop longues',
    },
  ],
])(
  'More than the form may hold is told before it is sent, and nothing is lost (%s)',
  async (lang, options, say) => {
    const { page, fileId } = await open(lang, options);
    const text = page.getByLabel(say.text, { exact: true });
    const save = page.getByRole('button', { name: say.save, exact: true }).first();
    await text.evaluate((field: { value: string }) => {
      field.value = 'é'.repeat(750_000);
    });

    await save.click();

    await page.getByRole('alert').filter({ hasText: say.told }).waitFor();
    await expectAccessible(page);
    expect((await text.inputValue()).length).toBe(750_000);
    await text.fill('A graph');
    await save.click();
    await page.getByText(say.saved).waitFor();
    expect(await savedIn(fileId)).toContain('A graph\n');
  },
);

test('Whoever leaves lines that are not saved is asked first', async () => {
  const { page } = await open('es');
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });

  await page.getByLabel('Text of line 1', { exact: true }).fill('A graph');
  await page.getByRole('link', { name: 'Watch it' }).click();

  await eventually(() => expect(asked).toEqual(['beforeunload']));
  expect(await page.getByLabel('Text of line 1', { exact: true }).inputValue()).toBe('A graph');
});

test('Given many lines, When one far below is saved, Then the list comes back there', async () => {
  const cues = Array.from(
    { length: 60 },
    (_none, second) => `00:${10 + (second % 50)}.000 --> 01:00.000\n${second}`,
  );
  const { page } = await open('it', { content: `WEBVTT\n\n${cues.join('\n\n')}\n` });
  const list = page.locator('.cues');
  const scrolled = () => list.evaluate((element: { scrollTop: number }) => element.scrollTop);
  await page.getByLabel('Text of line 50', { exact: true }).fill('Corrected');
  await list.evaluate((element: { scrollTop: number }) => {
    element.scrollTop = 2000;
  });

  await page.getByRole('button', { name: 'Save', exact: true }).first().click();

  await page.getByText('The lines are saved.').waitFor();
  await eventually(async () => expect(await scrolled()).toBe(2000));
});

test('Of sound alone lines are heard beside its player, on a phone too', async () => {
  const heard = await givenEncodedVideo(service, { clip: 'wav' });
  const content = 'WEBVTT\n\n00:01.000 --> 00:02.000\nA tone\n';
  const { page } = await open('en', { content, of: heard, viewport: { width: 390, height: 800 } });
  await page.locator('.vjs-control-bar').waitFor();
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);

  await page.getByRole('link', { name: 'Play line 1', exact: true }).click();

  await eventually(async () => {
    const now = await page.locator('audio').evaluate((media: { currentTime: number }) => media.currentTime);
    expect(now).toBeGreaterThan(1);
  });
});
