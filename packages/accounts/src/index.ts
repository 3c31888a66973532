export { AccountRuleError, accountRuleMessages } from './account-rule-error.ts';
export { checkEmail, isEmail, maxEmailCharacters } from './email.ts';
export {
  type Actor,
  commandLine,
  identityProvider,
  personAt,
  serviceItself,
} from './history/actor.ts';
export { changeAs, type Statements } from './history/change-as.ts';
export {
  type AdministrationEntry,
  cursorIn,
  historyPageSize,
  readHistory,
} from './history/history.ts';
export { entryTexts, historyHeadings, historyPage } from './history/history-page.ts';
export { openBrowserSessions } from './open-browser-sessions.ts';
export { passkeyOptionLimits } from './passkey/passkey-options.ts';
export { maxPasskeys } from './passkey/relying-party.ts';
export { signInFiles } from './passkey/sign-in-files.ts';
export { type CheckPassword, createPasswordCheck } from './password/check-password.ts';
export { type CheckSharedPassword, createSharedPasswordCheck } from './password/check-shared-password.ts';
export { generatePassword } from './password/generate-password.ts';
export { hashTurnLimits } from './password/hash-lanes.ts';
export { hashNewPassword, passwordChangeLimits } from './password/hash-new-password.ts';
export { hashSharedPassword } from './password/hash-shared-password.ts';
export {
  generatedPasswordPage,
  newPasswordFields,
  newPasswordIn,
  type PasswordWay,
} from './password/new-password.ts';
export { hashPassword, verifyPassword } from './password/password-hash.ts';
export { checkPasswordRules, maxPasswordBytes, minPasswordCharacters } from './password/password-rules.ts';
export { factorAdministrationWords } from './people/factor-administration-words.ts';
export { factorRemovalPage, factorsFact, hasFactors } from './people/factor-removal.ts';
export { type FirstAccount, makeFirstAccount } from './people/make-first-account.ts';
export { casParameters, casServerOf, checkCas } from './provider/cas-parameters.ts';
export type { CasServer } from './provider/connect-cas.ts';
export type { OpenIdClient } from './provider/connect-open-id.ts';
export type { Identity } from './provider/identity.ts';
export { IdentityError } from './provider/identity-error.ts';
export {
  checkOpenId,
  openIdClientOf,
  openIdParameters,
} from './provider/open-id-parameters.ts';
export { returnTurnLimits } from './provider/provider-routes.ts';
export { factorAttemptLimits } from './second-factor/factor-attempts.ts';
export { factorGlossaryWords } from './second-factor/factor-glossary-words.ts';
export { type Factors, factorsOf, hasSecondFactor, removeFactors } from './second-factor/factor-store.ts';
export { secondFactorParameter } from './second-factor/second-factor-parameter.ts';
export type { Account, BrowserSessions, OwnSection } from './session/browser-sessions.ts';
export { formText, formTexts, isTicked } from './session/form-text.ts';
export { maxFormBytes } from './session/read-form.ts';
export { absoluteMs, idleMs } from './session/session-data.ts';
export {
  actorOf,
  openVisitsWith,
  type Reader,
  readerOf,
  type Visit,
  type VisitDeps,
  visitsWith,
} from './session/visit.ts';
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
