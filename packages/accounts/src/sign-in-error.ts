import { type Language, translatedError } from '@campus/pages';
import type { Response } from 'express';

/**
 * Why somebody is not let in by a password. `bad_credentials` is all that is told: not whether there is such a user,
 * whether it is active, or has a password at all. A password was not checked since too many are: of the same client,
 * which is its own doing (`too_many_at_once`), or of all (`busy`).
 */
export class SignInError extends translatedError({
  bad_credentials: [
    'Wrong user name or password. Both are case-sensitive.',
    'Nom d’utilisateur ou mot de passe incorrect. Tous deux tiennent compte des majuscules.',
  ],
  throttled: [
    'There were too many failed attempts. Try again in {wait} s.',
    'Trop de tentatives ont échoué. Réessayez dans {wait} s.',
  ],
  too_many_at_once: [
    'Too many sign-ins from your network, or to your account, are under way. Try again in {wait} s.',
    'Trop de connexions depuis votre réseau, ou à votre compte, sont en cours. Réessayez dans {wait} s.',
  ],
  busy: [
    'Too many people are signing in at the moment. Try again in {wait} s.',
    'Trop de personnes se connectent en ce moment. Réessayez dans {wait} s.',
  ],
}) {
  /** The user name that was tried, of an account that there is: for the log alone. */
  account: string | undefined;
}

const statuses = {
  bad_credentials: 403,
  throttled: 429,
  too_many_at_once: 429,
  busy: 503,
} satisfies Record<SignInError['code'], number>;

/** What a page says of a refused sign-in, with its status; when to come again goes into the header. @throws any other error */
export function signInRefusal(
  error: unknown,
  { response, reader }: { response: Response; reader: { language: Language } },
): { code: SignInError['code']; account: string | undefined; problem: string; status: number } {
  if (!(error instanceof SignInError)) throw error;
  const { code, account, retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
  return { code, account, problem: error.sentence(reader.language), status: statuses[code] };
}
