export { AccountRuleError, type AccountRuleErrorCode } from './account-rule-error.ts';
export { accountRuleMessages } from './account-rule-messages.ts';
export { addressBlock } from './address-block.ts';
export {
  type CheckPassword,
  createPasswordCheck,
  type PasswordAccount,
  type PasswordAttempt,
} from './check-password.ts';
export { checkEmail, isEmail, maxEmailCharacters } from './email.ts';
export { generatePassword } from './generate-password.ts';
export { type FirstAccount, type FirstAccountSteps, makeFirstAccount } from './make-first-account.ts';
export { hashPassword, type ScryptCost, verifyPassword } from './password-hash.ts';
export { checkPasswordRules } from './password-rules.ts';
export { SignInError, type SignInErrorCode } from './sign-in-error.ts';
export { signInMessages } from './sign-in-messages.ts';
export {
  type AttemptLimits,
  attemptLimits,
  type BeginAttempt,
  throttleAttempts,
} from './throttle-attempts.ts';
export { type MessageValues, TranslatedError } from './translated-error.ts';
export { checkUsername, isUsername, maxUsernameCharacters, usernamePattern } from './username.ts';
