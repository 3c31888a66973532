import { inEachLanguage, type Pair } from '@campus/pages';
import type { SignableKind } from '../../domain/signable.ts';

/** What the two kinds are called, and one without its title; a document is a PDF of theirs. */
export const kindWords = inEachLanguage({
  one: {
    agreement: ['Agreement', 'Convention'],
    amendment: ['Amendment', 'Avenant'],
  } satisfies Record<SignableKind, Pair>,
  many: {
    agreement: ['Agreements', 'Conventions'],
    amendment: ['Amendments', 'Avenants'],
  } satisfies Record<SignableKind, Pair>,
  either: ['Agreement or amendment', 'Convention ou avenant'],
  erased: ['(erased)', '(effacé)'],
});
