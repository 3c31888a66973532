import { inEachLanguage, outcome } from '@campus/pages';

/** What the pages of access tokens say. */
export const tokenWords = inEachLanguage({
  create: ['Create a token', 'Créer un jeton'],
  made: ['The token is made', 'Le jeton est créé'],
  keep: [
    'Copy the key now: it is kept nowhere and will not be shown again.',
    'Copiez la clé maintenant\u00a0: elle n’est conservée nulle part et ne sera plus affichée.',
  ],
  key: ['Key', 'Clé'],
  copyKey: ['Copy the key', 'Copier la clé'],
  copyCommand: ['Copy the command', 'Copier la commande'],
  tryIt: ['To try it out', 'Pour l’essayer'],
  another: ['Create another token', 'Créer un autre jeton'],
  all: ['All tokens', 'Tous les jetons'],
  user: ['User', 'Utilisateur'],
  userHelp: [
    'The token has the rights of this user, also those that the user is given later.',
    'Le jeton a les droits de cet utilisateur, y compris ceux reçus plus tard.',
  ],
  label: ['Label', 'Libellé'],
  labelHelp: [
    'What it is for, so that somebody can tell later whether it is still needed.',
    'À quoi il sert, pour que l’on sache plus tard s’il est encore utile.',
  ],
  expires: ['Last day', 'Dernier jour'],
  expiresHelp: (timeZone: string) => [
    `It works until the end of that day (${timeZone}). Empty: until it is revoked.`,
    `Il est valable jusqu’à la fin de ce jour (${timeZone}). Vide\u00a0: jusqu’à sa révocation.`,
  ],
  chooseUser: ['Choose a user.', 'Choisissez un utilisateur.'],
  noDay: [
    'This is no day of the calendar, such as 2027-01-31.',
    'Ce n’est pas un jour du calendrier, comme 2027-01-31.',
  ],
  searchHelp: ['User name or label', 'Nom d’utilisateur ou libellé'],
  created: ['Created', 'Créé'],
  lastUsed: ['Last used', 'Dernier usage'],
  expiry: ['Expires', 'Expire'],
  state: ['State', 'État'],
  actions: ['Actions', 'Actions'],
  states: {
    valid: ['valid', 'valable'],
    revoked: ['revoked', 'révoqué'],
    expired: ['expired', 'expiré'],
    'user deactivated': ['user deactivated', 'utilisateur désactivé'],
  },
  revoke: ['Revoke', 'Révoquer'],
  revokeNamed: (prefix: string) => [`Revoke ${prefix}…`, `Révoquer ${prefix}…`],
  revokeTitle: ['Revoke this token?', 'Révoquer ce jeton\u202f?'],
  revokeMeans: [
    'Whatever uses it is refused from then on, with its next request. A revoked token stays in the list and cannot be made valid again.',
    'Ce qui l’utilise sera refusé dès la requête suivante. Un jeton révoqué reste dans la liste et ne peut redevenir valable.',
  ],
  outcomes: {
    revoked: outcome('good', ['The token is revoked.', 'Le jeton est révoqué.']),
    repeated: outcome('info', [
      'The form was sent again, and nothing was done: its token was made, its key shown once.',
      'Le formulaire a été envoyé de nouveau, et rien n’a été fait\u00a0: son jeton est créé, sa clé a été affichée une fois.',
    ]),
  },
  none: ['There is no token.', 'Il n’y a aucun jeton.'],
  noneFound: (words: string) => [
    `No token has "${words}" in its label or in the name of its user.`,
    `Aucun jeton n’a «\u00a0${words}\u00a0» dans son libellé ou le nom de son utilisateur.`,
  ],
});
