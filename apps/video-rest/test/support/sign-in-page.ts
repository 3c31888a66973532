import type { Page } from 'playwright-core';
import type { GivenUser } from './accounts.ts';

/** Signs in on a page that is open, in whatever language, and comes to the videos. */
export async function signInToVideos(page: Page, { username, password }: GivenUser): Promise<void> {
  await page.goto('/video/');
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill(password);
  await page.locator('main form button').first().click();
  await page.waitForURL('**/video/');
}
