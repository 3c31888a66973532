import { type MessageValues, TranslatedError } from '@campus/pages';
import { accountMessages } from './account-messages.ts';

/** The closed list of what can be wrong with a change of an account or of a token, beside the rules of accounts. */
export type AccountErrorCode =
  | 'user_not_found'
  | 'last_superuser'
  | 'first_account_refused'
  | 'token_not_found'
  | 'invalid_label'
  | 'expiry_in_past';

/** An expected failure of a change; nothing has changed when it is thrown. */
export class AccountError extends TranslatedError {
  readonly code: AccountErrorCode;

  constructor(code: AccountErrorCode, values: MessageValues = {}, { cause }: { cause?: unknown } = {}) {
    super(accountMessages[code], { values, cause });
    this.name = 'AccountError';
    this.code = code;
  }
}
