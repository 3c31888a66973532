import { confirmPage, type Html, html, type Language, type Link, type Page } from '@campus/pages';
import type { Factors } from '../second-factor/factors.ts';
import { factorAdministrationWords } from './factor-administration-words.ts';

/** What somebody has beside the password, among the facts about their account. */
export function factorsFact(
  { hasTotp, passkeys, recoveryCodesLeft }: Factors,
  language: Language,
): readonly [name: string, value: string] {
  const say = factorAdministrationWords[language];
  const has = [
    ...(hasTotp ? [say.totp] : []),
    ...(passkeys.length > 0 ? [say.passkeys(passkeys.length)] : []),
  ];
  const value = has.length === 0 ? say.none : [...has, say.codesLeft(recoveryCodesLeft)].join(', ');
  return [say.secondFactor, value];
}

/** Whether there is anything to remove. */
export function hasFactors({ hasTotp, passkeys }: Factors): boolean {
  return hasTotp || passkeys.length > 0;
}

/** Asks before somebody's second factors are removed. */
export function factorRemovalPage({
  username,
  language,
  ...form
}: {
  username: string;
  breadcrumbs: readonly Link[];
  csrf: Html;
  action: string;
  back: string;
  language: Language;
}): Page {
  const say = factorAdministrationWords[language];
  return confirmPage({
    ...form,
    title: say.removeTitle(username),
    content: html`<p>${say.removeMeans(username)}</p>`,
    button: say.remove,
    isDangerous: true,
    language,
  });
}
