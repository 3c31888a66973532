export type { OpenIdClient } from './connect-open-id.ts';
export { createSignIn } from './create-sign-in.ts';
export { csrfFieldName } from './csrf.ts';
export type { OpenIdIdentity } from './open-id.ts';
export {
  checkOpenId,
  type OpenIdConfiguration,
  openIdClientOf,
  openIdParameters,
} from './open-id-parameters.ts';
export type { SessionAccount } from './session.ts';
export type { Account, OpenIdDeps, SignIn, SignInDeps } from './sign-in.ts';
