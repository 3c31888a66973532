import { factorAdministrationWords } from '@campus/accounts';
import type { Language, OutcomeText } from '@campus/pages';

const en = {
  accounts: 'Accounts',
  newAccount: 'New account',
  history: 'History',
  username: 'User name',
  usernameHelp: 'Letters, digits and @ . + - _. It stays for ever: the history names people by it.',
  fullName: 'Name',
  email: 'Mail',
  role: 'Role',
  state: 'State',
  active: 'active',
  deactivated: 'deactivated',
  lastSignIn: 'Last sign-in',
  created: 'Created',
  create: 'Create the account',
  change: 'Save',
  setPassword: 'Set the password',
  setPasswordOf: (username: string) => `Set the password of ${username}`,
  setPasswordMeans:
    'The old one is refused from then on, and whoever is signed in with it has to sign in again.',
  deactivate: 'Deactivate',
  deactivateTitle: (username: string) => `Deactivate ${username}`,
  deactivateMeans: (username: string) =>
    `${username} is signed out and can sign in no more. The account stays, since the history names people by it, and can be activated again.`,
  activate: 'Activate',
  activateTitle: (username: string) => `Activate ${username}`,
  activateMeans: (username: string) =>
    `${username} can sign in again, with the role and the password as they are.`,
  createdTitle: (username: string) => `Account ${username} created`,
  passwordTitle: (username: string) => `Password of ${username}`,
  outcomes: {
    created: { mood: 'good', text: 'The account is there and active.' },
    changed: { mood: 'good', text: 'The account is changed.' },
    'password-set': { mood: 'good', text: 'The password is set.' },
    deactivated: { mood: 'good', text: 'The account is deactivated.' },
    activated: { mood: 'good', text: 'The account is active again.' },
    'factors-removed': { mood: 'good', text: factorAdministrationWords.en.removed },
  } satisfies Record<string, OutcomeText>,
  toAccount: 'To the account',
  chooseRole: 'Choose a role.',
  actors: {
    service: 'the service',
    token: 'token',
    signingApplication: 'signing application',
    institution: "institution's application",
    commandLine: (user: string) => `command line, as ${user}`,
  },
};

type Words = typeof en;

const fr: Words = {
  accounts: 'Comptes',
  newAccount: 'Nouveau compte',
  history: 'Historique',
  username: 'Nom d’utilisateur',
  usernameHelp:
    'Lettres, chiffres et @ . + - _. Il reste pour toujours\u00a0: l’historique désigne les personnes par lui.',
  fullName: 'Nom',
  email: 'Adresse électronique',
  role: 'Rôle',
  state: 'État',
  active: 'actif',
  deactivated: 'désactivé',
  lastSignIn: 'Dernière connexion',
  created: 'Créé',
  create: 'Créer le compte',
  change: 'Enregistrer',
  setPassword: 'Définir le mot de passe',
  setPasswordOf: (username) => `Définir le mot de passe du compte ${username}`,
  setPasswordMeans: 'L’ancien est alors refusé, et qui est connecté avec lui doit se connecter de nouveau.',
  deactivate: 'Désactiver',
  deactivateTitle: (username) => `Désactiver ${username}`,
  deactivateMeans: (username) =>
    `${username} est déconnecté et ne peut plus se connecter. Le compte reste, car l’historique désigne les personnes par lui, et peut être réactivé.`,
  activate: 'Activer',
  activateTitle: (username) => `Activer ${username}`,
  activateMeans: (username) =>
    `${username} peut se connecter de nouveau, avec son rôle et son mot de passe tels qu’ils sont.`,
  createdTitle: (username) => `Compte ${username} créé`,
  passwordTitle: (username) => `Mot de passe du compte ${username}`,
  outcomes: {
    created: { mood: 'good', text: 'Le compte existe et est actif.' },
    changed: { mood: 'good', text: 'Le compte est modifié.' },
    'password-set': { mood: 'good', text: 'Le mot de passe est défini.' },
    deactivated: { mood: 'good', text: 'Le compte est désactivé.' },
    activated: { mood: 'good', text: 'Le compte est de nouveau actif.' },
    'factors-removed': { mood: 'good', text: factorAdministrationWords.fr.removed },
  },
  toAccount: 'Vers le compte',
  chooseRole: 'Choisissez un rôle.',
  actors: {
    service: 'le service',
    token: 'jeton',
    signingApplication: 'application de signature',
    institution: 'application de l’établissement',
    commandLine: (user) => `ligne de commande, en tant que ${user}`,
  },
};

/** What the pages of the accounts say, and histories of who did something. */
export const accountWords = { en, fr } satisfies Record<Language, Words>;

/** What was done with an account; stands as `done` in the address of its page. */
export type AccountOutcome = keyof Words['outcomes'];
