import { type MessageValues, type Translated, TranslatedError } from '@campus/pages';

/** What a refused change of an account says to people. `{name}` stands for a value of the error. */
export const accountMessages = {
  account_not_found: {
    en: 'There is no account "{username}".',
    fr: "Il n'y a pas de compte « {username} ».",
  },
  invalid_full_name: {
    en: 'A name has at most {maxCharacters} characters, and no control characters among them.',
    fr: 'Un nom comporte au plus {maxCharacters} caractères, dont aucun caractère de contrôle.',
  },
  last_administrator: {
    en: 'This is the last active administrator who can sign in: it can be neither deactivated nor given another role.',
    fr: "C'est le dernier administrateur actif qui peut se connecter : il ne peut être ni désactivé, ni recevoir un autre rôle.",
  },
} satisfies Record<string, Translated>;

/** The closed list of what can be wrong with a change of an account, beside the rules of accounts. */
export type AccountErrorCode = keyof typeof accountMessages;

/** An expected failure of a change; nothing has changed when it is thrown. */
export class AccountError extends TranslatedError<AccountErrorCode> {
  constructor(code: AccountErrorCode, values: MessageValues = {}) {
    super(accountMessages, code, { values });
  }
}
