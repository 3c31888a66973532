import type { Language, OutcomeText } from '@campus/pages';

const en = {
  title: 'Tokens',
  meaning:
    'With a token a program opens one of the APIs. What is revoked is refused at once. The tokens of the configuration (appli.public.tokens, appli.management.tokens) are not listed here; they go on beside these.',
  newToken: 'New token',
  name: 'Name',
  nameHelp: 'Whose it is, such as the product that signs. Histories show it.',
  api: 'Opens',
  apis: {
    public: 'the public API, for a signing application',
    management: 'the management API, for the institution’s application',
  },
  expires: 'Refused from',
  expiresHelp: 'The first day on which it is refused. Empty: it does not expire.',
  never: 'never',
  lastUsed: 'Last used',
  made: 'Made',
  by: 'By',
  state: 'State',
  active: 'active',
  expired: 'expired',
  revoked: 'revoked',
  fingerprint: 'Fingerprint',
  make: 'Make the token',
  madeTitle: (name: string) => `Token ${name}`,
  keep: 'Copy it now: it is shown this once, and kept nowhere.',
  isMade: 'The token is there, and is let in from now on.',
  toTokens: 'To the tokens',
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeMeans: (name: string) =>
    `Whatever brings the token “${name}” is refused from then on, and what it follows ends. This cannot be undone; histories go on naming it.`,
  none: 'There is no token yet.',
  outcomes: {
    revoked: { mood: 'good', text: 'The token is revoked.' },
  } satisfies Record<string, OutcomeText>,
};

type Words = typeof en;

const fr: Words = {
  title: 'Jetons',
  meaning:
    'Avec un jeton, un programme ouvre une des API. Ce qui est révoqué est refusé aussitôt. Les jetons de la configuration (appli.public.tokens, appli.management.tokens) ne figurent pas ici\u202f; ils restent valables à côté de ceux-ci.',
  newToken: 'Nouveau jeton',
  name: 'Nom',
  nameHelp: 'À qui il est, par exemple le produit qui fait signer. Les historiques le montrent.',
  api: 'Ouvre',
  apis: {
    public: 'l’API publique, pour une application de signature',
    management: 'l’API de gestion, pour l’application de l’établissement',
  },
  expires: 'Refusé à partir du',
  expiresHelp: 'Le premier jour où il est refusé. Vide\u00a0: il n’expire pas.',
  never: 'jamais',
  lastUsed: 'Dernière utilisation',
  made: 'Créé',
  by: 'Par',
  state: 'État',
  active: 'actif',
  expired: 'expiré',
  revoked: 'révoqué',
  fingerprint: 'Empreinte',
  make: 'Créer le jeton',
  madeTitle: (name) => `Jeton ${name}`,
  keep: 'Copiez-le maintenant\u00a0: il n’est montré que cette fois, et n’est conservé nulle part.',
  isMade: 'Le jeton existe, et est accepté dès maintenant.',
  toTokens: 'Vers les jetons',
  revoke: 'Révoquer',
  revokeOf: (name) => `Révoquer ${name}`,
  revokeMeans: (name) =>
    `Tout ce qui apporte le jeton «\u00a0${name}\u00a0» est alors refusé, et ce qu’il suit prend fin. C’est sans retour\u202f; les historiques continuent de le nommer.`,
  none: 'Il n’y a encore aucun jeton.',
  outcomes: {
    revoked: { mood: 'good', text: 'Le jeton est révoqué.' },
  },
};

/** What the pages of the tokens say. */
export const tokenWords = { en, fr } satisfies Record<Language, Words>;

/** What was done with a token; stands as `done` in the address of the list. */
export type TokenOutcome = keyof Words['outcomes'];
