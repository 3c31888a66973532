import { type Html, html } from '../html.ts';
import type { Language } from '../language/language.ts';
import { pageWords } from '../page-words.ts';

/** The ways from one page of a list to the others; undefined where there is only one page. */
export function pager(
  options: {
    /** From 1. */
    page: number;
    addressOf: (page: number | 'last') => string;
    language: Language;
    /** The one below a list that has one above it, too. */
    isSecond?: boolean | undefined;
  } & (
    | { hasNext: boolean; lastPage?: undefined; isEstimate?: undefined }
    /** Where somebody has counted, or has an idea how many there are. */
    | { lastPage: number; isEstimate?: boolean; hasNext?: undefined }
  ),
): Html | undefined {
  const { page, hasNext, lastPage, isEstimate = false, addressOf, language, isSecond = false } = options;
  const isMore = hasNext ?? page < lastPage;
  if (page === 1 && !isMore) return undefined;
  const say = pageWords[language];
  const link = (to: number | 'last', text: string, rel?: string) =>
    html`<li><a href="${addressOf(to)}"${rel !== undefined && html` rel="${rel}"`}>${text}</a></li>`;
  return html`<nav class="pager" aria-label="${isSecond ? say.pagesBelow : say.pages}"><ul>
${lastPage !== undefined && page > 2 && link(1, say.first)}${page > 1 && link(page - 1, say.previous, 'prev')}
<li><span aria-current="page">${placeOf()}</span></li>
${isMore && link(page + 1, say.next, 'next')}${lastPage !== undefined && page < lastPage - 1 && link(isEstimate ? 'last' : lastPage, say.last)}
</ul></nav>`;

  function placeOf(): string {
    if (lastPage === undefined) return say.page(page);
    return isEstimate ? say.pageOfAbout(page, lastPage) : say.pageOf(page, lastPage);
  }
}

/** How many there are; an estimate is read as one. */
export interface Count {
  count: number;
  isEstimate?: boolean | undefined;
}

/** `12,345`, `about 12,000`. */
export function countText({ count, isEstimate = false }: Count, language: Language): string {
  const number = new Intl.NumberFormat(language).format(count);
  return isEstimate ? pageWords[language].about(number) : number;
}
