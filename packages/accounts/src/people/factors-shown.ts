import * as ui from '@campus/pages';
import type { Html } from '@campus/pages/html';
import type { Factors } from '../second-factor/factors.ts';
import { factorAdministrationWords } from './people-words.ts';

/** What somebody has beside the password, among the facts about their account. */
export function factorsFact(
  { hasTotp, passkeys, recoveryCodesLeft }: Factors,
  language: ui.Language,
): readonly [name: string, value: string] {
  const say = factorAdministrationWords[language];
  const has = [
    ...(hasTotp ? [say.totp] : []),
    ...(passkeys.length > 0 ? [say.passkeys(passkeys.length)] : []),
  ];
  const value = has.length === 0 ? say.none : [...has, say.codesLeft(recoveryCodesLeft)].join(', ');
  return [say.secondFactor, value];
}

/** The way to the removal of what somebody has; false: there is nothing. */
export function factorRemovalLink(
  { hasTotp, passkeys }: Factors,
  { href, language }: { href: string; language: ui.Language },
): Html | false {
  const text = factorAdministrationWords[language].remove;
  return (hasTotp || passkeys.length > 0) && ui.buttonLink({ text, href }, { kind: 'danger' });
}
