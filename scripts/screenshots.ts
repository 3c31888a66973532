/**
 * `npm run screenshots`: pictures of the main pages (light, dark, as on a phone) into docs/screenshots/, taken by a
 * real browser from the demo, which is started for it in a folder of its own.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { launchChromium } from '@campus/testing/chromium';
import { type Demo, type DemoService, repositoryRoot, startDemo } from '../test/support/start-demo.ts';

const folder = path.join(repositoryRoot, 'docs/screenshots');

/** How a page is looked at. */
const looks = {
  light: { colorScheme: 'light', viewport: { width: 1200, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1200, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 780 } },
} as const;

interface Shot {
  name: string;
  service: 'signing' | 'video';
  path: string;
  /** Something that is there only once the page is as it should be. */
  wait?: string;
}

const shots: Shot[] = [
  { name: 'console-list', service: 'signing', path: '/console/conventions/' },
  { name: 'console', service: 'signing', path: '/console/' },
  { name: 'console-agreement', service: 'signing', path: '/console/conventions/1/' },
  { name: 'api-list', service: 'video', path: '/rest/broadcasters/' },
  { name: 'tokens', service: 'video', path: '/admin/authtoken/' },
  { name: 'encodings', service: 'video', path: '/admin/encodings/' },
  { name: 'watch', service: 'video', path: '/video/0001-test-card-how-a-screen-is-adjusted/', wait: 'video' },
];

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

const demo = await startDemo();
try {
  await settle(demo);
  const browser = await launchChromium('chromium');
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const look of Object.keys(looks) as (keyof typeof looks)[]) await take(browser, look);
  } finally {
    await browser.close();
  }
} finally {
  await demo.killGroup('SIGINT');
  await demo.removeData();
}

/** One agreement signed, and a video to watch. */
async function settle({ signing, video }: Demo): Promise<void> {
  await send(signing, 1);
  await eventually(async () => (await agreement(signing, 1)).state === 'signed', { timeoutMs: 60_000 });
  await eventually(
    async () => {
      const answer = await fetch(`${video.url}/rest/videos/?encoded=true`, {
        headers: { Authorization: `Token ${video.token}` },
      });
      return ((await answer.json()) as { count: number }).count > 0;
    },
    { timeoutMs: 120_000 },
  );
}

async function send({ url, token }: DemoService, id: number): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  await fetch(`${url}/api/conventions/${id}/signature`, { method: 'POST', headers });
}

async function agreement({ url, token }: DemoService, id: number): Promise<Agreement> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await (await fetch(`${url}/api/conventions/${id}`, { headers })).json()) as Agreement;
}

interface Agreement {
  state: string;
  progress: { signed: number };
}

async function take(browser: Browser, look: keyof typeof looks): Promise<void> {
  const context = await browser.newContext({ ...looks[look], locale: 'en-GB' });
  const page = await context.newPage();
  await signIn(page, { url: `${demo.signing.url}/console/account/login/`, dataDir: demo.signing.dataDir });
  await signIn(page, { url: `${demo.video.url}/accounts/login/`, dataDir: demo.video.dataDir });
  // So that the first pictures show one on its way.
  await send(demo.signing, 2);
  await eventually(async () => (await agreement(demo.signing, 2)).progress.signed > 0);
  for (const { name, service, path: pathname, wait } of shots) {
    await page.goto(`${demo[service].url}${pathname}`);
    if (wait !== undefined) await page.locator(wait).first().waitFor();
    await page.screenshot({ path: path.join(folder, `${name}-${look}.png`) });
  }
  await context.close();
}

async function signIn(page: Page, { url, dataDir }: { url: string; dataDir: string }): Promise<void> {
  await page.goto(url);
  await page.getByLabel('User name').fill('root');
  await page
    .getByLabel('Password')
    .fill((await readFile(path.join(dataDir, 'first-password'), 'utf8')).trim());
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}
