export { AccountRuleError, accountRuleMessages } from './account-rule-error.ts';
export {
  type Actor,
  commandLine,
  identityProvider,
  personAt,
  serviceItself,
} from './administration/actor.ts';
export { changeAs, type Statements } from './administration/change-as.ts';
export { factorAdministrationWords } from './administration/factor-administration-words.ts';
export { factorRemovalPage, factorsFact, hasFactors } from './administration/factor-removal.ts';
export {
  type AdministrationEntry,
  cursorIn,
  historyPageSize,
  readHistory,
} from './administration/history.ts';
export { entryTexts, historyHeadings, historyPage } from './administration/history-page.ts';
export { checkEmail, isEmail, maxEmailCharacters } from './email.ts';
export { casParameters, casServerOf, checkCas } from './identity-providers/cas-parameters.ts';
export type { CasServer } from './identity-providers/connect-cas.ts';
export type { OpenIdClient } from './identity-providers/connect-open-id.ts';
export type { Identity } from './identity-providers/identity.ts';
export { IdentityError } from './identity-providers/identity-error.ts';
export { returnTurnLimits } from './identity-providers/identity-provider-routes.ts';
export {
  checkOpenId,
  openIdClientOf,
  openIdParameters,
} from './identity-providers/open-id-parameters.ts';
export { type FirstAccount, makeFirstAccount } from './make-first-account.ts';
export {
  generatedPasswordPage,
  newPasswordFields,
  newPasswordIn,
  type PasswordWay,
} from './own-account/new-password.ts';
export { type CheckPassword, createPasswordCheck } from './passwords/check-password.ts';
export { type CheckSharedPassword, createSharedPasswordCheck } from './passwords/check-shared-password.ts';
export { generatePassword } from './passwords/generate-password.ts';
export { hashTurnLimits } from './passwords/hash-lanes.ts';
export { hashNewPassword, passwordChangeLimits } from './passwords/hash-new-password.ts';
export { hashSharedPassword } from './passwords/hash-shared-password.ts';
export { hashPassword, verifyPassword } from './passwords/password-hash.ts';
export { checkPasswordRules, maxPasswordBytes, minPasswordCharacters } from './passwords/password-rules.ts';
export { factorAttemptLimits } from './second-factor/factor-attempts.ts';
export { type Factors, factorsOf, hasSecondFactor, removeFactors } from './second-factor/factor-store.ts';
export { maxPasskeys } from './second-factor/relying-party.ts';
export { secondFactorParameter } from './second-factor/second-factor-parameter.ts';
export type { Account, BrowserSessions, OwnSection } from './sessions/browser-sessions.ts';
export { formText, formTexts, isTicked } from './sessions/form-text.ts';
export { openBrowserSessions } from './sessions/open-browser-sessions.ts';
export { maxFormBytes } from './sessions/read-form.ts';
export { absoluteMs, idleMs } from './sessions/session-data.ts';
export {
  actorOf,
  openVisitsWith,
  type Reader,
  readerOf,
  type Visit,
  type VisitDeps,
  visitsWith,
} from './sessions/visit.ts';
export { factorGlossaryWords } from './sign-in/factor-glossary-words.ts';
export { passkeyOptionLimits } from './sign-in/passkey-options.ts';
export { SignInError, signInMessages } from './sign-in-error.ts';
export { signInFiles } from './sign-in-files.ts';
export { addressBlock } from './throttling/address-block.ts';
export {
  createKnownClients,
  type KnownClients,
  maxKnownPerAccount,
} from './throttling/known-clients.ts';
export { slowDownLimits } from './throttling/slow-down.ts';
export { type AttemptLimits, attemptLimits } from './throttling/throttle-attempts.ts';
export { checkUsername, isUsername, maxUsernameCharacters, usernamePattern } from './username.ts';
