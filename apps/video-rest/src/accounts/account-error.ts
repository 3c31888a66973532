import { accountMessages } from './account-messages.ts';

/** The closed list of what can be wrong with a change of an account or of a token. */
export type AccountErrorCode =
  | 'user_not_found'
  | 'username_taken'
  | 'invalid_username'
  | 'username_too_long'
  | 'invalid_email'
  | 'password_too_short'
  | 'password_too_long'
  | 'password_control_characters'
  | 'last_superuser'
  | 'first_account_refused'
  | 'token_not_found'
  | 'invalid_label'
  | 'expiry_in_past';

/** An expected failure of a change; nothing has changed when it is thrown. No value of it is a secret. */
export class AccountError extends Error {
  readonly code: AccountErrorCode;
  /** What stands in the places of its text in `accountMessages`. */
  readonly values: Readonly<Record<string, string | number>>;

  constructor(
    code: AccountErrorCode,
    values: Readonly<Record<string, string | number>> = {},
    { cause }: { cause?: unknown } = {},
  ) {
    const text = accountMessages[code].en;
    super(
      text.replace(/\{(\w+)\}/g, (_place, name: string) => String(values[name])),
      { cause },
    );
    this.name = 'AccountError';
    this.code = code;
    this.values = values;
  }
}
