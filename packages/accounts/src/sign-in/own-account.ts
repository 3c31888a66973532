import {
  facts,
  type Html,
  hasProblems,
  html,
  outcomeNotice,
  type Problems,
  submitButton,
  textField,
} from '@campus/pages';
import type { Request, Response } from 'express';
import { typedPasswordProblems } from '../password/new-password.ts';
import type { AccountRoutesDeps } from '../session/account-routes-deps.ts';
import { formText } from '../session/form-text.ts';
import { sessionOutcomes, sessionSection } from '../session/own-sessions.ts';
import { statusOf } from '../session/refusal-status.ts';
import { signInWords } from '../session/sign-in-words.ts';
import { SignInError } from '../sign-in-error.ts';
import { factorOutcomes, factorSection } from './own-factors.ts';

/** The page of one's own account, after a form of it with what was wrong. */
export async function sendOwnAccount(
  own: AccountRoutesDeps,
  request: Request,
  response: Response,
  { problems = {}, status = 200 }: { problems?: Problems; status?: number } = {},
): Promise<void> {
  const { deps, sessions } = own;
  const account = sessions.accountOf(request);
  if (account === undefined) throw new Error('the page of an account is open to nobody else');
  const language = sessions.languageOf(request);
  const say = signInWords[language];
  const done = outcomeNotice(request.query.done, {
    changed: { mood: 'good', text: say.changed },
    ...factorOutcomes(language),
    ...sessionOutcomes(language),
    ...deps.ownSection?.outcomes(language),
  });
  const factors = account.passwordHash !== null && (await factorSection(own, request, account));
  const openSessions = await sessionSection(own, request, response, account);
  const csrf = sessions.csrfField(request, response);
  const ofService = await deps.ownSection?.show(account, { language, csrf });
  const main = html`${done}
<div class="sheet">${facts([[say.username, account.username], ...deps.factsOf(account, language)])}</div>
<h2>${say.changePassword}</h2>
${account.passwordHash === null ? html`<p>${say.noPassword}</p>` : passwordForm()}
${factors}
${ofService}
${openSessions}`;
  sessions.sendPage(request, response, { title: say.account, main }, { status });

  function passwordForm(): Html {
    const secret = (name: string, label: string, autocomplete: string) =>
      textField({ name, label, type: 'password', required: true, autocomplete, errors: problems[name] });
    return html`<form class="sheet narrow" method="post" action="${deps.root}/">${csrf}
${secret('current', say.currentPassword, 'current-password')}
${secret('password', say.newPassword, 'new-password')}
${secret('repeated', say.repeatPassword, 'new-password')}
${submitButton(say.changePassword)}</form>`;
  }
}

/** Changes one's own password, which takes the one there is; all other sessions end by it. */
export async function changePassword(
  own: AccountRoutesDeps,
  request: Request,
  response: Response,
): Promise<void> {
  const { deps, store, sessions } = own;
  const account = sessions.accountOf(request);
  if (account === undefined) throw new Error('the route is open to nobody');
  const language = sessions.languageOf(request);
  const password = formText(request, 'password');
  const typed = { password, repeated: formText(request, 'repeated') };
  const { username } = account;
  const problems = typedPasswordProblems(typed, { username, language });
  if (hasProblems(problems)) {
    await sendOwnAccount(own, request, response, { problems, status: 400 });
    return;
  }
  try {
    const current = formText(request, 'current');
    const address = request.ip ?? '';
    await deps.checkPassword({ username, password: current, address, isSignedIn: true });
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const isWrong = error.code === 'bad_credentials';
    const sentence = isWrong ? signInWords[language].wrongPassword : error.sentence(language);
    const status = isWrong ? 400 : statusOf(error, response);
    await sendOwnAccount(own, request, response, { problems: { current: [sentence] }, status });
    return;
  }
  await deps.changePassword(account, { password, address: request.ip });
  const changed = await deps.findAccount(account.id);
  if (changed !== undefined) await store.begin(request, changed, { isProved: store.isProved(request) });
  response.redirect(303, `${deps.root}/?done=changed`);
}
