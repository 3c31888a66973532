/**
 * `npm run screenshots`: pictures of the main pages (light, dark, as on a phone) into docs/screenshots/, taken by a
 * real browser from the demo, which is started for it in a folder of its own.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { launchChromium } from '@campus/testing/chromium';
import { repositoryRoot, startDemo } from '../test/support/start-demo.ts';
import { settle, signInToBoth } from '../test/support/visit-demo.ts';

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
  /** A viewer of PDFs tells nobody when it has drawn: measured, 1 to 2 s. */
  drawnAfterMs?: number;
}

const shots: Shot[] = [
  { name: 'console', service: 'signing', path: '/console/' },
  { name: 'console-list', service: 'signing', path: '/console/conventions/' },
  { name: 'console-agreement', service: 'signing', path: '/console/conventions/28/', drawnAfterMs: 3000 },
  { name: 'console-calls', service: 'signing', path: '/console/deliveries/' },
  { name: 'console-new', service: 'signing', path: '/console/conventions/new/?from=5' },
  { name: 'console-account', service: 'signing', path: '/console/account/' },
  { name: 'public', service: 'video', path: '/' },
  {
    name: 'watch',
    service: 'video',
    path: '/video/0001-test-card-how-a-screen-is-adjusted/',
    wait: '.vjs-duration-display:text("0:12")',
  },
  { name: 'videos', service: 'video', path: '/video/' },
  { name: 'edit', service: 'video', path: '/video/0001-test-card-how-a-screen-is-adjusted/edit/' },
  { name: 'upload', service: 'video', path: '/video/add/' },
  { name: 'encodings', service: 'video', path: '/admin/encodings/' },
  { name: 'tokens', service: 'video', path: '/admin/authtoken/' },
  { name: 'api-list', service: 'video', path: '/rest/broadcasters/' },
  { name: 'api-object', service: 'video', path: '/rest/videos/1/' },
];

type Browser = Awaited<ReturnType<typeof launchChromium>>;

/** Those further down come when somebody scrolls there. */
const imagesInSightAreThere = `[...document.images].every(
  (image) => image.complete || image.getBoundingClientRect().top > innerHeight,
)`;

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

async function take(browser: Browser, look: keyof typeof looks): Promise<void> {
  const context = await browser.newContext({ ...looks[look], locale: 'en-GB' });
  const page = await context.newPage();
  await signInToBoth(page, demo);
  for (const { name, service, path: pathname, wait, drawnAfterMs } of shots) {
    await page.goto(`${demo[service].url}${pathname}`);
    if (wait !== undefined) await page.locator(wait).first().waitFor({ state: 'attached' });
    await eventually(() => page.evaluate<boolean>(imagesInSightAreThere));
    if (drawnAfterMs !== undefined) await page.waitForTimeout(drawnAfterMs);
    await page.screenshot({ path: path.join(folder, `${name}-${look}.png`) });
  }
  await context.close();
}
