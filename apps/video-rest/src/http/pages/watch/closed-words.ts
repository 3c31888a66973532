import { inEachLanguage } from '@campus/pages';

/** What the page of a video says to whom it is closed. */
export const closedWords = inEachLanguage({
  title: ['This video is not open to everybody', 'Cette vidéo n’est pas accessible à tous'],
  sign_in: ['It cannot be watched without signing in.', 'Elle ne peut être regardée qu’après connexion.'],
  signIn: ['Sign in to watch it', 'Se connecter pour la regarder'],
  groups: [
    'It is open to certain groups, and your account is in none of them. Ask whoever gave you the address.',
    'Elle est réservée à certains groupes, et votre compte n’appartient à aucun d’eux. Adressez-vous à la personne qui vous a donné l’adresse.',
  ],
  password: [
    'It is open to those who know its password. Ask whoever gave you the address for it.',
    'Elle est protégée par un mot de passe. Demandez-le à la personne qui vous a donné l’adresse.',
  ],
  passwordLabel: ['Password of this video', 'Mot de passe de cette vidéo'],
  watch: ['Watch', 'Regarder'],
  wrong: [
    'This is not the password of this video. Mind capital and small letters.',
    'Ce n’est pas le mot de passe de cette vidéo. Respectez les majuscules et les minuscules.',
  ],
});
