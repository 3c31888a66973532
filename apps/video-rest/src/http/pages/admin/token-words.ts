import type { Language, OutcomeText } from '@campus/pages';

const en = {
  create: 'Create a token',
  made: 'The token is made',
  keep: 'Copy the key now: it is kept nowhere and will not be shown again.',
  key: 'Key',
  copyKey: 'Copy the key',
  copyCommand: 'Copy the command',
  tryIt: 'To try it out',
  another: 'Create another token',
  all: 'All tokens',
  user: 'User',
  userHelp: 'The token has the rights of this user, also those that the user is given later.',
  label: 'Label',
  labelHelp: 'What it is for, so that somebody can tell later whether it is still needed.',
  expires: 'Last day',
  expiresHelp: (timeZone: string) =>
    `It works until the end of that day (${timeZone}). Empty: until it is revoked.`,
  chooseUser: 'Choose a user.',
  noDay: 'This is no day of the calendar, such as 2027-01-31.',
  searchHelp: 'User name or label',
  created: 'Created',
  lastUsed: 'Last used',
  expiry: 'Expires',
  state: 'State',
  actions: 'Actions',
  states: {
    valid: 'valid',
    revoked: 'revoked',
    expired: 'expired',
    'user deactivated': 'user deactivated',
  },
  revoke: 'Revoke',
  revokeNamed: (prefix: string) => `Revoke ${prefix}…`,
  revokeTitle: 'Revoke this token?',
  revokeMeans:
    'Whatever uses it is refused from then on, with its next request. A revoked token stays in the list and cannot be made valid again.',
  outcomes: {
    revoked: good('The token is revoked.'),
    repeated: info('The form was sent again, and nothing was done: its token was made, its key shown once.'),
  },
  none: 'There is no token.',
  noneFound: (words: string) => `No token has "${words}" in its label or in the name of its user.`,
};

type Words = typeof en;

const fr: Words = {
  create: 'Créer un jeton',
  made: 'Le jeton est créé',
  keep: 'Copiez la clé maintenant\u00a0: elle n’est conservée nulle part et ne sera plus affichée.',
  key: 'Clé',
  copyKey: 'Copier la clé',
  copyCommand: 'Copier la commande',
  tryIt: 'Pour l’essayer',
  another: 'Créer un autre jeton',
  all: 'Tous les jetons',
  user: 'Utilisateur',
  userHelp: 'Le jeton a les droits de cet utilisateur, y compris ceux reçus plus tard.',
  label: 'Libellé',
  labelHelp: 'À quoi il sert, pour que l’on sache plus tard s’il est encore utile.',
  expires: 'Dernier jour',
  expiresHelp: (timeZone) =>
    `Il est valable jusqu’à la fin de ce jour (${timeZone}). Vide\u00a0: jusqu’à sa révocation.`,
  chooseUser: 'Choisissez un utilisateur.',
  noDay: 'Ce n’est pas un jour du calendrier, comme 2027-01-31.',
  searchHelp: 'Nom d’utilisateur ou libellé',
  created: 'Créé',
  lastUsed: 'Dernier usage',
  expiry: 'Expire',
  state: 'État',
  actions: 'Actions',
  states: {
    valid: 'valable',
    revoked: 'révoqué',
    expired: 'expiré',
    'user deactivated': 'utilisateur désactivé',
  },
  revoke: 'Révoquer',
  revokeNamed: (prefix) => `Révoquer ${prefix}…`,
  revokeTitle: 'Révoquer ce jeton\u202f?',
  revokeMeans:
    'Ce qui l’utilise sera refusé dès la requête suivante. Un jeton révoqué reste dans la liste et ne peut redevenir valable.',
  outcomes: {
    revoked: good('Le jeton est révoqué.'),
    repeated: info(
      'Le formulaire a été envoyé de nouveau, et rien n’a été fait\u00a0: son jeton est créé, sa clé a été affichée une fois.',
    ),
  },
  none: 'Il n’y a aucun jeton.',
  noneFound: (words) =>
    `Aucun jeton n’a «\u00a0${words}\u00a0» dans son libellé ou le nom de son utilisateur.`,
};

/** What the pages of access tokens say. */
export const tokenWords = { en, fr } satisfies Record<Language, Words>;

function good(text: string): OutcomeText {
  return { mood: 'good', text };
}

function info(text: string): OutcomeText {
  return { mood: 'info', text };
}
