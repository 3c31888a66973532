import type { Language } from '@campus/pages';

const en = {
  title: 'This video is not open to everybody',
  sign_in: 'It cannot be watched without signing in.',
  signIn: 'Sign in to watch it',
  groups:
    'It is open to certain groups, and your account is in none of them. Ask whoever gave you the address.',
  password: 'It is open to those who know its password. Ask whoever gave you the address for it.',
  passwordLabel: 'Password of this video',
  watch: 'Watch',
  wrong: 'This is not the password of this video. Mind capital and small letters.',
};

type Words = typeof en;

const fr: Words = {
  title: 'Cette vidéo n’est pas accessible à tous',
  sign_in: 'Elle ne peut être regardée qu’après connexion.',
  signIn: 'Se connecter pour la regarder',
  groups:
    'Elle est réservée à certains groupes, et votre compte n’appartient à aucun d’eux. Adressez-vous à la personne qui vous a donné l’adresse.',
  password: 'Elle est protégée par un mot de passe. Demandez-le à la personne qui vous a donné l’adresse.',
  passwordLabel: 'Mot de passe de cette vidéo',
  watch: 'Regarder',
  wrong: 'Ce n’est pas le mot de passe de cette vidéo. Respectez les majuscules et les minuscules.',
};

/** What the page of a video says to whom it is closed. */
export const closedWords = { en, fr } satisfies Record<Language, Words>;
