import { type Translated, TranslatedError } from '@campus/pages';

/** What a refused place of a theme says to people. */
export const themeMessages = {
  parent_elsewhere: {
    en: 'This theme is of another channel.',
    fr: "Ce thème est d'une autre chaîne.",
  },
  parent_within: {
    en: 'A theme cannot stand below itself, nor below one that stands below it.',
    fr: "Un thème ne peut être placé ni sous lui-même, ni sous l'un de ses sous-thèmes.",
  },
  titles_meet: {
    en: 'Two themes of one channel would have the same title.',
    fr: "Deux thèmes d'une même chaîne auraient le même titre.",
  },
} satisfies Record<string, Translated>;

/** The closed list of what can be wrong with the place of a theme. */
export type ThemeErrorCode = keyof typeof themeMessages;

/** A theme cannot stand there; nothing has changed when it is thrown. */
export class ThemeError extends TranslatedError<ThemeErrorCode> {
  constructor(code: ThemeErrorCode, { cause }: { cause?: unknown } = {}) {
    super(themeMessages, code, { cause });
  }
}
