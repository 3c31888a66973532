import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type ChromiumProgram, launchChromium } from './launch-chromium.ts';
import { type SeenProblems, watchPages } from './watch-pages.ts';

/** How a page is looked at, and what may happen on it. */
export interface PageOptions {
  /** Default true. */
  javaScript?: boolean;
  /** What the reader prefers, as `Accept-Language` and to scripts; default English. */
  language?: 'en' | 'fr';
  /** Default light. */
  colourScheme?: 'light' | 'dark';
  /** In CSS pixels; default 1280 by 800. */
  viewport?: { width: number; height: number };
  /** URLs whose origins may be asked besides that of the site under test, such as that of an OpenID provider. */
  otherOrigins?: string[];
  /** Statuses from 400 that the page itself may be answered with, such as 400 for a form with field errors. */
  expectedStatuses?: number[];
  /** Problems that the test means to cause: those that match are forgiven, and one that never comes fails the test. */
  expectedProblems?: RegExp[];
}

/** The Chromium of a test file. */
interface BrowserForTests {
  /**
   * Opens a page with cookies of its own, in which every wait fails after 30 s. Paths such as `page.goto('/rest/')`
   * are those of the site under test. `page.context().newPage()` opens another tab with the same cookies.
   */
  newPage(options?: PageOptions): Promise<Page>;
}

/** A step of a page fails well before the test does, so that the report names the step. */
const stepTimeoutMs = 30_000;

/**
 * One Chromium for the tests of a file.
 *
 * After each test its pages are closed, and the test fails when one of them did what no page of ours may do: see
 * `watchPages`.
 *
 *     const service = useService();
 *     const browser = useBrowser(() => service.url);
 *
 *     test('A stranger is sent to the login page', async () => {
 *       const page = await browser.newPage({ language: 'fr' });
 *       await page.goto('/rest/');
 *       await expectAccessible(page);
 *     });
 *
 * @param site the URL of the site under test, asked for when a page is opened: its origin is where pages may go
 */
export function useBrowser(site?: () => string, program?: ChromiumProgram): BrowserForTests {
  let chromium: Browser;
  let watched: Watched[] = [];

  beforeAll(async () => {
    chromium = await launchChromium(program);
  });

  afterEach(async () => {
    const pages = watched;
    watched = [];
    const reports = await Promise.all(pages.map(reportOn));
    await Promise.all(pages.map(({ context }) => context.close()));
    const complaints = reports.filter((report) => report !== null);
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  });

  afterAll(() => chromium?.close());

  return {
    async newPage(options = {}) {
      const { viewport = { width: 1280, height: 800 }, language = 'en' } = options;
      const baseURL = site?.();
      const context = await chromium.newContext({
        ...(baseURL !== undefined && { baseURL }),
        javaScriptEnabled: options.javaScript ?? true,
        locale: locales[language],
        colorScheme: options.colourScheme ?? 'light',
        // What fades or slides would be judged halfway.
        reducedMotion: 'reduce',
        viewport,
      });
      context.setDefaultTimeout(stepTimeoutMs);
      const problems = await watchPages(context, {
        origins: [...(baseURL === undefined ? [] : [baseURL]), ...(options.otherOrigins ?? [])],
        statuses: options.expectedStatuses ?? [],
      });
      watched.push({ context, problems, expected: options.expectedProblems ?? [] });
      return await context.newPage();
    },
  };
}

const locales = { en: 'en-GB', fr: 'fr-FR' };

interface Watched {
  context: BrowserContext;
  problems: SeenProblems;
  expected: RegExp[];
}

/** What the test has to answer for, or null. */
async function reportOn({ context, problems, expected }: Watched): Promise<string | null> {
  const addresses = context.pages().map((page) => page.url());
  const seen = await problems();
  const lines = [
    ...seen.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
    ...expected
      .filter((pattern) => !seen.some((problem) => pattern.test(problem)))
      .map((pattern) => `expected, but not seen: ${pattern}`),
  ];
  if (lines.length === 0) return null;
  return [`Problems on a page, at last at ${addresses.join(', ')}:`, ...lines].join('\n- ');
}
