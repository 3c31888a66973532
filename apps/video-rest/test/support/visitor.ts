import { cookieJar } from '@campus/testing';
import { type Page, readPage } from '@campus/testing/markup';
import type { TestService } from './service.ts';

/** What a page was answered with. */
export interface Answer {
  status: number;
  headers: Headers;
  /** Path and query that the answer leads to. */
  location: string | null;
  /** The bytes that came, decoded. */
  text: string;
  /** The same as those who use the page are told of it. */
  readonly page: Page;
}

/** Somebody with a browser, without JavaScript: keeps cookies and sends forms. */
export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a form as the pages of ours do; `csrf: false` as a page of somebody else would. */
  post(path: string, fields?: Record<string, string>, options?: { csrf?: boolean }): Promise<Answer>;
  /** As `fetch`, with the cookies of the visitor. */
  open(path: string, init?: RequestInit): Promise<Response>;
  /** As a header. */
  cookies(): string;
}

/** A visitor who has not signed in. */
export function visitorOf({ url }: Pick<TestService, 'url'>): Visitor {
  const jar = cookieJar();
  let csrfToken: string | undefined;

  async function open(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { Accept: 'text/html', 'Accept-Language': 'en', ...init.headers, Cookie: jar.header() };
    const response = await fetch(new URL(path, url), { redirect: 'manual', ...init, headers });
    jar.keep(response);
    return response;
  }

  async function answerOf(response: Response): Promise<Answer> {
    const text = await response.text();
    csrfToken = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)?.[1] ?? csrfToken;
    const { status, headers } = response;
    return {
      status,
      headers,
      location: headers.get('location'),
      text,
      get page() {
        return readPage(text);
      },
    };
  }

  return {
    open,
    cookies: () => jar.header(),
    get: async (path, headers = {}) => answerOf(await open(path, { headers })),
    async post(path, fields = {}, { csrf = true } = {}) {
      const body = new URLSearchParams(fields);
      if (csrf) body.set('csrfmiddlewaretoken', csrfToken ?? '');
      return answerOf(await open(path, { method: 'POST', body }));
    },
  };
}

/** A visitor who has signed in. */
export async function signedIn(
  service: Pick<TestService, 'url'>,
  account: { username: string; password: string },
): Promise<Visitor> {
  const visitor = visitorOf(service);
  await visitor.get('/accounts/login/');
  const { username, password } = account;
  const answer = await visitor.post('/accounts/login/', { username, password });
  if (answer.status !== 303) throw new Error(`${username} cannot sign in: ${answer.status} ${answer.text}`);
  // The session has a token of its own.
  await visitor.get('/accounts/');
  return visitor;
}
