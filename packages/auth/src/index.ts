export type { AuthorizationRefusal } from './authorization.ts';
export { callerOf } from './caller.ts';
export { challenge } from './challenge.ts';
export { tokenFinder, tokenFingerprint } from './compare-token.ts';
export { isGuessableToken, minTokenVariety } from './is-guessable-token.ts';
export { isBearerToken, parseAuthorization } from './parse-authorization.ts';
export { refusalMessage } from './refusal-message.ts';
export { type FindToken, requireBearer } from './require-bearer.ts';
export { UnauthorizedError } from './unauthorized-error.ts';
