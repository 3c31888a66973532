import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import {
  encodingsOf,
  givenUpload,
  holdUnderWay,
  launch,
  untilState,
} from '../../../support/encode-videos.ts';
import { givenVideo, givenWorker, newName } from '../../../support/given-records.ts';
import { outputsOfVideo } from '../../../support/on-air.ts';
import { pacedFfmpeg, sourceOfSeconds } from '../../../support/paced-ffmpeg.ts';
import { useService } from '../../../support/service.ts';

const service = useService({ encodeConcurrency: 1 }, { tools: { ffmpeg: await pacedFfmpeg() } });
const browser = useBrowser(() => service.url);
let source: string;

beforeAll(async () => {
  source = await sourceOfSeconds(4);
});

async function signIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.goto('/accounts/login/?next=/accounts/');
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill(password);
  await page.locator('main form button').first().click();
  await page.waitForURL('**/accounts/');
}

/** A page of a superuser who is signed in. */
async function superusersPage(options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  await signIn(page, await givenUser(service.db, { isSuperuser: true }));
  return page;
}

async function callUsers(key: string): Promise<number> {
  const headers = { Authorization: `Token ${key}` };
  return (await fetch(new URL('/rest/users/', service.url), { headers })).status;
}

async function thousandsOfUsers(): Promise<GivenUser> {
  const prefix = newName('crowd');
  await service.sql.query(
    "insert into users (username) select $1 || '-' || n from generate_series(1, 3000) n",
    [prefix],
  );
  return givenUser(service.db, { username: `${prefix}-needle` });
}

/** From the list to the end of a token, whose row says what this is expected to. */
async function revoke(page: Page, { label, row }: { label: string; row: string[] }): Promise<void> {
  await page.getByRole('searchbox', { name: 'User name or label' }).fill(label);
  await page.getByRole('button', { name: 'Search' }).click();
  const shown = page.getByRole('row').filter({ hasText: label });
  for (const text of row) expect(await shown.textContent()).toContain(text);
  expect(await shown.getByRole('cell').nth(4).textContent()).not.toBe('–');
  await expectAccessible(page);
  await shown.getByRole('link', { name: 'Revoke' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('status').filter({ hasText: 'The token is revoked.' }).waitFor();
}

/** A day of work of two workers, one of them lost, and a run that failed with words in its log. */
async function givenDayOfEncoding(): Promise<{ failedId: number }> {
  const { encoding, stint } = service.db.prisma;
  const title = 'Introduction to algebraic geometry, session 12: sheaves and their cohomology';
  const { id: videoId } = await givenVideo(service.db, { ownerId: service.ada.id, title });
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const workers = [
    await givenWorker(service.db, { encoder: 'libx264' }),
    await givenWorker(service.db, { encoder: 'h264_nvenc', undecodable: ['av1'], seenAt: hoursAgo(1) }),
  ];
  let failedId = 0;
  for (let hour = 1; hour < 23; hour += 1) {
    const [startedAt, finishedAt] = [hoursAgo(hour), hoursAgo(hour - 0.6)];
    const hasFailed = hour % 7 === 1;
    const run = await encoding.create({
      data: {
        ...{ videoId, requestedAt: hoursAgo(hour + 0.02 * hour), startedAt, finishedAt },
        ...(hasFailed
          ? { state: 'failed', error: 'Conversion failed!' }
          : { state: 'done', percent: 100, outputs: { ...outputsOfVideo } as object }),
        log: [
          '09:41:07 encoding video 12: begun',
          `09:41:08 [matroska,webm @ 0x5598c81c8a40] Element at 0x1f4 ending at 0x${'9'.repeat(90)} exceeds its container`,
          '09:42:11 encoding video 12: failed',
        ],
      },
    });
    if (hasFailed) failedId = run.id;
    const worker = workers[hour % 2];
    const outcome = hasFailed ? 'failed' : 'done';
    if (worker !== undefined)
      await stint.create({
        data: { workerId: worker.id, encodingId: run.id, startedAt, endedAt: finishedAt, outcome },
      });
  }
  return { failedId };
}

describe('The administration in a browser', () => {
  test('A token is made for a user found among thousands, copied, used, and revoked', async () => {
    const { username } = await thousandsOfUsers();
    const label = newName('label');
    const page = await superusersPage();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/admin/');
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Access tokens' }).click();
    await page.getByRole('link', { name: 'Create a token' }).click();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'User' }).fill(username);
    await page.getByRole('option', { name: username }).click();
    await page.getByLabel('Label').fill(label);
    await page.getByLabel('Last day').fill('2040-06-30');

    await page.getByRole('button', { name: 'Create a token' }).click();

    // It says so for two seconds.
    await Promise.all([
      page.getByRole('button', { name: 'Copied' }).waitFor(),
      page.getByRole('button', { name: 'Copy the key' }).click(),
    ]);
    const key = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(key).toMatch(/^[0-9a-f]{40}$/);
    expect(await page.locator('#command').textContent()).toContain(`Authorization: Token ${key}`);
    await expectAccessible(page);
    expect(await callUsers(key)).toBe(200);
    await page.getByRole('link', { name: 'All tokens' }).click();
    await revoke(page, { label, row: [key.slice(0, 8), username, '30 Jun 2040', 'valid'] });
    expect(await callUsers(key)).toBe(401);
  });

  test('Without JavaScript a token is made for a user found among thousands, and revoked', async () => {
    const { username } = await thousandsOfUsers();
    const label = newName('label');
    const page = await superusersPage({ javaScript: false });
    await page.goto('/admin/authtoken/add/');
    await page.getByLabel('Label').fill(label);
    await page.getByRole('searchbox').fill(username);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox', { name: 'User' }).selectOption(username);
    await page.getByRole('button', { name: 'Create a token' }).click();

    const key = String(await page.locator('#key').textContent());

    await expectAccessible(page);
    expect(await callUsers(key)).toBe(200);
    await page.getByRole('link', { name: 'All tokens' }).click();
    await revoke(page, { label, row: [key.slice(0, 8), username, 'valid'] });
    expect(await callUsers(key)).toBe(401);
  });

  test('A user is made with the keyboard alone and signs in', async () => {
    const username = newName('user');
    const page = await superusersPage({ expectedStatuses: [400] });
    await page.goto('/admin/users/');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create a user' }).press('Enter');
    await page.getByLabel('User name').fill('not a name');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a valid username.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('User name').fill(username);
    await page.getByLabel('Staff:').press('Space');
    await page.keyboard.press('Enter');

    const password = String(await page.locator('#password').textContent());

    await expectAccessible(page);
    await page.getByRole('link', { name: `To the page of ${username}` }).click();
    await expectAccessible(page);
    const theirs = await browser.newPage();
    await signIn(theirs, { username, password });
    await theirs.getByRole('link', { name: 'Encodings' }).click();
    await theirs.getByRole('heading', { name: 'Queue' }).waitFor();
    expect(await theirs.getByRole('link', { name: 'Users' }).count()).toBe(0);
  });

  test('An encoding is watched until it is done, and another one is cancelled and launched again', async () => {
    const [first, second] = [await givenUpload(service, { source }), await givenUpload(service, { source })];
    const page = await superusersPage();
    await page.goto('/admin/encodings/');
    await page.getByText('Nothing is queued or running.').waitFor();

    await launch(service, first.slug);
    const goOn = await holdUnderWay(service);

    const bar = page.getByRole('progressbar', { name: 'Progress of Lecture' });
    await page.getByText(/^\s*[1-9]\d? %/).waitFor();
    await expectAccessible(page);
    goOn();
    await page.getByText('Nothing is queued or running.').waitFor();
    expect(await bar.getAttribute('value')).toBe('100');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Log of the encoding of Lecture' }).click();
    await page.getByText(/encoding video \d+: done/).waitFor();
    await expectAccessible(page);
    await page.goBack();

    await launch(service, second.slug);
    await holdUnderWay(service);
    await page.getByRole('link', { name: 'Cancel the encoding of Lecture' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel the encoding' }).click();
    await page.getByText('The encoding is cancelled.').waitFor();
    await untilState(service, second.id, 'cancelled');
    await page
      .getByRole('row')
      .filter({ hasText: 'cancelled' })
      .getByRole('button', { name: 'Launch again' })
      .click();
    await page.getByText('The encoding is in the queue.').waitFor();
    await untilState(service, second.id, 'done');
    expect((await encodingsOf(service, second.id)).map(({ state }) => state)).toEqual(['done', 'cancelled']);
    await page.getByRole('link', { name: 'What the workers did' }).click();
    await page.getByRole('cell', { name: 'done', exact: true }).first().waitFor();
    await expectAccessible(page);
    await page.close();
  });
});

test.each<[string, PageOptions]>([
  ['in French and in the dark', { language: 'fr', colourScheme: 'dark' }],
  ['on a phone', { viewport: { width: 390, height: 844 } }],
])('What the workers did, and the page of a run, are accessible %s', async (_how, options) => {
  const { failedId } = await givenDayOfEncoding();
  const page = await superusersPage(options);

  for (const address of ['', 'workers/', `${failedId}/`]) {
    await page.goto(`/admin/encodings/${address}`);
    await expectAccessible(page);
    const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
    const torn = await page.evaluate(
      "[...document.querySelectorAll('td time')].filter((time) => time.getClientRects().length > 1).length",
    );
    expect([address, fits, torn]).toEqual([address, true, 0]);
  }
});
