import { peopleOutcomes, peopleWords } from '@campus/accounts';
import { inEachLanguage, outcome } from '@campus/pages';

/** What the pages of users say. */
export const userWords = inEachLanguage({
  ...peopleWords,
  create: ['Create a user', 'Créer un utilisateur'],
  outcomes: {
    created: outcome('good', ['The user is created.', 'L’utilisateur est créé.']),
    changed: outcome('good', ['The change is saved.', 'La modification est enregistrée.']),
    passwordSet: peopleOutcomes.passwordSet,
    deactivated: outcome('good', ['The user is deactivated.', 'L’utilisateur est désactivé.']),
    factorsRemoved: peopleOutcomes.factorsRemoved,
    activated: outcome('good', ['The user is active again.', 'L’utilisateur est de nouveau actif.']),
    repeated: outcome('info', [
      'The form was sent again, and nothing was done: it was obeyed already, and a generated password is shown once.',
      'Le formulaire a été envoyé de nouveau, et rien n’a été fait\u00a0: il l’était déjà, et un mot de passe généré n’est affiché qu’une fois.',
    ]),
  },
  searchHelp: ['Name or e-mail address', 'Nom ou adresse e-mail'],
  none: (words: string) => [
    `No user has "${words}" in a name or in the e-mail address.`,
    `Aucun utilisateur n’a «\u00a0${words}\u00a0» dans un nom ou l’adresse e-mail.`,
  ],
  usernameHelp: [
    'Letters, digits and @ . + - _; it cannot be changed here later.',
    'Lettres, chiffres et @ . + - _\u202f; il ne peut plus être changé ici ensuite.',
  ],
  name: ['Name', 'Nom'],
  firstName: ['First name', 'Prénom'],
  lastName: ['Last name', 'Nom de famille'],
  email: ['E-mail address', 'Adresse e-mail'],
  rights: ['Rights', 'Droits'],
  isStaff: [
    'Staff: all videos, types, buildings, broadcasters and encodings',
    'Équipe\u00a0: toutes les vidéos, les types, les bâtiments, les diffuseurs et les encodages',
  ],
  isSuperuser: [
    'Superuser: everything, users and tokens too',
    'Superutilisateur\u00a0: tout, y compris les utilisateurs et les jetons',
  ],
  flags: {
    superuser: ['superuser', 'superutilisateur'],
    staff: ['staff', 'équipe'],
  },
  lastSignIn: ['Last sign-in by browser', 'Dernière connexion par navigateur'],
  setPassword: ['Set password', 'Définir le mot de passe'],
  passwordMeans: [
    'Whoever is signed in as this user by a browser has to sign in again. Tokens stay.',
    'Les sessions de navigateur de cet utilisateur se terminent. Ses jetons restent.',
  ],
  ownPassword: ['Change your own password', 'Changer votre propre mot de passe'],
  generated: (username: string) => [`The password of ${username}`, `Le mot de passe du compte ${username}`],
  toUser: (username: string) => [`To the page of ${username}`, `Vers la page du compte ${username}`],
  tokens: ['Tokens of this user', 'Jetons de cet utilisateur'],
  createToken: ['Create a token', 'Créer un jeton'],
  deactivateTitle: (username: string) => [`Deactivate ${username}?`, `Désactiver ${username}\u202f?`],
  deactivateMeans: () => [
    'Neither the password nor a token lets this user in any more, and sessions end. Videos stay as they are. It can be taken back.',
    'Ni le mot de passe ni un jeton ne laissent plus entrer cet utilisateur, et ses sessions se terminent. Ses vidéos restent. C’est réversible.',
  ],
  activateTitle: (username: string) => [`Activate ${username}?`, `Activer ${username}\u202f?`],
  activateMeans: () => [
    'The password and the tokens of before let this user in again.',
    'Le mot de passe et les jetons d’avant laissent de nouveau entrer cet utilisateur.',
  ],
  tooLong: (maxCharacters: number) => [
    `At most ${maxCharacters} characters.`,
    `Au plus ${maxCharacters} caractères.`,
  ],
  controlCharacters: ['There is a control character in it.', 'Il s’y trouve un caractère de contrôle.'],
});
