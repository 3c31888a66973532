import { type MessageValues, type Translated, TranslatedError } from '@campus/pages';

/** What a refused change of an account says to people. `{name}` stands for a value of the error. */
export const accountMessages = {
  account_not_found: {
    en: 'There is no account "{username}".',
    fr: 'Il n’y a pas de compte «\u00a0{username}\u00a0».',
  },
  invalid_full_name: {
    en: 'A name has at most {maxCharacters} characters, and no control characters among them.',
    fr: 'Un nom comporte au plus {maxCharacters} caractères, dont aucun caractère de contrôle.',
  },
  invalid_scope: {
    en: 'A scope names at least one department or workflow, and at most {maxScopeNames}, of at most {maxCharacters} characters each.',
    fr: 'Un périmètre nomme au moins un département ou un circuit, et au plus {maxScopeNames}, de {maxCharacters} caractères au plus chacun.',
  },
  invalid_token_name: {
    en: 'The name of a token has 1 to {maxCharacters} characters, and no control characters among them.',
    fr: 'Le nom d’un jeton comporte de 1 à {maxCharacters} caractères, dont aucun caractère de contrôle.',
  },
  token_name_taken: {
    en: 'There is a token "{name}" that was not revoked: choose another name.',
    fr: 'Il y a un jeton « {name} » qui n’a pas été révoqué : choisissez un autre nom.',
  },
  token_made_before: {
    en: 'This form has made the token "{name}" before, which was shown then and is kept nowhere: send it again for another.',
    fr: 'Ce formulaire a déjà créé le jeton «\u00a0{name}\u00a0», qui a été montré alors et n’est conservé nulle part\u00a0: envoyez-le de nouveau pour en créer un autre.',
  },
  invalid_expiry: {
    en: 'The expiry must be an existing day, from tomorrow on.',
    fr: 'L’expiration doit être un jour existant, à partir de demain.',
  },
  too_many_tokens: {
    en: 'There are {maxTokens} tokens already: revoke one first.',
    fr: 'Il y a déjà {maxTokens} jetons : révoquez-en un d’abord.',
  },
  token_not_found: {
    en: 'There is no such token, or it was revoked already.',
    fr: 'Ce jeton n’existe pas, ou a déjà été révoqué.',
  },
  last_administrator: {
    en: 'This is the last active administrator who can sign in: it can be neither deactivated nor given another role.',
    fr: 'C’est le dernier administrateur actif qui peut se connecter\u00a0: il ne peut être ni désactivé, ni recevoir un autre rôle.',
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
