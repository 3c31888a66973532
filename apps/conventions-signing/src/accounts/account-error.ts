import { type MessageValues, TranslatedError } from '@campus/pages';
import { accountMessages } from './account-messages.ts';

/** The closed list of what can be wrong with a change of an account, beside the rules of accounts. */
export type AccountErrorCode =
  | 'account_not_found'
  | 'invalid_full_name'
  | 'last_administrator'
  | 'first_account_refused';

/** An expected failure of a change; nothing has changed when it is thrown. */
export class AccountError extends TranslatedError {
  readonly code: AccountErrorCode;

  constructor(code: AccountErrorCode, values: MessageValues = {}, { cause }: { cause?: unknown } = {}) {
    super(accountMessages[code], { values, cause });
    this.name = 'AccountError';
    this.code = code;
  }
}
