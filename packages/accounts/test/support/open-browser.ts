import { randomInt } from 'node:crypto';
import { cookieJar } from '@campus/testing';
import { formWith, readPage } from '@campus/testing/markup';
import type { House } from './start-house.ts';

/** What a browser got. */
export interface Seen {
  status: number;
  headers: Headers;
  text: string;
  /** Where it is sent; null: nowhere. */
  location: string | null;
}

/** A browser without JavaScript, with cookies of its own and at an address of its own. It follows nothing by itself. */
export interface Browser {
  cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Seen>;
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Seen>;
  /** Opens a page and sends the form there, with the token of the page; by default to the same address. */
  fill(page: string, fields: Record<string, string>, options?: { action?: string }): Promise<Seen>;
  /** Signs in on the page of the house. */
  signIn(person: { username: string }, password: string, next?: string): Promise<Seen>;
}

export function openBrowser({ url }: Pick<House, 'url'>, headers: Record<string, string> = {}): Browser {
  const jar = cookieJar();
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const own = { 'x-forwarded-for': address, ...headers };

  async function send(method: string, path: string, body: URLSearchParams | null, more = {}): Promise<Seen> {
    const cookie = jar.header();
    const sent = { ...own, ...(cookie === '' ? {} : { cookie }), ...more };
    const response = await fetch(new URL(path, url), { method, body, headers: sent, redirect: 'manual' });
    jar.keep(response);
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: response.headers.get('location'),
    };
  }

  const browser: Browser = {
    cookies: jar.cookies,
    get: (path, more) => send('GET', path, null, more),
    post: (path, fields, more) => send('POST', path, new URLSearchParams(fields), more),
    async fill(page, fields, { action = page } = {}) {
      const { text } = await browser.get(page);
      return browser.post(action, { csrfmiddlewaretoken: tokenIn(text), ...fields });
    },
    signIn: ({ username }, password, next) =>
      browser.fill('/accounts/login/', { username, password, ...(next === undefined ? {} : { next }) }),
  };
  return browser;
}

/** The token of the first form of a page. */
export function tokenIn(page: string): string {
  return formWith(readPage(page), 'csrfmiddlewaretoken').field('csrfmiddlewaretoken').value ?? '';
}
