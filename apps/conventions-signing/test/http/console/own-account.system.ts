import { setTimeout as sleep } from 'node:timers/promises';
import { provenMs } from '@campus/database';
import { freePort } from '@campus/testing';
import {
  addVirtualAuthenticator,
  expectAccessible,
  type PageOptions,
  useBrowser,
} from '@campus/testing/browser';
import { expect, test } from '@jest/globals';
import { givenAccount, passwordInConsole } from '../../support/console.ts';
import { useService } from '../../support/service.ts';

const port = await freePort();
const site = `http://localhost:${port}`;
const service = useService({ configuration: { port, baseUrl: site, secondFactorFromRole: 'sender' } });
const browser = useBrowser(() => site);

test.each<PageOptions>([
  { language: 'en', colourScheme: 'dark' },
  { language: 'fr', colourScheme: 'light', viewport: { width: 390, height: 844 } },
])(
  'A sender (%j) has to add a passkey, signs in with it, and has it removed by an administrator',
  async (look) => {
    const username = `sender-${look.language}`;
    await givenAccount(service, { username, role: 'sender' });
    const page = await browser.newPage(look);
    await addVirtualAuthenticator(page);
    const giveUserName = async () => {
      await page.goto('/console/');
      await page.locator('[name="username"]').fill(username);
      await page.locator('[name="password"]').fill(passwordInConsole);
      await page.locator('form[action="/console/account/login/"] button').click();
      await page.waitForURL('**/account/second-factor/');
      await expectAccessible(page);
    };

    await giveUserName();
    await page.locator('a[href="/console/account/passkeys/"]').click();
    await expectAccessible(page);
    await page.locator('form[data-passkey="add"] button').click();
    await page.locator('#recovery-codes').waitFor();
    await page.locator('main a.primary').click();
    await page.waitForURL('**/console/');
    await page.goto('/console/account/');
    await expectAccessible(page);
    await page.locator('form[action="/console/account/logout/"] button').click();
    await expectAccessible(page);
    await page.locator('form[data-passkey="sign-in"] button').click();
    await page.waitForURL('**/console/');

    // By the role of an administrator: the same browser, for its passkey.
    await service.sql.query("update accounts set role = 'administrator' where username = $1", [username]);
    await sleep(provenMs);
    await page.goto(`/console/accounts/~${username}/`);
    await expectAccessible(page);
    await page.locator('a[href$="/remove-factors/"]').click();
    await expectAccessible(page);
    await page.locator('main form button.danger').click();
    await page.waitForURL('**/account/login/**');
    await giveUserName();
    expect(await page.locator('a[href="/console/account/totp/"]').isVisible()).toBe(true);
  },
);
