export { AccountRuleError, accountRuleMessages } from './account-rule-error.ts';
export {
  type Actor,
  commandLine,
  identityProvider,
  personAt,
  serviceItself,
} from './administration/actor.ts';
export { changeAs, type Statements } from './administration/change-as.ts';
export { cursorIn, historyPageSize, readHistory } from './administration/history.ts';
export { historyPage } from './administration/history-page.ts';
export { checkEmail, isEmail, maxEmailCharacters } from './email.ts';
export { type FirstAccount, makeFirstAccount } from './make-first-account.ts';
export { type CheckPassword, createPasswordCheck } from './passwords/check-password.ts';
export { type CheckSharedPassword, createSharedPasswordCheck } from './passwords/check-shared-password.ts';
export { generatePassword } from './passwords/generate-password.ts';
export { hashTurnLimits } from './passwords/hash-lanes.ts';
export { hashNewPassword, passwordChangeLimits } from './passwords/hash-new-password.ts';
export { hashSharedPassword } from './passwords/hash-shared-password.ts';
export { hashPassword, verifyPassword } from './passwords/password-hash.ts';
export { checkPasswordRules, maxPasswordBytes, minPasswordCharacters } from './passwords/password-rules.ts';
export type { Account, BrowserSessions } from './sign-in/browser-sessions.ts';
export { casParameters, casServerOf, checkCas } from './sign-in/cas-parameters.ts';
export type { CasServer } from './sign-in/connect-cas.ts';
export type { OpenIdClient } from './sign-in/connect-open-id.ts';
export { formText, formTexts, isTicked } from './sign-in/form-text.ts';
export type { Identity } from './sign-in/identity.ts';
export { IdentityError } from './sign-in/identity-error.ts';
export { returnTurnLimits } from './sign-in/identity-provider-routes.ts';
export {
  generatedPasswordPage,
  newPasswordFields,
  newPasswordIn,
  type PasswordWay,
} from './sign-in/new-password.ts';
export { openBrowserSessions } from './sign-in/open-browser-sessions.ts';
export {
  checkOpenId,
  openIdClientOf,
  openIdParameters,
} from './sign-in/open-id-parameters.ts';
export { maxFormBytes } from './sign-in/read-form.ts';
export { absoluteMs, idleMs } from './sign-in/session-store.ts';
export { SignInError, signInMessages } from './sign-in-error.ts';
export { addressBlock } from './throttling/address-block.ts';
export {
  createKnownClients,
  type KnownClients,
  maxKnownPerAccount,
} from './throttling/known-clients.ts';
export { slowDownLimits } from './throttling/slow-down.ts';
export { type AttemptLimits, attemptLimits } from './throttling/throttle-attempts.ts';
export { checkUsername, isUsername, maxUsernameCharacters, usernamePattern } from './username.ts';
