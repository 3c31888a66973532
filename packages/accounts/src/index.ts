export {
  type Account,
  checkEmail,
  checkUsername,
  isEmail,
  isUsername,
  maxEmailCharacters,
  maxUsernameCharacters,
  usernamePattern,
} from './account.ts';
export { AccountRuleError } from './account-rule-error.ts';
export { formText, formTexts, isTicked } from './form-text.ts';
export {
  type Actor,
  type ChangeableDatabase,
  changeAs,
  commandLine,
  identityProvider,
  personAt,
  serviceItself,
} from './history/change-as.ts';
export {
  type AdministrationEntry,
  cursorIn,
  entryTexts,
  historyHeadings,
  historyPage,
  historyPageSize,
  readHistory,
} from './history/history.ts';
export { openBrowserSessions } from './open-browser-sessions.ts';
export { signInFiles } from './passkey/passkey-form.ts';
export { passkeyOptionLimits } from './passkey/passkey-sign-in.ts';
export { maxPasskeys } from './passkey/passkeys.ts';
export { createBasicLog } from './password/basic-log.ts';
export {
  type CheckPassword,
  type CheckSharedPassword,
  createPasswordCheck,
  createSharedPasswordCheck,
} from './password/check-password.ts';
export {
  hashNewPassword,
  hashSharedPassword,
  hashTurnLimits,
  passwordChangeLimits,
} from './password/hash-in-turn.ts';
export { hashOfNoPassword, hashPassword, verifyPassword } from './password/password-hash.ts';
export {
  checkPasswordRules,
  maxPasswordBytes,
  minPasswordCharacters,
  refuseInPasswords,
} from './password/password-rules.ts';
export { accountNotes, accountVerbs, generate } from './people/account-verbs.ts';
export { factorRemovalLink, factorsFact } from './people/factors-shown.ts';
export { peopleOf } from './people/people.ts';
export {
  type PeoplePages,
  type PersonOutcome,
  peopleRoutes,
  type ShownPerson,
} from './people/people-pages.ts';
export { peopleOutcomes, peopleWords } from './people/people-words.ts';
export { problemsAt, type Refusals } from './problems-at.ts';
export type { Identity } from './provider/identity-provider.ts';
export { IdentityError } from './provider/identity-provider.ts';
export {
  casParameters,
  casServerOf,
  checkCas,
  checkOpenId,
  openIdClientOf,
  openIdParameters,
} from './provider/provider-parameters.ts';
export { returnTurnLimits } from './provider/provider-routes.ts';
export { factorGlossaryWords } from './second-factor/factor-words.ts';
export { factorAttemptLimits, hasSecondFactor } from './second-factor/factors.ts';
export { secondFactorParameter } from './second-factor/second-factor-parameter.ts';
export type { BrowserSessions } from './session/browser-sessions.ts';
export { noticeRoutes } from './session/notice-routes.ts';
export { maxFormBytes } from './session/pages.ts';
export { absoluteMs, idleMs, maxSessions } from './session/session-data.ts';
export {
  actorOf,
  type FormHandlers,
  openVisitsWith,
  type Reader,
  readerOf,
  type Visit,
  type VisitDeps,
  visitsWith,
} from './session/visit.ts';
export type { OwnSection } from './sign-in/sign-in-parts.ts';
export { SignInError, signInRefusal } from './sign-in-error.ts';
export { createKnownClients, maxKnownPerAccount } from './throttling/known-clients.ts';
export {
  type AttemptLimits,
  addressBlock,
  attemptLimits,
  slowDownLimits,
} from './throttling/throttle-attempts.ts';
export { type TokenPages, tokenRoutes, tokenStateAt } from './tokens/token-pages.ts';
