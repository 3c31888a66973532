import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { formText } from '../form-text.ts';
import { passkeyList } from '../passkey/passkey-routes.ts';
import { passkeyWords } from '../passkey/passkey-words.ts';
import { typedPasswordProblems } from '../password/new-password.ts';
import { factorGlossaryWords, factorWords } from '../second-factor/factor-words.ts';
import { factorsOf } from '../second-factor/factors.ts';
import { sessionOutcomes, sessionSection } from '../session/own-sessions.ts';
import { signInWords } from '../session/sign-in-words.ts';
import { needsSecondFactor } from '../session/signed-in.ts';
import { actorOf } from '../session/visit.ts';
import { signInRefusal } from '../sign-in-error.ts';
import { logRefusal } from '../sign-in-log.ts';
import type { OwnVisit } from './sign-in-parts.ts';

/** The page of one's own account, after a form of it with what was wrong. */
export async function showOwnAccount(
  visit: OwnVisit,
  { problems = {}, status }: { problems?: ui.Problems; status?: number } = {},
): Promise<void> {
  const { deps, request, reader, csrf, answer } = visit;
  const { account, language } = reader;
  const say = signInWords[language];
  const done = ui.outcomeNotice(request.query.done, {
    changed: { mood: 'good', text: say.changed },
    ...factorOutcomes(language),
    ...sessionOutcomes(language),
    ...deps.ownSection?.outcomes(language),
  });
  const factors = account.passwordHash !== null && (await factorSection(visit));
  const openSessions = await sessionSection(visit);
  const ofService = await deps.ownSection?.show(account, { language, csrf: csrf() });
  const main = html`${done}
<div class="sheet">${ui.facts([[say.username, account.username], ...deps.factsOf(account, language)])}</div>
<h2>${say.changePassword}</h2>
${account.passwordHash === null ? html`<p>${say.noPassword}</p>` : passwordForm()}
${factors}
${ofService}
${openSessions}`;
  answer({ title: say.account, main }, status);

  function passwordForm(): Html {
    const secret = (name: string, label: string, autocomplete: string) =>
      ui.textField({ name, label, type: 'password', required: true, autocomplete, errors: problems[name] });
    return html`<form class="sheet narrow" method="post" action="${deps.root}/">${csrf()}
${secret('current', say.currentPassword, 'current-password')}
${secret('password', say.newPassword, 'new-password')}
${secret('repeated', say.repeatPassword, 'new-password')}
${ui.submitButton(say.changePassword)}</form>`;
  }
}

/** Changes one's own password, which takes the one there is; all other sessions end by it. */
export async function changeOwnPassword(visit: OwnVisit): Promise<void> {
  const { deps, store, request, response, reader } = visit;
  const { account, language } = reader;
  const password = formText(request, 'password');
  const typed = { password, repeated: formText(request, 'repeated') };
  const problems = typedPasswordProblems(typed, { username: account.username, language });
  if (ui.hasProblems(problems)) return showOwnAccount(visit, { problems, status: 400 });
  const wrong = await whyWrong(visit, formText(request, 'current'));
  if (wrong !== undefined)
    return showOwnAccount(visit, { problems: { current: [wrong.problem] }, status: wrong.status });
  const { username } = account;
  const isProved = await store.isProved(request);
  await deps.changePassword({ username, password, by: actorOf(visit) });
  const changed = await deps.findAccount(account.id);
  if (changed !== undefined) await store.begin(request, changed, { isProved });
  response.redirect(303, `${deps.root}/?done=changed`);
}

/** Why a password is not the one that the reader has; undefined: it is. */
export async function whyWrong(
  visit: OwnVisit,
  password: string,
): Promise<{ problem: string; status: number } | undefined> {
  const { deps, request, reader } = visit;
  const { username } = reader.account;
  try {
    await deps.checkPassword({ username, password, address: request.ip ?? '', isSignedIn: true });
    return undefined;
  } catch (error) {
    const { code, ...refused } = signInRefusal(error, visit);
    if (code !== 'bad_credentials') return refused;
    logRefusal(request, { by: 'password', account: username });
    return { problem: signInWords[reader.language].wrongPassword, status: 400 };
  }
}

/** What the account page says after a change of factors. */
function factorOutcomes(language: ui.Language): Record<string, ui.OutcomeText> {
  const say = factorWords[language];
  return {
    totpSet: { mood: 'good', text: say.totpSet },
    passkeyAdded: { mood: 'good', text: passkeyWords[language].added },
    passkeyRemoved: { mood: 'good', text: passkeyWords[language].removed },
    totpRemoved: { mood: 'good', text: say.totpRemoved },
  };
}

/** What an account has beside its password, and what can be done about it. */
async function factorSection({ deps, factors, passkeys: canHavePasskeys, reader }: OwnVisit): Promise<Html> {
  const { account, language } = reader;
  const say = factorWords[language];
  const { hasTotp, recoveryCodesLeft, passkeys } = await factorsOf(factors.pool, account.id);
  const link = (text: string, path: string) =>
    ui.buttonLink({ text, href: `${deps.root}/${path}/` }, { kind: 'plain' });
  const isOn = hasTotp || passkeys.length > 0;
  const term = ui.termLinks(factorGlossaryWords.en, deps.site.links.words);
  const passkeyPart = html`<h3>${term('passkey', passkeyWords[language].passkeys)}</h3>
${canHavePasskeys === undefined ? html`<p>${passkeyWords[language].impossible}</p>` : passkeyList(passkeys, { root: deps.root, reader })}`;
  return html`<h2>${say.secondFactor}</h2>
<div class="sheet"><p>${needsSecondFactor(deps, account) ? say.meaningRequired : say.meaning}</p>
${ui.facts([
  [say.totp, hasTotp ? ui.badge('good', say.on) : ui.badge('info', say.off)],
  isOn && [term('recovery-code', say.recoveryCodes), say.codesLeft(recoveryCodesLeft)],
])}
<p class="row">${link(hasTotp ? say.replaceTotp : say.setUpTotp, 'totp')}
${isOn && link(say.renewCodes, 'recovery-codes')}
${hasTotp && ui.buttonLink({ text: say.removeTotp, href: `${deps.root}/totp/remove/` }, { kind: 'danger' })}</p>
${passkeyPart}</div>`;
}
