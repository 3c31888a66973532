import { STATUS_CODES } from 'node:http';
import { copyable, type Html, html } from '@campus/pages';
import type { Request } from 'express';
import type { KnownRequest } from '../engine.ts';
import type { Outcome } from '../outcome.ts';
import { type CurlBody, curlLine } from './curl-line.ts';
import { linkedJson } from './linked-json.ts';
import { isOfPage } from './page-form.ts';
import { pageWords } from './page-words.ts';

/** What an answer in JSON would have said of itself, in the order in which it is shown. */
export type AnswerHeaders = readonly (readonly [name: string, value: string])[];

/**
 * A request and its answer, as a client of the API has them.
 *
 * @param shown.pages  the way through the pages of a list, which is on both sides of a long answer
 * @param shown.names  what people call the objects at addresses in the answer
 */
export function exchangeSheet<Services>(
  {
    outcome,
    headers,
    pages,
    names,
  }: {
    outcome: Outcome;
    headers: AnswerHeaders;
    pages?: { above: Html | undefined; below: Html | undefined };
    names?: ReadonlyMap<string, string>;
  },
  known: Pick<KnownRequest<Services>, 'request' | 'language'> & { method: string; curl: Html | undefined },
): Html {
  const { request, method, language, curl } = known;
  const say = pageWords[language];
  const { status, body } = outcome;
  return html`<section aria-labelledby="request"><h2 id="request">${say.request}</h2>
<pre class="wrap" tabindex="0"><b>${method}</b> ${apiAddress(request.originalUrl)}</pre>
${curl}</section>
<section aria-labelledby="answer"><h2 id="answer">${say.answer}</h2>
<pre class="wrap" tabindex="0" id="head"><b>HTTP ${status} ${STATUS_CODES[status] ?? ''}</b>
${headers.map(([name, value]) => html`<b>${name}:</b> ${value}\n`)}</pre>
${pages?.above}
${body !== undefined && html`<pre class="wrap" tabindex="0" id="json">${linkedJson(body, names)}</pre>`}
${pages?.below}</section>`;
}

/** A line for a shell, ready to be copied. */
export function curlSheet<Services>(
  { id, method, body }: { id: string; method: string; body?: CurlBody | undefined },
  { request, base, language, engine }: KnownRequest<Services>,
): Html {
  const say = pageWords[language];
  const line = curlLine({
    method,
    url: `${base}${apiAddress(request.originalUrl)}`,
    language: language === engine.language ? undefined : language,
    body,
  });
  return html`<details><summary>${say.curl} (${method})</summary>
${copyable(line, { id: `curl-${id}`, language })}
<p class="help">${say.curlHelp}</p></details>`;
}

/** The address as a client of the API asks for it: without what only pages need, or says nothing. */
function apiAddress(address: Request['originalUrl']): string {
  const [path = '', query = ''] = address.split(/\?(.*)/s);
  const parameters = [...new URLSearchParams(query)].filter(
    ([name, value]) => name !== 'format' && value !== '' && !isOfPage(name),
  );
  const kept = new URLSearchParams(parameters).toString();
  const plain = path.replace(/\.(json|api)\/?$/, '/');
  return kept === '' ? plain : `${plain}?${kept}`;
}

/** The address of this read again, from another page or in another format. */
export function readAddress(
  { originalUrl, query }: Pick<Request, 'originalUrl' | 'query'>,
  { format = query.format === 'api' ? 'api' : undefined }: { format?: string | undefined } = {},
): string {
  const address = apiAddress(originalUrl);
  if (format === undefined) return address;
  return `${address}${address.includes('?') ? '&' : '?'}format=${format}`;
}
