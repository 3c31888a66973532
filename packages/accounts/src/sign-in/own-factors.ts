import {
  badge,
  buttonLink,
  facts,
  type Html,
  html,
  type Language,
  type OutcomeText,
  termLinks,
} from '@campus/pages';
import type { Request } from 'express';
import { passkeyList } from '../passkey/own-passkeys.ts';
import { passkeyWords } from '../passkey/passkey-words.ts';
import { factorGlossaryWords } from '../second-factor/factor-glossary-words.ts';
import { factorWords } from '../second-factor/factor-words.ts';
import type { AccountRoutesDeps } from '../session/account-routes-deps.ts';
import type { Account } from '../session/browser-sessions.ts';
import { needsSecondFactor } from '../session/signed-in.ts';

/** What the account page says after a change of factors. */
export function factorOutcomes(language: Language): Record<string, OutcomeText> {
  const say = factorWords[language];
  return {
    totpSet: { mood: 'good', text: say.totpSet },
    passkeyAdded: { mood: 'good', text: passkeyWords[language].added },
    passkeyRemoved: { mood: 'good', text: passkeyWords[language].removed },
    totpRemoved: { mood: 'good', text: say.totpRemoved },
  };
}

/** What an account has beside its password, and what can be done about it. */
export async function factorSection(
  { deps, sessions, factors, passkeys: canHavePasskeys }: AccountRoutesDeps,
  request: Request,
  account: Account,
): Promise<Html> {
  const language = sessions.languageOf(request);
  const say = factorWords[language];
  const { hasTotp, recoveryCodesLeft, passkeys } = await factors.of(account.id);
  const link = (text: string, path: string) =>
    buttonLink({ text, href: `${deps.root}/${path}/` }, { kind: 'plain' });
  const isOn = hasTotp || passkeys.length > 0;
  const { root, site } = deps;
  const { timeZone } = site;
  const term = termLinks(factorGlossaryWords.en, site.links.words);
  const passkeyPart =
    canHavePasskeys !== undefined &&
    html`<h3>${term('passkey', passkeyWords[language].passkeys)}</h3>
${passkeyList(passkeys, { root, language, timeZone })}`;
  return html`<h2>${say.secondFactor}</h2>
<div class="sheet"><p>${needsSecondFactor(deps, account) ? say.meaningRequired : say.meaning}</p>
${facts([
  [say.totp, hasTotp ? badge('good', say.on) : badge('info', say.off)],
  isOn && [term('recovery-code', say.recoveryCodes), say.codesLeft(recoveryCodesLeft)],
])}
<p class="row">${link(hasTotp ? say.replaceTotp : say.setUpTotp, 'totp')}
${isOn && link(say.renewCodes, 'recovery-codes')}
${hasTotp && buttonLink({ text: say.removeTotp, href: `${deps.root}/totp/remove/` }, { kind: 'danger' })}</p>
${passkeyPart}</div>`;
}
