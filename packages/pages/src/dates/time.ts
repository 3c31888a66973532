import { type Html, html } from '../html.ts';
import type { Language } from '../language/language.ts';

/**
 * An instant as people of a place read it, and in UTC for programs; a dash for undefined and null.
 *
 * @param options.seconds  to the second and not to the minute: where things happen within one
 */
export function time(
  instant: Date | null | undefined,
  { language, timeZone }: { language: Language; timeZone: string },
  { seconds = false }: { seconds?: boolean } = {},
): Html {
  if (instant === null || instant === undefined) return html`<span aria-hidden="true">–</span>`;
  const text = new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'medium',
    timeStyle: seconds ? 'medium' : 'short',
    timeZone,
  }).format(instant);
  return html`<time datetime="${instant.toISOString()}" title="${instant.toISOString()}">${text}</time>`;
}

/** Writes instants to the second, with the time zone: where no page tells it, as on paper. `21 Nov 2026, 15:05:08 CET`. */
export function zonedTime(options: { language: Language; timeZone: string }): (instant: Date) => string {
  const { language, timeZone } = options;
  const format = new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone,
  });
  return (instant) => format.format(instant);
}

/**
 * A day of the calendar as people read it.
 *
 * @param text  `YYYY-MM-DD`
 */
export function day(text: string, language: Language): Html {
  return html`<time datetime="${text}">${dayText(text, language)}</time>`;
}

/** The same without its tag. */
export function dayText(text: string, language: Language): string {
  // A day has no time zone: as an instant it is read where it was written.
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(text));
}

/**
 * A day of the calendar where there is little room: `3 Nov`.
 *
 * @param text  `YYYY-MM-DD`
 */
export function shortDay(text: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return format.format(new Date(text));
}

// English of Europe: the day before the month, and 24 hours.
const locales = { en: 'en-GB', fr: 'fr-FR' } satisfies Record<Language, string>;
