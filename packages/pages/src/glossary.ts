import { type HtmlPart, html } from './html.ts';
import type { Language } from './language/language.ts';
import type { Page } from './page.ts';
import { pageWords } from './page-words.ts';

/** The words that a service uses in its own way, each by the name that stands behind `#` in an address that leads to it. */
type Glossary<Id extends string = string> = Readonly<Record<Id, { term: string; meaning: string }>>;

/**
 * Makes of a word on a page a link to what it means: for the first place of a page where its reader may wonder.
 *
 * @param address  of the glossary's page; undefined: the service has none, and the word stays as it is
 */
export function termLinks<Id extends string>(_glossary: Glossary<Id>, address: string | undefined) {
  return (id: Id, text: string): HtmlPart =>
    address === undefined ? text : html`<a class="term" href="${address}#${id}">${text}</a>`;
}

/** A page that says what words mean, in the order of the alphabet of the reader. */
export function glossaryPage(glossary: Glossary, language: Language): Page {
  const entries = Object.entries(glossary).sort(([, one], [, other]) =>
    one.term.localeCompare(other.term, language),
  );
  return {
    title: pageWords[language].words,
    main: html`<dl class="sheet">${entries.map(
      ([id, { term, meaning }]) =>
        html`<dt id="${id}"><strong>${term}</strong></dt><dd><p>${meaning}</p></dd>`,
    )}</dl>`,
  };
}
