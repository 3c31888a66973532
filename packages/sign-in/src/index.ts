export type { OpenIdClient } from './connect-open-id.ts';
export { createSignIn, onceFieldName } from './create-sign-in.ts';
export { csrfFieldName } from './csrf.ts';
export { formText, formTexts, isTicked } from './form-text.ts';
export {
  generatedPasswordPage,
  type NewPassword,
  newPasswordFields,
  newPasswordIn,
  type PasswordWay,
} from './new-password.ts';
export {
  checkOpenId,
  type OpenIdConfiguration,
  openIdClientOf,
  openIdParameters,
} from './open-id-parameters.ts';
export { maxFormBytes } from './read-form.ts';
export { absoluteMs, idleMs } from './session.ts';
export type { Account, SignIn } from './sign-in.ts';
