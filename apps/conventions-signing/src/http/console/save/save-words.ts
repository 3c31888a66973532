import type { Language } from '@campus/pages';

const en = { save: 'Save as CSV' };

const fr: typeof en = { save: 'Enregistrer en CSV' };

export const saveWords = { en, fr } satisfies Record<Language, typeof en>;
