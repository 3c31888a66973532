import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { beforeAll, expect, test } from '@jest/globals';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import { givenType, givenVideoRows } from '../../../support/given-records.ts';
import { givenOnAir } from '../../../support/on-air.ts';
import { useService } from '../../../support/service.ts';
import { signInToVideos } from '../../../support/sign-in-page.ts';

const service = useService();
const browser = useBrowser(() => service.url);
let helper: GivenUser;

beforeAll(async () => {
  helper = await givenUser(service.db, { isStaff: true });
  const { id: typeId } = await givenType(service.db);
  const [first = 0] = await givenVideoRows(service, { count: 60, ownerId: helper.id, typeId });
  await givenOnAir(service, first);
});

async function openList(options: PageOptions) {
  const page = await browser.newPage(options);
  await signInToVideos(page, helper);
  return page;
}

test.each<[string, PageOptions]>([
  ['in English', { language: 'en' }],
  ['in French and in the dark', { language: 'fr', colourScheme: 'dark' }],
  ['at phone width', { viewport: { width: 390, height: 800 } }],
  // Nothing of a list this high is behind its bar of actions.
  ['without JavaScript', { javaScript: false, viewport: { width: 1280, height: 6000 } }],
])('The list and what becomes of a selection are accessible %s', async (_how, options) => {
  const page = await openList(options);
  const fits = () => page.evaluate('document.documentElement.scrollWidth <= innerWidth');
  await expectAccessible(page);
  expect(await fits()).toBe(true);
  const box = page.locator('tbody input[type=checkbox]').first();
  expect((await box.boundingBox())?.y).toBeLessThan(800);
  await box.check();

  for (const change of ['visibility', 'type', 'owner', 'delete']) {
    await page.locator(`button[name=do][value=${change}]`).click();
    await page.locator('[name=asked]').waitFor({ state: 'attached' });
    await expectAccessible(page);
    expect(await fits()).toBe(true);
    await page.goBack();
    await page.locator('tbody input[type=checkbox]').first().check();
  }
  await page.locator('button[name=do][value=encode]').click();
  await page.locator('main button').first().click();
  await page.locator('.badge').first().waitFor();
  await expectAccessible(page);
});
