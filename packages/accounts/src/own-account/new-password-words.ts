import type { Language } from '@campus/pages';

const en = {
  way: 'Password',
  ways: {
    generated: 'have one generated, and see it once',
    typed: 'the one typed below',
    none: 'none: signs in with the institution',
  },
  chooseWay: 'Choose where the password comes from.',
  password: 'Password to be given',
  passwordHelp: 'Only for “the one typed below”: 8 characters or more.',
  repeated: 'The same once more',
  notTheSame: 'The two passwords are not the same.',
  keep: 'Copy the password now: it is kept nowhere and will not be shown again. Hand it over in person, and have it changed at the first sign-in.',
};

type Words = typeof en;

const fr: Words = {
  way: 'Mot de passe',
  ways: {
    generated: 'en faire générer un, et le voir une seule fois',
    typed: 'celui saisi ci-dessous',
    none: 'aucun\u00a0: se connecte avec l’établissement',
  },
  chooseWay: 'Choisissez d’où vient le mot de passe.',
  password: 'Mot de passe à donner',
  passwordHelp: 'Seulement pour «\u00a0celui saisi ci-dessous\u00a0»\u00a0: 8 caractères ou plus.',
  repeated: 'Le même encore une fois',
  notTheSame: 'Les deux mots de passe ne sont pas identiques.',
  keep: 'Copiez le mot de passe maintenant\u00a0: il n’est conservé nulle part et ne sera plus affiché. Transmettez-le en personne, et faites-le changer à la première connexion.',
};

/** What is said wherever somebody is given a password. */
export const newPasswordWords = { en, fr } satisfies Record<Language, Words>;
