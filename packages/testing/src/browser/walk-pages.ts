import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type ParserError, parse } from 'parse5';
import type { Page } from 'playwright-core';
import { routesOf } from '../routes-of.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expectOperable } from './expect-operable.ts';

/** The patterns of all that an application of Express in this process answers to `GET` at this address. */
export async function patternsAt(url: string): Promise<string[]> {
  const { host } = new URL(url);
  const found = Promise.withResolvers<object>();
  // Whatever is answered by Express names its application.
  const look = (message: unknown) => {
    const { request, response } = message as Answered;
    if (request.headers.host === host) found.resolve(response.app.router);
  };
  subscribe('http.server.response.finish', look);
  try {
    await (await fetch(url)).body?.cancel();
    return patternsOf(await found.promise);
  } finally {
    unsubscribe('http.server.response.finish', look);
  }
}

interface Answered {
  request: { headers: { host?: string } };
  response: { app: { router: object } };
}

/** The patterns of all that a router answers to `GET`, below where it is mounted. */
export function patternsOf(router: object, mount = ''): string[] {
  const routes = routesOf(router).filter(({ method }) => method === 'get');
  return routes.map(({ path }) => `${mount}${path}`);
}

/**
 * Walks from the page that is open, and from `starts`, along their links to one page of each pattern, and has
 * `expectAccessible` and `expectOperable` pass there, and its markup parse without an error. What is answered with another type than HTML is no page.
 *
 * @returns the patterns to which no page was found
 * @throws Error with the findings on all pages
 */
export async function walkPages(
  page: Page,
  { patterns, starts }: { patterns: readonly string[]; starts: readonly string[] },
): Promise<string[]> {
  const { origin } = new URL(page.url());
  const patternOf = matcherOf(patterns);
  const seen = new Set<string>();
  const faults: string[] = [];
  const queue = [page.url(), ...starts.map((start) => new URL(start, origin).href)];
  for (const address of queue) {
    const pattern = patternOf(new URL(address).pathname);
    if (pattern === undefined || seen.has(pattern)) continue;
    const answer = await page.request.get(address, { headers: { accept: 'text/html' } });
    if (!answer.ok() || !answer.headers()['content-type']?.startsWith('text/html')) continue;
    // It leads somewhere else, which is another page.
    if (patternOf(new URL(answer.url()).pathname) !== pattern) continue;
    faults.push(...parseErrors(await answer.text()).map((fault) => `${address}: ${fault}`));
    await page.goto(address);
    // A page that makes itself has one once it is there.
    await page.getByRole('main').waitFor();
    seen.add(pattern);
    for (const expectFaultless of [expectAccessible, expectOperable])
      await expectFaultless(page).catch((error: Error) => faults.push(error.message));
    const links = await page.evaluate<string[]>('[...document.links].map(({ href }) => href)');
    queue.push(...links.filter((link) => new URL(link).origin === origin));
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return patterns.filter((pattern) => !seen.has(pattern));
}

/** What a parser of HTML finds wrong, with what stands before it. */
function parseErrors(markup: string): string[] {
  const found: string[] = [];
  const onParseError = ({ code, startOffset }: ParserError) =>
    found.push(`${code} behind ${markup.slice(Math.max(0, startOffset - 80), startOffset)}`);
  parse(markup, { onParseError, sourceCodeLocationInfo: true });
  return found;
}

/** Of patterns that fit, the one with the fewest parameters: `/new` before `/:id`. */
function matcherOf(patterns: readonly string[]): (pathname: string) => string | undefined {
  const matchers = patterns
    .map((pattern) => ({
      pattern,
      matcher: new URLPattern({
        pathname: `${pattern.replace(/\*(\w+)/g, ':$1(.*)').replace(/\/$/, '')}{/}?`,
      }),
    }))
    .toSorted((one, other) => parametersIn(one.pattern) - parametersIn(other.pattern));
  return (pathname) => matchers.find(({ matcher }) => matcher.test({ pathname }))?.pattern;
}

function parametersIn(pattern: string): number {
  return pattern.match(/[:*]/g)?.length ?? 0;
}
