import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { Request } from 'express';
import type { z } from 'zod';
import { filterIn } from '../../asked/query-in.ts';
import { listWords } from '../../said/list-words.ts';
import type { Reader } from '../session/reader.ts';

/**
 * The ways through a list that goes on after its last row (`Page`), with the same filter; nothing where all
 * stands on one page.
 */
export function olderPages(
  request: Request,
  list: {
    schema: z.ZodObject;
    path: string;
    before: string | null;
    reader: Reader;
    /** Whether what comes later on the list is older; by default it is. */
    isNewestFirst?: boolean;
  },
): Html | false {
  const { schema, path, before, reader, isNewestFirst = true } = list;
  const say = listWords[reader.language].pages;
  const address = (cursor: string | undefined) =>
    ui.withQuery(path, { ...filterIn(request, schema), before: cursor });
  return onwardPages({
    first: request.query.before === undefined ? null : address(undefined),
    next: before === null ? null : address(before),
    language: reader.language,
    ...(isNewestFirst && { words: { first: say.newest, next: say.older } }),
  });
}

/** The way back to the beginning of a list, and on from its page; nothing where all stands on one page. */
export function onwardPages(list: {
  first: string | null;
  next: string | null;
  language: ui.Language;
  words?: { first: string; next: string };
}): Html | false {
  const { first, next, language, words } = list;
  const say = { ...listWords[language].pages, ...words };
  if (first === null && next === null) return false;
  return html`<nav class="pager" aria-label="${say.label}"><ul>
${first !== null && html`<li><a href="${first}">${say.first}</a></li>`}
${next !== null && html`<li><a href="${next}" rel="next">${say.next}</a></li>`}
</ul></nav>`;
}
