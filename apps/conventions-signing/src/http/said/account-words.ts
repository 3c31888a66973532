import { peopleOutcomes, peopleWords } from '@campus/accounts';
import { inEachLanguage, outcome } from '@campus/pages';

/** What the pages of the accounts say, and histories of who did something. */
export const accountWords = inEachLanguage({
  ...peopleWords,
  accounts: ['Accounts', 'Comptes'],
  newAccount: ['New account', 'Nouveau compte'],
  usernameHelp: [
    'Letters, digits and @ . + - _. It stays for ever: the history names people by it.',
    'Lettres, chiffres et @ . + - _. Il reste pour toujours\u00a0: l’historique désigne les personnes par lui.',
  ],
  fullName: ['Name', 'Nom'],
  email: ['Mail', 'Adresse électronique'],
  role: ['Role', 'Rôle'],
  lastSignIn: ['Last sign-in', 'Dernière connexion'],
  create: ['Create the account', 'Créer le compte'],
  setPassword: ['Set the password', 'Définir le mot de passe'],
  setPasswordMeans: [
    'The old one is refused from then on, and whoever is signed in with it has to sign in again.',
    'L’ancien est alors refusé, et qui est connecté avec lui doit se connecter de nouveau.',
  ],
  deactivateTitle: (username: string) => [`Deactivate ${username}`, `Désactiver ${username}`],
  deactivateMeans: (username: string) => [
    `${username} is signed out and can sign in no more. The account stays, since the history names people by it, and can be activated again.`,
    `${username} est déconnecté et ne peut plus se connecter. Le compte reste, car l’historique désigne les personnes par lui, et peut être réactivé.`,
  ],
  activateTitle: (username: string) => [`Activate ${username}`, `Activer ${username}`],
  activateMeans: (username: string) => [
    `${username} can sign in again, with the role and the password as they are.`,
    `${username} peut se connecter de nouveau, avec son rôle et son mot de passe tels qu’ils sont.`,
  ],
  createdTitle: (username: string) => [`Account ${username} created`, `Compte ${username} créé`],
  passwordTitle: (username: string) => [`Password of ${username}`, `Mot de passe du compte ${username}`],
  outcomes: {
    created: outcome('good', ['The account is there and active.', 'Le compte existe et est actif.']),
    changed: outcome('good', ['The account is changed.', 'Le compte est modifié.']),
    'password-set': peopleOutcomes.passwordSet,
    deactivated: outcome('good', ['The account is deactivated.', 'Le compte est désactivé.']),
    activated: outcome('good', ['The account is active again.', 'Le compte est de nouveau actif.']),
    'factors-removed': peopleOutcomes.factorsRemoved,
  },
  toAccount: ['To the account', 'Vers le compte'],
  chooseRole: ['Choose a role.', 'Choisissez un rôle.'],
  actors: {
    service: ['the service', 'le service'],
    token: ['token', 'jeton'],
    signingApplication: ['signing application', 'application de signature'],
    institution: ["institution's application", 'application de l’établissement'],
    commandLine: (user: string) => [`command line, as ${user}`, `ligne de commande, en tant que ${user}`],
  },
});
