import { factorAdministrationWords } from '@campus/accounts';
import type { Language, OutcomeText } from '@campus/pages';

const en = {
  create: 'Create a user',
  outcomes: {
    created: good('The user is created.'),
    changed: good('The change is saved.'),
    passwordSet: good('The password is set.'),
    deactivated: good('The user is deactivated.'),
    factorsRemoved: good(factorAdministrationWords.en.removed),
    activated: good('The user is active again.'),
    repeated: info(
      'The form was sent again, and nothing was done: it was obeyed already, and a generated password is shown once.',
    ),
  },
  searchHelp: 'Name or e-mail address',
  none: (words: string) => `No user has "${words}" in a name or in the e-mail address.`,
  username: 'User name',
  usernameHelp: 'Letters, digits and @ . + - _; it cannot be changed here later.',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail address',
  rights: 'Rights',
  isStaff: 'Staff: all videos, types, buildings, broadcasters and encodings',
  isSuperuser: 'Superuser: everything, users and tokens too',
  flags: { superuser: 'superuser', staff: 'staff' },
  state: 'State',
  active: 'active',
  inactive: 'deactivated',
  joined: 'Created',
  lastSignIn: 'Last sign-in by browser',
  save: 'Save',
  setPassword: 'Set password',
  setPasswordOf: (username: string) => `Set the password of ${username}`,
  passwordMeans: 'Whoever is signed in as this user by a browser has to sign in again. Tokens stay.',
  ownPassword: 'Change your own password',
  generated: (username: string) => `The password of ${username}`,
  toUser: (username: string) => `To the page of ${username}`,
  tokens: 'Tokens of this user',
  createToken: 'Create a token',
  history: 'History',
  deactivate: 'Deactivate',
  deactivateTitle: (username: string) => `Deactivate ${username}?`,
  deactivateMeans:
    'Neither the password nor a token lets this user in any more, and sessions end. Videos stay as they are. It can be taken back.',
  activate: 'Activate',
  activateTitle: (username: string) => `Activate ${username}?`,
  activateMeans: 'The password and the tokens of before let this user in again.',
  tooLong: (maxCharacters: number) => `At most ${maxCharacters} characters.`,
  controlCharacters: 'There is a control character in it.',
};

type Words = typeof en;

const fr: Words = {
  create: 'Créer un utilisateur',
  outcomes: {
    created: good('L’utilisateur est créé.'),
    changed: good('La modification est enregistrée.'),
    passwordSet: good('Le mot de passe est défini.'),
    deactivated: good('L’utilisateur est désactivé.'),
    factorsRemoved: good(factorAdministrationWords.fr.removed),
    activated: good('L’utilisateur est de nouveau actif.'),
    repeated: info(
      'Le formulaire a été envoyé de nouveau, et rien n’a été fait\u00a0: il l’était déjà, et un mot de passe généré n’est affiché qu’une fois.',
    ),
  },
  searchHelp: 'Nom ou adresse e-mail',
  none: (words) => `Aucun utilisateur n’a «\u00a0${words}\u00a0» dans un nom ou l’adresse e-mail.`,
  username: 'Nom d’utilisateur',
  usernameHelp: 'Lettres, chiffres et @ . + - _\u202f; il ne peut plus être changé ici ensuite.',
  name: 'Nom',
  firstName: 'Prénom',
  lastName: 'Nom de famille',
  email: 'Adresse e-mail',
  rights: 'Droits',
  isStaff: 'Équipe\u00a0: toutes les vidéos, les types, les bâtiments, les diffuseurs et les encodages',
  isSuperuser: 'Superutilisateur\u00a0: tout, y compris les utilisateurs et les jetons',
  flags: { superuser: 'superutilisateur', staff: 'équipe' },
  state: 'État',
  active: 'actif',
  inactive: 'désactivé',
  joined: 'Créé',
  lastSignIn: 'Dernière connexion par navigateur',
  save: 'Enregistrer',
  setPassword: 'Définir le mot de passe',
  setPasswordOf: (username) => `Définir le mot de passe du compte ${username}`,
  passwordMeans: 'Les sessions de navigateur de cet utilisateur se terminent. Ses jetons restent.',
  ownPassword: 'Changer votre propre mot de passe',
  generated: (username) => `Le mot de passe du compte ${username}`,
  toUser: (username) => `Vers la page du compte ${username}`,
  tokens: 'Jetons de cet utilisateur',
  createToken: 'Créer un jeton',
  history: 'Historique',
  deactivate: 'Désactiver',
  deactivateTitle: (username) => `Désactiver ${username}\u202f?`,
  deactivateMeans:
    'Ni le mot de passe ni un jeton ne laissent plus entrer cet utilisateur, et ses sessions se terminent. Ses vidéos restent. C’est réversible.',
  activate: 'Activer',
  activateTitle: (username) => `Activer ${username}\u202f?`,
  activateMeans: 'Le mot de passe et les jetons d’avant laissent de nouveau entrer cet utilisateur.',
  tooLong: (maxCharacters) => `Au plus ${maxCharacters} caractères.`,
  controlCharacters: 'Il s’y trouve un caractère de contrôle.',
};

/** What the pages of users say. */
export const userWords = { en, fr } satisfies Record<Language, Words>;

function good(text: string): OutcomeText {
  return { mood: 'good', text };
}

function info(text: string): OutcomeText {
  return { mood: 'info', text };
}
