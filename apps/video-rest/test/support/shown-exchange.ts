import { formWith, type PageElement } from '@campus/testing/markup';
import type { Visitor } from './visitor.ts';

/** What the page of an address of the API shows of a request and its answer. */
export interface ShownExchange {
  /** Method and address. */
  request: string;
  /** Such as `HTTP 200 OK`. */
  status: string;
  headers: Record<string, string>;
  /** The JSON; undefined when the answer has none. */
  // biome-ignore lint/suspicious/noExplicitAny: what it is belongs to each test
  body: any;
}

export function exchangeOn(page: PageElement): ShownExchange {
  const textIn = (id: string) => page.all('pre').find((pre) => pre.attribute('id') === id)?.text;
  const [status = '', ...headers] = (textIn('head') ?? '').trim().split('\n');
  const request = page.all('region').find((region) => region.attribute('aria-labelledby') === 'request');
  const body = textIn('json');
  return {
    request: request?.all('pre')[0]?.text ?? '',
    status,
    headers: Object.fromEntries(headers.map((line) => line.split(/: (.*)/s).slice(0, 2))),
    body: body === undefined ? undefined : JSON.parse(body),
  };
}

/** The value by which the first form that makes something is told from itself. */
export function onceOn(page: PageElement): string {
  return formWith(page, '_once').values.get('_once') ?? '';
}

/** The token of the forms on a page. */
export async function tokenOn(visitor: Visitor, address: string): Promise<string> {
  const { page } = await visitor.get(address);
  return formWith(page, 'csrfmiddlewaretoken').values.get('csrfmiddlewaretoken') ?? '';
}
