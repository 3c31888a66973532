import { type MessageValues, type Translated, TranslatedError } from '@campus/pages';

/** What a refused change of an account or a token says to people. `{name}` stands for a value of the error. */
export const accountMessages = {
  user_not_found: {
    en: 'There is no user "{username}".',
    fr: "Il n'y a pas d'utilisateur « {username} ».",
  },
  last_superuser: {
    en: 'This is the last active superuser who can sign in: it can be neither deleted, deactivated nor demoted.',
    fr: "C'est le dernier superutilisateur actif qui peut se connecter : il ne peut être ni supprimé, ni désactivé, ni rétrogradé.",
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
} satisfies Record<string, Translated>;

/** The closed list of what can be wrong with a change of an account or of a token, beside the rules of accounts. */
export type AccountErrorCode = keyof typeof accountMessages;

/** An expected failure of a change; nothing has changed when it is thrown. */
export class AccountError extends TranslatedError<AccountErrorCode> {
  constructor(code: AccountErrorCode, values: MessageValues = {}) {
    super(accountMessages, code, { values });
  }
}
