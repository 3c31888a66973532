import { type HtmlPart, html } from './html.ts';
import type { Language, Translated } from './language/language.ts';
import type { Page } from './page.ts';
import { pageWords } from './page-words.ts';

/** A word that a service uses in its own way. */
export interface GlossaryEntry {
  term: Translated;
  meaning: Translated;
}

/** The words of a service, each by the name that stands behind `#` in an address that leads to it. */
export type Glossary = Readonly<Record<string, GlossaryEntry>>;

/**
 * Makes of a word on a page a link to what it means: for the first place of a page where its reader may wonder.
 *
 * @param address  of the glossary's page; undefined: the service has none, and the word stays as it is
 */
export function termLinks<Id extends string>(
  _glossary: Readonly<Record<Id, GlossaryEntry>>,
  address: string | undefined,
) {
  return (id: Id, text: string): HtmlPart =>
    address === undefined ? text : html`<a class="term" href="${address}#${id}">${text}</a>`;
}

/** A page that says what words mean, in the order of the alphabet of the reader. */
export function glossaryPage(glossary: Glossary, language: Language): Page {
  const entries = Object.entries(glossary).sort(([, one], [, other]) =>
    one.term[language].localeCompare(other.term[language], language),
  );
  return {
    title: pageWords[language].words,
    main: html`<dl class="sheet">${entries.map(
      ([id, { term, meaning }]) =>
        html`<dt id="${id}"><strong>${term[language]}</strong></dt><dd><p>${meaning[language]}</p></dd>`,
    )}</dl>`,
  };
}
