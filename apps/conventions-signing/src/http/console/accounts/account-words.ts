import type { Language } from '@campus/language';

const en = {
  accounts: 'Accounts',
  newAccount: 'New account',
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
  passwordIs: 'Password',
  ways: {
    generated: 'have one generated, and see it once',
    typed: 'the one typed below',
    none: 'none: signs in with the institution',
  },
  password: 'Password to be given',
  passwordHelp: 'Only for “the one typed below”.',
  create: 'Create the account',
  change: 'Save',
  changed: 'The account is changed.',
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
  isCreated: 'The account is there and active.',
  passwordIsSet: 'The password is set.',
  shownOnce:
    'This password is shown only now. Hand it over in person, and have it changed at the first sign-in.',
  copy: 'Copy',
  copied: 'Copied',
  toAccount: 'To the account',
  cancel: 'Back without changing anything',
  chooseRole: 'Choose a role.',
};

type Words = typeof en;

const fr: Words = {
  accounts: 'Comptes',
  newAccount: 'Nouveau compte',
  username: "Nom d'utilisateur",
  usernameHelp:
    "Lettres, chiffres et @ . + - _. Il reste pour toujours : l'historique désigne les personnes par lui.",
  fullName: 'Nom',
  email: 'Adresse électronique',
  role: 'Rôle',
  state: 'État',
  active: 'actif',
  deactivated: 'désactivé',
  lastSignIn: 'Dernière connexion',
  created: 'Créé',
  passwordIs: 'Mot de passe',
  ways: {
    generated: 'en faire générer un, et le voir une seule fois',
    typed: 'celui saisi ci-dessous',
    none: "aucun : se connecte avec l'établissement",
  },
  password: 'Mot de passe à donner',
  passwordHelp: 'Seulement pour « celui saisi ci-dessous ».',
  create: 'Créer le compte',
  change: 'Enregistrer',
  changed: 'Le compte est modifié.',
  setPassword: 'Définir le mot de passe',
  setPasswordOf: (username) => `Définir le mot de passe de ${username}`,
  setPasswordMeans: "L'ancien est alors refusé, et qui est connecté avec lui doit se connecter de nouveau.",
  deactivate: 'Désactiver',
  deactivateTitle: (username) => `Désactiver ${username}`,
  deactivateMeans: (username) =>
    `${username} est déconnecté et ne peut plus se connecter. Le compte reste, car l'historique désigne les personnes par lui, et peut être réactivé.`,
  activate: 'Activer',
  activateTitle: (username) => `Activer ${username}`,
  activateMeans: (username) =>
    `${username} peut se connecter de nouveau, avec son rôle et son mot de passe tels qu'ils sont.`,
  createdTitle: (username) => `Compte ${username} créé`,
  passwordTitle: (username) => `Mot de passe de ${username}`,
  isCreated: 'Le compte existe et est actif.',
  passwordIsSet: 'Le mot de passe est défini.',
  shownOnce:
    "Ce mot de passe n'est affiché que maintenant. Transmettez-le en personne, et faites-le changer à la première connexion.",
  copy: 'Copier',
  copied: 'Copié',
  toAccount: 'Vers le compte',
  cancel: 'Revenir sans rien changer',
  chooseRole: 'Choisissez un rôle.',
};

/** What the pages of the accounts say. */
export const accountWords = { en, fr } satisfies Record<Language, Words>;
