/**
 * `npm run page-weights`: what each main page sends, as a table: requests, KB on the wire (of which the page itself) and
 * how far it moves under its reader while it comes, in Chromium with nothing kept, on a desktop and on a phone, for root
 * with the demo, which is started for it in a folder of its own.
 */
import { launchChromium } from '@campus/testing/chromium';
import { startDemo } from '../test/support/start-demo.ts';
import { settle, signInToBoth } from '../test/support/visit-demo.ts';

const viewports = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

const pages = {
  signing: [
    '/console/',
    '/console/conventions/',
    '/console/conventions/28/',
    '/console/conventions/new/',
    '/console/person/',
    '/console/deliveries/',
    '/console/operations/',
    '/console/account/',
    '/public/swagger-ui.html',
  ],
  video: [
    '/',
    '/video/0001-test-card-how-a-screen-is-adjusted/',
    '/video/',
    '/video/0001-test-card-how-a-screen-is-adjusted/edit/',
    '/video/add/',
    '/admin/encodings/',
    '/rest/',
    '/rest/videos/',
    '/rest/videos/1/',
    '/rest/swagger-ui.html',
  ],
} as const;

/** After its load event, a page may still ask for a poster, a list or what its script needs. */
const settlesAfterMs = 1_500;

const moves = `new Promise((resolve) => new PerformanceObserver((list) =>
  resolve(list.getEntries().reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0)),
).observe({ type: 'layout-shift', buffered: true }) ?? setTimeout(resolve, 100, 0))`;

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

const demo = await startDemo();
try {
  await settle(demo);
  const browser = await launchChromium('chromium');
  try {
    const signedIn = await browser.newContext({ locale: 'en-GB' });
    await signInToBoth(await signedIn.newPage(), demo);
    const storageState = await signedIn.storageState();
    console.log('| Page | Desktop | Moves | Phone | Moves |\n| --- | ---: | ---: | ---: | ---: |');
    for (const service of ['signing', 'video'] as const) {
      for (const page of pages[service]) {
        const cells = [];
        for (const viewport of viewports)
          cells.push(...(await weigh(browser, demo[service].url + page, { storageState, viewport })));
        console.log(`| \`${page}\` | ${cells.join(' | ')} |`);
      }
    }
  } finally {
    await browser.close();
  }
} finally {
  await demo.killGroup('SIGINT');
  await demo.removeData();
}

async function weigh(
  browser: Browser,
  address: string,
  look: { storageState: State; viewport: { width: number; height: number } },
): Promise<string[]> {
  const context = await browser.newContext({ ...look, locale: 'en-GB' });
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  const sizes: number[] = [];
  let ofPage = 0;
  const types = new Map<string, string>();
  protocol.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.push(encodedDataLength);
    if (types.get(requestId) === 'Document') ofPage += encodedDataLength;
  });
  const answer = await page.goto(address, { waitUntil: 'load' });
  await page.waitForTimeout(settlesAfterMs);
  const moved = await page.evaluate<number>(moves);
  await context.close();
  if (!answer?.ok()) return [`${answer?.status()}`, ''];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return [`${sizes.length}: ${kilobytes(total)} (${kilobytes(ofPage)})`, moved.toFixed(3)];
}

function kilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}
