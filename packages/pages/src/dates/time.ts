import { type Html, html } from '../html.ts';
import type { Language } from '../language/language.ts';

/** An instant as people of a place read it, to the minute, and in UTC for programs; a dash for undefined and null. */
export function time(
  instant: Date | null | undefined,
  { language, timeZone }: { language: Language; timeZone: string },
): Html {
  if (instant === null || instant === undefined) return html`<span aria-hidden="true">–</span>`;
  const text = new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(instant);
  return html`<time datetime="${instant.toISOString()}" title="${instant.toISOString()}">${text}</time>`;
}

/**
 * A day of the calendar as people read it.
 *
 * @param text  `YYYY-MM-DD`
 */
export function day(text: string, language: Language): Html {
  // A day has no time zone: as an instant it is read where it was written.
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' });
  return html`<time datetime="${text}">${format.format(new Date(text))}</time>`;
}

// English of Europe: the day before the month, and 24 hours.
const locales = { en: 'en-GB', fr: 'fr-FR' } satisfies Record<Language, string>;
