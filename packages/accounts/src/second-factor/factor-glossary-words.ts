import { inEachLanguage } from '@campus/pages';

/** The words of second factors, for the glossary of a service. */
export const factorGlossaryWords = inEachLanguage({
  passkey: {
    term: ['passkey', 'clé d’accès'],
    meaning: [
      'A key that a phone, a computer or a security key keeps, and that signs in without a password. It works nowhere but here.',
      'Une clé que garde un téléphone, un ordinateur ou une clé de sécurité, et qui connecte sans mot de passe. Elle ne sert nulle part ailleurs qu’ici.',
    ],
  },
  'recovery-code': {
    term: ['recovery code', 'code de secours'],
    meaning: [
      'What signs in once, after the password, when the phone with the second factor is not at hand.',
      'Ce qui connecte une fois, après le mot de passe, quand le téléphone du second facteur n’est pas à portée de main.',
    ],
  },
});
