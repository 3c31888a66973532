import { inEachLanguage } from '@campus/pages';

/** What is said wherever somebody is given a password. */
export const newPasswordWords = inEachLanguage({
  way: ['Password', 'Mot de passe'],
  ways: {
    generated: ['have one generated, and see it once', 'en faire générer un, et le voir une seule fois'],
    typed: ['the one typed below', 'celui saisi ci-dessous'],
    none: ['none: signs in with the institution', 'aucun\u00a0: se connecte avec l’établissement'],
  },
  chooseWay: ['Choose where the password comes from.', 'Choisissez d’où vient le mot de passe.'],
  password: ['Password to be given', 'Mot de passe à donner'],
  passwordHelp: [
    'Only for “the one typed below”: 8 characters or more.',
    'Seulement pour «\u00a0celui saisi ci-dessous\u00a0»\u00a0: 8 caractères ou plus.',
  ],
  repeated: ['The same once more', 'Le même encore une fois'],
  notTheSame: ['The two passwords are not the same.', 'Les deux mots de passe ne sont pas identiques.'],
  keep: [
    'Copy the password now: it is kept nowhere and will not be shown again. Hand it over in person, and have it changed at the first sign-in.',
    'Copiez le mot de passe maintenant\u00a0: il n’est conservé nulle part et ne sera plus affiché. Transmettez-le en personne, et faites-le changer à la première connexion.',
  ],
});
