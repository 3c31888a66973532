import { useBrowser } from '@campus/testing/browser';
import { beforeAll, expect, test } from '@jest/globals';
import { expectReadable, looks, signInAt } from '../../support/browse.ts';
import { givenManyDrafts } from '../../support/many-drafts.ts';
import { useService } from '../../support/service.ts';

const service = useService({ webhook: false, configuration: { retention: { draft: 30 } } });
const browser = useBrowser(() => service.url);

beforeAll(() =>
  givenManyDrafts(service.sql, 102, { daysOld: 25, title: `Draft ${'of long ago '.repeat(12)}` }),
);

test.each(looks)('Staff (%j) see whom retention will concern, page by page', async (look) => {
  const page = await browser.newPage(look);
  await signInAt(page, '/console/');
  await page.locator('main a[href="/console/retention/"]').click();
  await page.waitForURL('**/console/retention/');
  expect(await page.locator('tbody tr').count()).toBe(100);
  await expectReadable(page);
  await page.locator('a[rel="next"]').click();
  await page.waitForURL('**/?from=100');

  expect(await page.locator('tbody tr').count()).toBe(2);
  await expectReadable(page);
});
