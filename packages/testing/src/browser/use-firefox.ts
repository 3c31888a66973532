import { afterAll, afterEach, beforeAll } from '@jest/globals';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';
import { requireTool } from '../require-tool.ts';

/** The Firefox of a test file. */
interface FirefoxForTests {
  /** Opens a page with cookies of its own. */
  newPage(): Promise<Page>;
}

/**
 * Debian's Firefox without a window, for what Chromium does not prove: that pages work in another browser. It is driven
 * by WebDriver BiDi, which Playwright does not speak with it.
 *
 * After each test its pages are closed, and the test fails when one of them has written an error to the console, thrown
 * something that nobody caught, or was answered with 500 or more.
 */
export function useFirefox(): FirefoxForTests {
  let firefox: Browser;
  let contexts: BrowserContext[] = [];
  let problems: string[] = [];

  beforeAll(async () => {
    firefox = await puppeteer.launch({
      browser: 'firefox',
      executablePath: await requireTool('firefox-esr'),
      headless: true,
      extraPrefsFirefox: { 'intl.accept_languages': 'en-GB', 'media.autoplay.default': 0 },
    });
  });

  afterEach(async () => {
    const [seen, open] = [problems, contexts];
    problems = [];
    contexts = [];
    await Promise.all(open.map((context) => context.close()));
    if (seen.length > 0) throw new Error(`Problems on a page in Firefox:\n- ${seen.join('\n- ')}`);
  });

  afterAll(() => firefox?.close());

  return {
    async newPage() {
      const context = await firefox.createBrowserContext();
      contexts.push(context);
      const page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`error on the console: ${message.text()}`);
      });
      page.on('pageerror', (error) => problems.push(`uncaught exception: ${String(error)}`));
      page.on('response', (response) => {
        if (response.status() >= 500) problems.push(`answered ${response.status()}: ${response.url()}`);
      });
      return page;
    },
  };
}
