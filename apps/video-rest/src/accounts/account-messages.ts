import type { AccountErrorCode } from './account-error.ts';

/** What a refused change of an account or a token says to people. `{name}` stands for a value of the error. */
export const accountMessages = {
  user_not_found: {
    en: 'There is no user "{username}".',
    fr: "Il n'y a pas d'utilisateur « {username} ».",
  },
  username_taken: {
    en: 'A user with that username already exists.',
    fr: 'Un utilisateur avec ce nom existe déjà.',
  },
  invalid_username: {
    en: 'Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters.',
    fr: "Saisissez un nom d'utilisateur valide. Il ne peut contenir que des lettres, des nombres ou les caractères « @ », « . », « + », « - » et « _ ».",
  },
  username_too_long: {
    en: 'A username has at most {maxCharacters} characters.',
    fr: "Un nom d'utilisateur comporte au plus {maxCharacters} caractères.",
  },
  invalid_email: {
    en: 'Enter a valid email address.',
    fr: 'Saisissez une adresse e-mail valide.',
  },
  password_too_short: {
    en: 'This password is too short. It must contain at least {minCharacters} characters.',
    fr: 'Ce mot de passe est trop court. Il doit contenir au minimum {minCharacters} caractères.',
  },
  password_too_long: {
    en: 'This password is too long. It may take {maxBytes} bytes at most.',
    fr: 'Ce mot de passe est trop long. Il peut occuper au plus {maxBytes} octets.',
  },
  password_control_characters: {
    en: 'This password contains control characters, such as a line end, which nobody can sign in with.',
    fr: 'Ce mot de passe contient des caractères de contrôle, comme une fin de ligne, avec lesquels personne ne peut se connecter.',
  },
  last_superuser: {
    en: 'This is the last active superuser: it can be neither deleted, deactivated nor demoted.',
    fr: "C'est le dernier superutilisateur actif : il ne peut être ni supprimé, ni désactivé, ni rétrogradé.",
  },
  first_account_refused: {
    en: 'The first superuser "{username}" cannot be made: {reason} Check ROOT_USERNAME and ROOT_PASSWORD.',
    fr: 'Le premier superutilisateur « {username} » ne peut être créé : {reason} Vérifiez ROOT_USERNAME et ROOT_PASSWORD.',
  },
  token_not_found: {
    en: 'There is no token {id}.',
    fr: "Il n'y a pas de jeton {id}.",
  },
  invalid_label: {
    en: 'A label has at most {maxCharacters} characters, and no control characters among them.',
    fr: 'Un libellé comporte au plus {maxCharacters} caractères, dont aucun caractère de contrôle.',
  },
  expiry_in_past: {
    en: 'The expiry {expiresAt} is in the past.',
    fr: "La date d'expiration {expiresAt} est passée.",
  },
} satisfies Record<AccountErrorCode, { en: string; fr: string }>;
