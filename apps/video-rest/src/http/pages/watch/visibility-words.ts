import { inEachLanguage } from '@campus/pages';

/** What the badges of a video say of who may watch it. */
export const visibilityWords = inEachLanguage({
  public: ['public', 'publique'],
  draft: ['draft', 'brouillon'],
  restricted: ['restricted', 'accès restreint'],
  groups: ['for groups', 'réservée à des groupes'],
  password: ['password', 'mot de passe'],
});
