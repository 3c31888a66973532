import { useBrowser } from '@campus/testing/browser';
import { test } from '@jest/globals';
import { expectReadable, looks, signInAt } from '../../support/browse.ts';
import { callerWith, useService } from '../../support/service.ts';

const service = useService({ webhook: false });
const browser = useBrowser(() => service.url);
const tokens = '/console/tokens/';

test.each(looks)('An administrator (%j) makes a token, copies it this once, and revokes it', async (look) => {
  const page = await browser.newPage({ ...look, expectedStatuses: [400] });
  await signInAt(page, tokens);
  await expectReadable(page);
  await page.locator(`a[href="${tokens}new/"]`).click();
  await expectReadable(page);
  await page
    .locator('[name="name"]')
    .fill(`Signing product of the faculty of physics ${JSON.stringify(look)}`);
  await page.locator('[name="api"]').selectOption('management');
  for (const [index, name] of ['Physics and astronomy', 'Mathematics'].entries())
    await page.locator('[name="departments"]').nth(index).fill(name);
  await page.locator('[name="expires"]').fill('2001-01-01');
  await page.locator('main form button').click();
  await page.locator('#field-expires-errors').waitFor();
  await expectReadable(page);
  await page.locator('[name="expires"]').fill('2999-12-31');
  await page.locator('main form button').click();

  const token = (await page.locator('#token').textContent()) ?? '';

  await expectReadable(page);
  const program = callerWith(service.url, `Bearer ${token}`);
  await program.get('/api/conventions').expect(200);
  await page.locator(`main a[href="${tokens}"]`).last().click();
  await expectReadable(page);
  await page.locator('a[href$="/revoke/"]').click();
  await expectReadable(page);
  await page.locator('main form button').click();
  await page.waitForURL('**/?done=revoked');
  await expectReadable(page);
  await program.get('/api/conventions').expect(401);
});
