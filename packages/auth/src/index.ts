export type { AuthorizationRefusal } from './authorization.ts';
export { isGuessableToken, minTokenVariety, tokenFinder, tokenFingerprint } from './compare-token.ts';
export { isBearerToken, parseAuthorization } from './parse-authorization.ts';
export { callerOf, type FindToken, requireBearer } from './require-bearer.ts';
export { challenge, refusalMessage, UnauthorizedError } from './unauthorized-error.ts';
