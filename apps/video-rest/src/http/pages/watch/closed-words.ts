import type { Language } from '@campus/pages';

const en = {
  title: 'This video is not open to everybody',
  sign_in: 'It is open to those who have signed in.',
  signIn: 'Sign in to watch it',
  groups: 'It is open to some groups, and your account is in none of them. Ask whoever gave you the address.',
  password: 'It is open to those who know its password. Ask whoever gave you the address.',
  passwordLabel: 'Password of this video',
  watch: 'Watch',
  wrong: 'This is not the password of this video. Capital letters count.',
};

type Words = typeof en;

const fr: Words = {
  title: "Cette vidéo n'est pas ouverte à tous",
  sign_in: 'Elle est ouverte à ceux qui se sont connectés.',
  signIn: 'Se connecter pour la regarder',
  groups:
    "Elle est ouverte à certains groupes, et votre compte n'appartient à aucun d'eux. Demandez à qui vous a donné l'adresse.",
  password:
    "Elle est ouverte à ceux qui connaissent son mot de passe. Demandez à qui vous a donné l'adresse.",
  passwordLabel: 'Mot de passe de cette vidéo',
  watch: 'Regarder',
  wrong: "Ce n'est pas le mot de passe de cette vidéo. Les majuscules comptent.",
};

/** What the page of a video says to whom it is closed. */
export const closedWords = { en, fr } satisfies Record<Language, Words>;
