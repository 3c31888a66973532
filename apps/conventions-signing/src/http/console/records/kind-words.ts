import type { Language } from '@campus/pages';
import type { SignableKind } from '../../../signing/signable.ts';

const en = {
  one: { agreement: 'Agreement', amendment: 'Amendment' } satisfies Record<SignableKind, string>,
  many: { agreement: 'Agreements', amendment: 'Amendments' } satisfies Record<SignableKind, string>,
  either: 'Agreement or amendment',
  erased: '(erased)',
};

type Words = typeof en;

const fr: Words = {
  one: { agreement: 'Convention', amendment: 'Avenant' },
  many: { agreement: 'Conventions', amendment: 'Avenants' },
  either: 'Convention ou avenant',
  erased: '(effacé)',
};

/** What the two kinds are called, and one without its title; a document is a PDF of theirs. */
export const kindWords = { en, fr } satisfies Record<Language, Words>;
