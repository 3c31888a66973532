import type { Translated } from '@campus/pages';
import type { SignInErrorCode } from './sign-in-error.ts';

/** What a sign-in page says when it lets nobody in. `{wait}` stands for a number of seconds. */
export const signInMessages = {
  bad_credentials: {
    en: 'Wrong user name or password. Both are case-sensitive.',
    fr: "Nom d'utilisateur ou mot de passe incorrect. Tous deux tiennent compte des majuscules.",
  },
  throttled: {
    en: 'There were too many failed attempts. Try again in {wait} s.',
    fr: 'Trop de tentatives ont échoué. Réessayez dans {wait} s.',
  },
  busy: {
    en: 'Too many people are signing in at the moment. Try again in {wait} s.',
    fr: 'Trop de personnes se connectent en ce moment. Réessayez dans {wait} s.',
  },
} satisfies Record<SignInErrorCode, Translated>;
