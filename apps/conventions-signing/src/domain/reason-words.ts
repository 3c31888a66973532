import { inEachLanguage } from '@campus/pages';

/** Why a record was erased, in its history. */
export const reasonWords = inEachLanguage({
  draft: (days: string) => [
    `Retention: a draft for more than ${days}`,
    `Conservation\u00a0: brouillon depuis plus de ${days}`,
  ],
  refused: (days: string) => [
    `Retention: refused for more than ${days}`,
    `Conservation\u00a0: refusé depuis plus de ${days}`,
  ],
  signed: (days: string) => [
    `Retention: signed for more than ${days}`,
    `Conservation\u00a0: signé depuis plus de ${days}`,
  ],
  'signed-outside': (days: string) => [
    `Retention: signed outside for more than ${days}`,
    `Conservation\u00a0: signé hors application depuis plus de ${days}`,
  ],
});
