/** A test file whose tests must fail in a stated way, run by `browser.system.ts` in a Jest of its own. */
import { test } from '@jest/globals';
import { useBrowser } from '../../src/browser/index.ts';
import { page, useSite } from './use-site.ts';

const site = useSite({
  '/': page('<p>All is well.</p>'),
  '/noisy': page('', { head: '<script src="/noisy.js"></script>' }),
  '/noisy.js': { type: 'text/javascript', body: 'console.error("something is amiss");' },
});
const browser = useBrowser(() => site.url);

test('noisy', async () => {
  const opened = await browser.newPage();
  await opened.goto('/noisy');
});

test('quiet', async () => {
  const opened = await browser.newPage();
  await opened.goto('/');
});

test('expected what never came', async () => {
  const opened = await browser.newPage({ expectedProblems: [/never said/] });
  await opened.goto('/');
});
