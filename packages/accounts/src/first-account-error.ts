import { OperatorError } from '@campus/config';
import type { AccountRuleError } from './account-rule-error.ts';

/** The first account of a service cannot be made as it is configured. */
export class FirstAccountError extends OperatorError {
  constructor(account: { what: string; username: string; parameters: string }, cause: AccountRuleError) {
    const { what, username, parameters } = account;
    super(`The first ${what} "${username}" cannot be made: ${cause.message} Check ${parameters}.`, { cause });
  }
}
