import type { Translated } from '@campus/pages';

/** Codes that ISO 639-1 has given up, and other platforms of this kind still know; Unicode has other names for them. */
export const formerLanguageWords: Readonly<Record<string, Translated>> = {
  bh: { en: 'Bihari languages', fr: 'langues biharies' },
  mo: { en: 'Moldovan', fr: 'moldave' },
  sh: { en: 'Serbo-Croatian', fr: 'serbo-croate' },
};
