import { generatedPasswordPage, newPasswordFields, newPasswordIn, type PasswordWay } from '@campus/accounts';
import { backLink, hasProblems, html, type Problems, submitButton } from '@campus/pages';
import type { Request, RequestHandler, Response } from 'express';
import { people } from '../../../accounts/people.ts';
import type { ListedAccount } from '../../../data/accounts.ts';
import { userActionAddress, userAddress } from '../../addresses.ts';
import { actorOf } from '../sign-in/signed-in.ts';
import type { AdminDeps } from './admin-deps.ts';
import { formStatus } from './user-form.ts';
import { userBreadcrumbs, userIn } from './user-page.ts';
import { userWords } from './user-words.ts';

/** Where another password may come from. */
const ways: readonly PasswordWay[] = ['generated', 'typed'];

export function askPassword(deps: AdminDeps): RequestHandler {
  return async (request, response) =>
    sendPassword(deps, request, response, { user: await userIn(deps, request), problems: {} });
}

export function changePassword(deps: AdminDeps): RequestHandler {
  const { sessions, db } = deps;
  return async (request, response) => {
    const user = await userIn(deps, request);
    const { username } = user;
    const given = newPasswordIn(request, { ways, username, language: sessions.languageOf(request) });
    const { way, password, problems } = given;
    if (password === undefined || hasProblems(problems))
      return sendPassword(deps, request, response, { user, way, problems });
    if (!(await sessions.isFirst(request)))
      return response.redirect(303, `${userAddress(user)}?done=repeated`);
    await people.setPassword(db, { username, password, by: actorOf(sessions, request) });
    leadToUser(deps, request, response, { user, given, done: 'passwordSet' });
  };
}

/** Leads to the user's page, unless there is a password to be shown, which nothing will show again. */
export function leadToUser(
  { sessions }: AdminDeps,
  request: Request,
  response: Response,
  outcome: {
    user: { id: number; username: string };
    given: { password: string | undefined; isGenerated: boolean };
    done: 'created' | 'passwordSet';
  },
): void {
  const { user, given, done } = outcome;
  const { password, isGenerated } = given;
  if (password === undefined || !isGenerated) {
    response.redirect(303, `${userAddress(user)}?done=${done}`);
    return;
  }
  const language = sessions.languageOf(request);
  const say = userWords[language];
  const page = generatedPasswordPage({
    title: say.generated(user.username),
    breadcrumbs: userBreadcrumbs(language, user),
    done: say.outcomes[done].text,
    password,
    account: { text: say.toUser(user.username), href: userAddress(user) },
    language,
  });
  sessions.sendPage(request, response, page);
}

function sendPassword(
  { sessions }: AdminDeps,
  request: Request,
  response: Response,
  { user, way, problems }: { user: ListedAccount; way?: string; problems: Problems },
): void {
  const language = sessions.languageOf(request);
  const say = userWords[language];
  const csrf = html`${sessions.csrfField(request, response)}${sessions.onceField(request)}`;
  const main = html`<form class="sheet" method="post" action="${userActionAddress(user, 'password')}">${csrf}
<p>${say.passwordMeans}</p>
${newPasswordFields({ way, ways, problems, language })}
<p class="row">${submitButton(say.setPassword)}${backLink(userAddress(user), language)}</p>
</form>`;
  const page = {
    title: say.setPasswordOf(user.username),
    breadcrumbs: userBreadcrumbs(language, user),
    main,
  };
  sessions.sendPage(request, response, page, formStatus(problems));
}
