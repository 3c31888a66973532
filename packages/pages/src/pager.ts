import type { Language } from '@campus/language';
import { type Html, html } from './html.ts';

const words = {
  en: { pages: 'Pages', page: 'Page', previous: 'Previous', next: 'Next' },
  fr: { pages: 'Pages', page: 'Page', previous: 'Précédente', next: 'Suivante' },
} satisfies Record<Language, Record<string, string>>;

/** The ways from one page of a list to the next; undefined where there is only one page. */
export function pager({
  page,
  hasNext,
  addressOf,
  language,
}: {
  /** From 1. */
  page: number;
  hasNext: boolean;
  addressOf: (page: number) => string;
  language: Language;
}): Html | undefined {
  if (page === 1 && !hasNext) return undefined;
  const say = words[language];
  const link = (to: number, rel: string, text: string) =>
    html`<li><a href="${addressOf(to)}" rel="${rel}">${text}</a></li>`;
  return html`<nav class="pager" aria-label="${say.pages}"><ul>
${page > 1 && link(page - 1, 'prev', say.previous)}
<li><span aria-current="page">${say.page} ${page}</span></li>
${hasNext && link(page + 1, 'next', say.next)}
</ul></nav>`;
}
