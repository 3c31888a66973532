import { freePort } from '@campus/testing';
import {
  addVirtualAuthenticator,
  expectAccessible,
  type PageOptions,
  useBrowser,
} from '@campus/testing/browser';
import { describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import { useService } from '../../../support/service.ts';

const port = await freePort();
const site = `http://localhost:${port}`;
const service = useService({ port, baseUrl: site, secondFactorFromRole: 'superuser' });
const browser = useBrowser(() => site);

async function giveUserName(page: Page, { username, password }: GivenUser): Promise<void> {
  await page.goto('/accounts/login/?next=/accounts/');
  await page.locator('[name="username"]').fill(username);
  await page.locator('[name="password"]').fill(password);
  await page.locator('form[action="/accounts/login/"] button').click();
}

async function signIn(page: Page, user: GivenUser): Promise<void> {
  await giveUserName(page, user);
  await page.waitForURL('**/accounts/');
}

/** Gives the password again, on the way to a page that changes factors. */
async function prove(page: Page, { password }: GivenUser): Promise<void> {
  await page.waitForURL('**/accounts/prove/**');
  await page.locator('[name="password"]').fill(password);
  await page.locator('form[action="/accounts/prove/"] button').click();
}

/** Axe finds nothing, and the page is no wider than the screen. */
async function expectWellMade(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false);
}

function codeOf(key: string, steps = 0): string {
  return new TOTP({ secret: key }).generate({ timestamp: Date.now() + steps * 30_000 });
}

const keyOn = (page: Page) => page.locator('[name="key"]').inputValue();

const looks: PageOptions[] = [
  { language: 'en', colourScheme: 'light' },
  { language: 'fr', colourScheme: 'dark' },
  { language: 'fr', colourScheme: 'light', viewport: { width: 390, height: 844 } },
  { language: 'en', colourScheme: 'dark', viewport: { width: 390, height: 844 } },
];

describe.each(looks)('Given a reader of %j, Then', (look) => {
  test('sessions are listed, and ended one by one', async () => {
    const user = await givenUser(service.db);
    const [own, other] = [await browser.newPage(look), await browser.newPage(look)];
    await signIn(own, user);
    await signIn(other, user);
    await own.reload();

    await expectWellMade(own);
    await own.locator('a[href^="/accounts/prove/"]').click();
    await prove(own, user);
    await own.locator('form[action="/accounts/sessions/"] button.plain').waitFor();
    await expectWellMade(own);
    await own.locator('form[action="/accounts/sessions/"] button.plain').click();
    await own.getByRole('status').waitFor();
    await expectAccessible(own);

    await other.goto('/accounts/');
    expect(new URL(other.url()).pathname).toBe('/accounts/login/');
  });

  test('a passkey is added, signs in by itself and after the password, and is removed', async () => {
    const user = await givenUser(service.db);
    const page = await browser.newPage(look);
    await addVirtualAuthenticator(page);
    await signIn(page, user);
    await page.locator('a[href="/accounts/passkeys/"]').click();
    await page.waitForURL('**/accounts/prove/**');
    await expectWellMade(page);
    await prove(page, user);
    await page.waitForURL('**/accounts/passkeys/');
    await expectWellMade(page);
    await page.locator('[name="label"]').fill('green key');
    await page.locator('form[data-passkey="add"] button').click();
    await page.locator('#recovery-codes').waitFor();
    await expectWellMade(page);
    await page.locator('main a.primary').click();
    await page.getByText('green key').waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /passkey is added|clé d’accès est ajoutée/ })
      .waitFor();
    await expectWellMade(page);

    await page.locator('form[action="/accounts/logout/"] button').click();
    await page.locator('form[data-passkey="sign-in"] button').waitFor();
    await expectWellMade(page);
    await page.locator('form[data-passkey="sign-in"] button').click();
    await page.waitForURL('**/video/');

    await page.locator('form[action="/accounts/logout/"] button').click();
    await giveUserName(page, user);
    await page.waitForURL('**/accounts/second-factor/');
    await expectWellMade(page);
    await page.locator('form[data-passkey="sign-in"] button').click();
    await page.waitForURL('**/accounts/');

    await page.locator('a[href$="/remove/"]').click();
    await page.locator('form[data-passkey="prove"] button').click();
    await page.waitForURL('**/remove/');
    await expectWellMade(page);
    await page.locator('main form button.danger').click();
    await page.waitForURL('**/accounts/?done=passkeyRemoved');
  });
});

describe.each([
  { language: 'en', javaScript: true },
  { language: 'fr', javaScript: false, colourScheme: 'dark', viewport: { width: 390, height: 844 } },
] satisfies PageOptions[])('Given a reader of %j, Then', (look) => {
  test('an authenticator app is set up where it is needed, right after the password, and asked for from then on', async () => {
    const user = await givenUser(service.db, { isSuperuser: true });
    const page = await browser.newPage({ ...look, expectedStatuses: [400, 403] });
    await giveUserName(page, user);
    await page.waitForURL('**/accounts/second-factor/');
    await expectWellMade(page);
    await page.locator('main a.primary').click();
    await page.waitForURL('**/accounts/totp/');
    const key = await keyOn(page);
    await page.locator('[name="code"]').fill('000000');
    await page.locator('main form button').click();
    await page.locator('.errors').first().waitFor();
    await expectWellMade(page);
    expect(await keyOn(page)).toBe(key);
    await page.locator('[name="code"]').fill(codeOf(key));
    await page.locator('main form button').click();
    await page.locator('#recovery-codes').waitFor();
    const [recoveryCode = ''] = ((await page.locator('#recovery-codes').textContent()) ?? '').split('\n');
    await page.locator('main a.primary').click();
    await page.waitForURL('**/accounts/');

    for (const [step, give] of [
      ['wrong', () => 'abcd'],
      // Each is taken once: the next one, which is taken early, too.
      ['right', () => codeOf(key, 1)],
      ['right', () => recoveryCode],
    ] as const) {
      await page.context().clearCookies();
      await giveUserName(page, user);
      await page.waitForURL('**/accounts/second-factor/');
      await page.locator('[name="code"]').fill(give());
      await page.locator('form[action="/accounts/second-factor/"] button').click();
      if (step === 'right') await page.waitForURL('**/accounts/');
      else await page.locator('.errors').first().waitFor();
      await expectWellMade(page);
    }
  });
});

test('What scripts have kept in a browser goes when somebody signs out', async () => {
  const user = await givenUser(service.db);
  const page = await browser.newPage();
  await signIn(page, user);
  await page.evaluate(`localStorage.setItem('rate', '2')`);

  await page.locator('form[action="/accounts/logout/"] button').click();
  await page.waitForURL('**/accounts/login/**');

  expect(await page.evaluate(`localStorage.getItem('rate')`)).toBeNull();
});

test('Without JavaScript the pages say that passkeys need it', async () => {
  const page = await browser.newPage({ javaScript: false });
  await page.goto('/accounts/login/');
  expect(await page.locator('form[data-passkey]').isVisible()).toBe(false);
  expect(await page.locator('noscript').textContent()).toContain('Passkeys need JavaScript.');
});
