import type { BrowserContext, ConsoleMessage, Page, Response } from 'playwright-core';

/** What the pages of a test may do. */
interface Allowed {
  /** Such as `http://127.0.0.1:40123`, a path is of no matter: where requests may go. */
  origins: string[];
  /** Statuses from 400 that a page itself, not what it loads, may be answered with. */
  statuses: number[];
}

/** What was seen, one sentence each; all of what the pages have done before the call. */
export type SeenProblems = () => Promise<string[]>;

/**
 * Watches every page of a context (tabs and frames too) for what no page of ours may do: errors on the console,
 * uncaught exceptions, violations of the Content Security Policy, requests to other origins, answers of 500 and
 * above, a crash. To be called before the first page is opened.
 *
 * Chromium reports an answer of 400 and above as an error on the console. For the page itself that is no problem
 * when its status is among the allowed ones; for a script, an image or a frame it always is.
 */
export async function watchPages(context: BrowserContext, allowed: Allowed): Promise<SeenProblems> {
  const problems: string[] = [];
  const loadErrors: LoadError[] = [];
  const pages: Answer[] = [];
  const origins = new Set(allowed.origins.map((url) => new URL(url).origin));

  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'assert') return;
    const loadError = asLoadError(message);
    if (loadError) loadErrors.push(loadError);
    else problems.push(`error on the console: ${message.text().trim()} (${placeOf(message)})`);
  });
  context.on('weberror', (event) => {
    problems.push(`uncaught exception: ${event.error().stack ?? event.error().message}`);
  });
  context.on('request', (request) => {
    const origin = originOf(request.url());
    if (origin !== null && !origins.has(origin)) {
      problems.push(`request to another origin: ${request.method()} ${request.url()}`);
    }
  });
  context.on('response', (response) => {
    const status = response.status();
    const isExpected = isPageItself(response) && allowed.statuses.includes(status);
    if (isExpected) pages.push({ url: withoutFragment(response.url()), status });
    else if (status >= 500) {
      problems.push(`answered ${status}: ${response.request().method()} ${response.url()}`);
    }
  });
  context.on('page', (page) => {
    page.on('crash', () => problems.push(`crashed: ${page.url()}`));
    page.on('websocket', (socket) => {
      const origin = originOf(socket.url().replace(/^ws/, 'http'));
      if (origin !== null && !origins.has(origin)) {
        problems.push(`request to another origin: ${socket.url()}`);
      }
    });
  });
  await context.addInitScript({ content: reportPolicyViolations });

  return async () => {
    await Promise.all(context.pages().map(letReportsArrive));
    return [...problems, ...unexpectedOf(loadErrors, pages)];
  };
}

/**
 * Chromium's own message names a violation as well, but not where in a page it happened. Scripts added this way are
 * not subject to the policy; they run only where JavaScript does.
 */
const reportPolicyViolations = `addEventListener('securitypolicyviolation', (event) => {
  if (event.disposition !== 'enforce') return;
  console.error(
    'securitypolicyviolation of ' + event.effectiveDirective + ' by ' + (event.blockedURI || 'the page') +
    ' at ' + event.sourceFile + ':' + event.lineNumber + ' ' + event.sample,
  );
});`;

/** For a page that says no more, in an endless loop for example, and not for a busy machine. */
const patienceMs = 10_000;

interface Answer {
  url: string;
  status: number;
}

interface LoadError extends Answer {
  text: string;
}

function asLoadError(message: ConsoleMessage): LoadError | null {
  const status = /^Failed to load resource: the server responded with a status of (\d{3})/.exec(
    message.text(),
  )?.[1];
  if (status === undefined) return null;
  const url = withoutFragment(message.location().url);
  return { url, status: Number(status), text: `error on the console: ${message.text()} (${url})` };
}

/** One page excuses one message: the same address asked for again by a script is not excused. */
function unexpectedOf(loadErrors: LoadError[], pages: Answer[]): string[] {
  const excuses = [...pages];
  return loadErrors
    .filter((error) => {
      // Chromium asks for it by itself, once, on whatever page comes first.
      if (error.status === 404 && /^https?:\/\/[^/]+\/favicon\.ico$/.test(error.url)) return false;
      const found = excuses.findIndex(({ url, status }) => url === error.url && status === error.status);
      if (found !== -1) excuses.splice(found, 1);
      return found === -1;
    })
    .map(({ text }) => text);
}

function isPageItself(response: Response): boolean {
  const request = response.request();
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame().parentFrame() === null;
  } catch {
    // Playwright has no frame yet: only a new tab is navigated before it is known.
    return true;
  }
}

/** `null` for what goes over no network: `data:`, `blob:`, `about:`, the pages of Chromium itself. */
function originOf(url: string): string | null {
  return /^https?:/.test(url) ? new URL(url).origin : null;
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}

function placeOf(message: ConsoleMessage): string {
  const { url, lineNumber } = message.location();
  return url === '' ? 'no place given' : `${url}:${lineNumber + 1}`;
}

/** Reports come in order: once a timer of the page has run, those of all before it are here. */
async function letReportsArrive(page: Page): Promise<void> {
  // Without JavaScript no timer ever runs, but nothing that a script could report is on its way either.
  const arrived = page
    .evaluate("matchMedia('(scripting: none)').matches || new Promise((done) => setTimeout(done, 0))")
    .catch(() => {
      // The page is on its way to another one, or gone.
    });
  let giveUp: NodeJS.Timeout | undefined;
  const patience = new Promise((resolve) => {
    giveUp = setTimeout(resolve, patienceMs);
  });
  await Promise.race([arrived, patience]);
  clearTimeout(giveUp);
}
