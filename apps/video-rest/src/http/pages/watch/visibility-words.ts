import type { Language } from '@campus/pages';

const en = {
  public: 'public',
  draft: 'draft',
  restricted: 'restricted',
  groups: 'for groups',
  password: 'password',
};

const fr: typeof en = {
  public: 'publique',
  draft: 'brouillon',
  restricted: 'accès restreint',
  groups: 'réservée à des groupes',
  password: 'mot de passe',
};

/** What the badges of a video say of who may watch it. */
export const visibilityWords = { en, fr } satisfies Record<Language, typeof en>;
