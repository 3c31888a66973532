import { inEachLanguage, outcome } from '@campus/pages';

/** What the pages of the tokens say. */
export const tokenWords = inEachLanguage({
  title: ['Tokens', 'Jetons'],
  meaning: [
    'With a token a program opens one of the APIs. What is revoked is refused at once. The tokens of the configuration (appli.public.tokens, appli.management.tokens) are not listed here; they go on beside these.',
    'Avec un jeton, un programme ouvre une des API. Ce qui est révoqué est refusé aussitôt. Les jetons de la configuration (appli.public.tokens, appli.management.tokens) ne figurent pas ici\u202f; ils restent valables à côté de ceux-ci.',
  ],
  newToken: ['New token', 'Nouveau jeton'],
  name: ['Name', 'Nom'],
  nameHelp: [
    'Whose it is, such as the product that signs. Histories show it.',
    'À qui il est, par exemple le produit qui fait signer. Les historiques le montrent.',
  ],
  api: ['Opens', 'Ouvre'],
  apis: {
    public: [
      'the public API, for a signing application',
      'l’API publique, pour une application de signature',
    ],
    management: [
      'the management API, for the institution’s application',
      'l’API de gestion, pour l’application de l’établissement',
    ],
  },
  expires: ['Refused from', 'Refusé à partir du'],
  expiresHelp: [
    'The first day on which it is refused. Empty: it does not expire.',
    'Le premier jour où il est refusé. Vide\u00a0: il n’expire pas.',
  ],
  never: ['never', 'jamais'],
  lastUsed: ['Last used', 'Dernière utilisation'],
  made: ['Made', 'Créé'],
  by: ['By', 'Par'],
  state: ['State', 'État'],
  active: ['active', 'actif'],
  expired: ['expired', 'expiré'],
  revoked: ['revoked', 'révoqué'],
  fingerprint: ['Fingerprint', 'Empreinte'],
  make: ['Make the token', 'Créer le jeton'],
  madeTitle: (name: string) => [`Token ${name}`, `Jeton ${name}`],
  keep: [
    'Copy it now: it is shown this once, and kept nowhere.',
    'Copiez-le maintenant\u00a0: il n’est montré que cette fois, et n’est conservé nulle part.',
  ],
  isMade: [
    'The token is there, and is let in from now on.',
    'Le jeton existe, et est accepté dès maintenant.',
  ],
  toTokens: ['To the tokens', 'Vers les jetons'],
  revoke: ['Revoke', 'Révoquer'],
  revokeOf: (name: string) => [`Revoke ${name}`, `Révoquer ${name}`],
  revokeMeans: (name: string) => [
    `Whatever brings the token “${name}” is refused from then on, and what it follows ends. This cannot be undone; histories go on naming it.`,
    `Tout ce qui apporte le jeton «\u00a0${name}\u00a0» est alors refusé, et ce qu’il suit prend fin. C’est sans retour\u202f; les historiques continuent de le nommer.`,
  ],
  none: ['There is no token yet.', 'Il n’y a encore aucun jeton.'],
  outcomes: {
    revoked: outcome('good', ['The token is revoked.', 'Le jeton est révoqué.']),
  },
});
