import { translatedError } from '@campus/pages';

/** A rule that a user name, a password or a mail address breaks; nothing has changed when it is thrown. */
export class AccountRuleError extends translatedError({
  username_taken: ['A user with that username already exists.', 'Un utilisateur avec ce nom existe déjà.'],
  invalid_username: [
    'Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters.',
    "Saisissez un nom d'utilisateur valide. Il ne peut contenir que des lettres, des nombres ou les caractères « @ », « . », « + », « - » et « _ ».",
  ],
  username_too_long: [
    'A username has at most {maxCharacters} characters.',
    "Un nom d'utilisateur comporte au plus {maxCharacters} caractères.",
  ],
  invalid_email: ['Enter a valid email address.', 'Saisissez une adresse e-mail valide.'],
  password_too_short: [
    'This password is too short. It must contain at least {minCharacters} characters.',
    'Ce mot de passe est trop court. Il doit contenir au minimum {minCharacters} caractères.',
  ],
  password_too_long: [
    'This password is too long. It may take {maxBytes} bytes at most.',
    'Ce mot de passe est trop long. Il peut occuper au plus {maxBytes} octets.',
  ],
  password_control_characters: [
    'This password contains control characters, such as a line end, which nobody can sign in with.',
    'Ce mot de passe contient des caractères de contrôle, comme une fin de ligne, avec lesquels personne ne peut se connecter.',
  ],
  password_too_common: [
    'This password is too common: it is among the first that anybody tries.',
    'Ce mot de passe est trop courant : il est parmi les premiers que tout le monde essaie.',
  ],
  password_of_context: [
    'This password has hardly more in it than a name that anybody tries: of the user, the institution or the service.',
    "Ce mot de passe ne contient guère plus qu'un nom que tout le monde essaie : de l'utilisateur, de l'établissement ou du service.",
  ],
}) {
  /** Which of the three it is about: the one to give in another way. */
  get subject(): 'username' | 'email' | 'password' {
    return subjects[this.code];
  }
}

const subjects = {
  username_taken: 'username',
  invalid_username: 'username',
  username_too_long: 'username',
  invalid_email: 'email',
  password_too_short: 'password',
  password_too_long: 'password',
  password_control_characters: 'password',
  password_too_common: 'password',
  password_of_context: 'password',
} as const satisfies Record<AccountRuleError['code'], string>;
