import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import type { Page } from 'playwright-core';
import type { Demo } from './start-demo.ts';

const weekMs = 7 * 24 * 3600 * 1000;

/** The samples are where they belong, and all that is to be encoded is. */
export async function settle({ signing, video }: Demo): Promise<void> {
  await eventually(
    async () => {
      const { results } = await answer<{ results: { createdAt: string }[] }>(
        `${signing.url}/api/conventions?page_size=100`,
        `Bearer ${signing.token}`,
      );
      const weeks = results.map(({ createdAt }) => (Date.now() - Date.parse(createdAt)) / weekMs);
      const videos = `${video.url}/rest/videos/?encoding_in_progress=`;
      const [atWork, done] = await Promise.all(
        ['true', 'false'].map((is) => answer<{ count: number }>(videos + is, `Token ${video.token}`)),
      );
      return Math.max(...weeks) > 10 && atWork?.count === 0 && done?.count === 10;
    },
    { timeoutMs: 300_000, intervalMs: 1000 },
  );
}

async function answer<Body>(url: string, authorization: string): Promise<Body> {
  return (await (await fetch(url, { headers: { Authorization: authorization } })).json()) as Body;
}

/** Signs root in at both services, in English. */
export async function signInToBoth(page: Page, { signing, video }: Demo): Promise<void> {
  await signIn(page, `${signing.url}/console/account/login/`, signing.dataDir);
  await signIn(page, `${video.url}/accounts/login/`, video.dataDir);
}

async function signIn(page: Page, url: string, dataDir: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('User name').fill('root');
  await page
    .getByLabel('Password')
    .fill((await readFile(path.join(dataDir, 'first-password'), 'utf8')).trim());
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}
