import { eventually } from '@campus/testing';
import { expectAccessible, type PageOptions } from '@campus/testing/browser';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { rootPassword } from './service.ts';

/** How staff look at a page, each of what may matter at least once: tests of pages go through all of them. */
export const looks: PageOptions[] = [
  { language: 'en', colourScheme: 'dark' },
  { language: 'fr', viewport: { width: 320, height: 640 } },
  { language: 'en', javaScript: false },
];

/** Signs in, by default as `root`, on the way to an address. */
export async function signInAt(
  page: Page,
  address: string,
  { username = 'root', password = rootPassword }: { username?: string; password?: string } = {},
): Promise<void> {
  await page.goto(address);
  await page.locator('input[name="username"]').fill(username);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('main button.primary').click();
  await page.waitForURL(`**${address}`);
}

/** Nothing serious for anybody, and no scrolling of the page sideways. */
export async function expectReadable(page: Page): Promise<void> {
  await expectAccessible(page);
  const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
  const [wide, seen] = widths as [number, number];
  expect({ address: page.url(), isScrolledSideways: wide > seen }).toEqual({
    address: page.url(),
    isScrolledSideways: false,
  });
}

/** Shows all that can be done with what is ticked in a list, where that is folded. */
export async function unfoldActions(page: Page): Promise<void> {
  const more = page.locator('.action-bar > details:not([open]) > summary');
  if (await more.isVisible()) await more.click();
}

/** Until the operation has ended whose page this is; without scripts it is loaded anew for that. */
export async function untilOperationEnded(page: Page): Promise<void> {
  await page.waitForURL('**/console/operations/*/');
  const report = page.locator('a[href$="/report/"]');
  // It loads itself anew when the operation ends, maybe just while it is asked.
  const { isScripted } = await eventually(async () => ({
    isScripted: await page.evaluate<boolean>("matchMedia('(scripting: enabled)').matches"),
  }));
  if (isScripted) return report.waitFor();
  await eventually(async () => {
    await page.reload();
    expect(await report.count()).toBe(1);
  });
}

/** What a link or a button saves. */
export async function savedBy(
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
}
