import { type MessageValues, TranslatedError } from '@campus/pages';
import { accountRuleMessages } from './account-rule-messages.ts';

/** The closed list of the rules that user names, passwords and mail addresses can break. */
export type AccountRuleErrorCode =
  | 'username_taken'
  | 'invalid_username'
  | 'username_too_long'
  | 'invalid_email'
  | 'password_too_short'
  | 'password_too_long'
  | 'password_control_characters'
  | 'password_too_common'
  | 'password_is_username';

/** Something given for an account breaks a rule; nothing has changed when it is thrown. */
export class AccountRuleError extends TranslatedError {
  readonly code: AccountRuleErrorCode;

  constructor(code: AccountRuleErrorCode, values: MessageValues = {}) {
    super(accountRuleMessages[code], { values });
    this.name = 'AccountRuleError';
    this.code = code;
  }

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
  password_is_username: 'password',
} as const satisfies Record<AccountRuleErrorCode, string>;
