import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import { http } from '@campus/service';
import type { Request } from 'express';
import type { KnownRequest } from '../engine.ts';
import type { Outcome } from '../outcome.ts';
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
  shown: {
    outcome: Outcome;
    headers: AnswerHeaders;
    pages?: { above: Html | undefined; below: Html | undefined };
    names?: ReadonlyMap<string, string>;
  },
  known: Pick<KnownRequest<Services>, 'request' | 'language'> & { method: string; curl: Html | undefined },
): Html {
  const { outcome, headers, pages, names } = shown;
  const { request, method, language, curl } = known;
  const say = pageWords[language];
  const { status, body } = outcome;
  return html`<section aria-labelledby="request"><h2 id="request">${say.request}</h2>
<pre class="wrap" tabindex="0"><b>${method}</b> ${apiAddress(request.originalUrl)}</pre>
${curl}</section>
<section aria-labelledby="answer"><h2 id="answer">${say.answer}</h2>
<pre class="wrap" tabindex="0" id="head"><b>HTTP ${status} ${http.STATUS_CODES[status] ?? ''}</b>
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
${ui.copyable(line, { id: `curl-${id}`, language })}
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

/** What a request brings: JSON, or the fields of a form with a file. */
type CurlBody = { json: unknown } | { fields: Readonly<Record<string, string>>; file: string };

/**
 * A request as a line for a POSIX shell, with the token in a variable of the shell.
 *
 * @param request.url  absolute
 * @param request.language  given when the answer depends on it
 */
export function curlLine(request: {
  method: string;
  url: string;
  language?: string | undefined;
  body?: CurlBody | undefined;
}): string {
  const { method, url, language, body } = request;
  const parts = ['curl'];
  if (method === 'HEAD') parts.push('--head');
  else if (method !== 'GET') parts.push('--request', method);
  // curl would take brackets and braces for a set of addresses.
  if (/[[\]{}]/.test(url)) parts.push('--globoff');
  parts.push('--header', '"Authorization: Token $TOKEN"');
  if (language !== undefined) parts.push('--header', quoted(`Accept-Language: ${language}`));
  parts.push(...bodyOptions(body), quoted(url));
  return parts.join(' ');
}

function bodyOptions(body: CurlBody | undefined): string[] {
  if (body === undefined) return [];
  if ('json' in body) {
    const json = quoted(JSON.stringify(body.json));
    return ['--header', quoted('Content-Type: application/json'), '--data-raw', json];
  }
  const fields = Object.entries(body.fields).flatMap(([name, value]) => [
    '--form-string',
    quoted(`${name}=${value}`),
  ]);
  return [...fields, '--form', quoted(`${body.file}=@file.mp4`)];
}

/** One word of a POSIX shell: between single quotes nothing has a meaning, and none can stand (Shell §2.2.2). */
export function quoted(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A longer text has links alone: marks would make it several times as long. */
const maxMarkedCharacters = 96 * 1024;

/**
 * A value as indented JSON, in which the http and https addresses are links, and names, texts, numbers and words are
 * marked for the style sheet (`api.css`). What is read and copied of it stays the JSON.
 *
 * @param names  what people call the objects at some of the addresses: it is shown beside them
 */
export function linkedJson(value: unknown, names: ReadonlyMap<string, string> = new Map()): Html {
  const text = JSON.stringify(value, null, 2) ?? '';
  const isMarked = text.length <= maxMarkedCharacters;
  let done = 0;
  const parts: (Html | string)[] = [];
  for (const { index, 0: token, groups: { literal, isKey, number } = {} } of text.matchAll(tokens)) {
    const marked = literal ?? token;
    const kind = literal === undefined ? (number === undefined ? 'w' : 'n') : isKey === undefined ? 's' : 'k';
    const address: unknown = kind === 's' ? JSON.parse(marked) : undefined;
    const isLink = typeof address === 'string' && isAddress(address);
    if (!isMarked && !isLink) continue;
    const shown = isLink ? linked(marked, address) : marked;
    const name = isLink ? names.get(address) : undefined;
    parts.push(
      text.slice(done, index),
      html`<span${attributes({ class: kind, 'data-name': name })}>${shown}</span>`,
    );
    done = index + marked.length;
  }
  return html`${parts}${text.slice(done)}`;
}

/** A text of JSON whose content is a link, within its marks of quotation. */
function linked(literal: string, address: string): Html {
  return html`"<a href="${address}" rel="noreferrer">${literal.slice(1, -1)}</a>"`;
}

/** Every text, with the colon after it where it is the name of a member; every number; true, false and null. */
const tokens =
  /(?<literal>"[^"\\]*(?:\\.[^"\\]*)*")(?<isKey>:)?|(?<number>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|true|false|null/gi;

function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text);
}
