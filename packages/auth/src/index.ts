export type { Authorization, AuthorizationRefusal, RefusalReason, Scheme } from './authorization.ts';
export { type Caller, callerOf, rememberCaller } from './caller.ts';
export { type ChallengeParameters, challenge } from './challenge.ts';
export { findToken, tokenFingerprint } from './compare-token.ts';
export { isBearerToken } from './is-bearer-token.ts';
export { parseAuthorization } from './parse-authorization.ts';
export { refusalMessage } from './refusal-message.ts';
export { type BearerGuardOptions, requireBearer } from './require-bearer.ts';
export { UnauthorizedError, type UnauthorizedReason } from './unauthorized-error.ts';
