import { TranslatedError, translated } from '@campus/pages';

/** What a refused place of a theme says to people. */
export const themeMessages = translated({
  parent_elsewhere: ['This theme is of another channel.', "Ce thème est d'une autre chaîne."],
  parent_within: [
    'A theme cannot stand below itself, nor below one that stands below it.',
    "Un thème ne peut être placé ni sous lui-même, ni sous l'un de ses sous-thèmes.",
  ],
  titles_meet: [
    'Two themes of one channel would have the same title.',
    "Deux thèmes d'une même chaîne auraient le même titre.",
  ],
});

/** The closed list of what can be wrong with the place of a theme. */
export type ThemeErrorCode = keyof typeof themeMessages;

/** A theme cannot stand there; nothing has changed when it is thrown. */
export class ThemeError extends TranslatedError<ThemeErrorCode> {
  constructor(code: ThemeErrorCode, { cause }: { cause?: unknown } = {}) {
    super(themeMessages, code, { cause });
  }
}
