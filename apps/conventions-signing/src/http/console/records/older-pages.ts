import { type Html, html, withQuery } from '@campus/pages';
import type { Request } from 'express';
import type { z } from 'zod';
import { filterIn } from '../forms/form-query.ts';
import type { Reader } from '../session/reader.ts';
import { listWords } from './list-words.ts';

/**
 * The ways through a list that goes on after its last row (`Page`), with the same filter; nothing where all
 * stands on one page.
 */
export function olderPages(
  request: Request,
  list: { schema: z.ZodObject; path: string; before: string | null; reader: Reader },
): Html | false {
  const { schema, path, before, reader } = list;
  const say = listWords[reader.language].pages;
  const address = (cursor: string | undefined) =>
    withQuery(path, { ...filterIn(request, schema), before: cursor });
  const isFirst = request.query.before === undefined;
  if (isFirst && before === null) return false;
  return html`<nav class="pager" aria-label="${say.label}"><ul>
${!isFirst && html`<li><a href="${address(undefined)}">${say.newest}</a></li>`}
${before !== null && html`<li><a href="${address(before)}" rel="next">${say.older}</a></li>`}
</ul></nav>`;
}
