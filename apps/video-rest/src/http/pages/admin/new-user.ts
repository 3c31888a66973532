import {
  AccountRuleError,
  formText,
  newPasswordFields,
  newPasswordIn,
  type PasswordWay,
} from '@campus/accounts';
import { backLink, hasProblems, html, type Problems, submitButton, textField } from '@campus/pages';
import type { Request, RequestHandler, Response } from 'express';
import { people } from '../../../accounts/people.ts';
import { addresses } from '../../addresses.ts';
import { actorOf } from '../sign-in/signed-in.ts';
import type { AdminDeps } from './admin-deps.ts';
import { formStatus, nobodyYet, type TypedUser, typedUser, userFields, userProblems } from './user-form.ts';
import { userBreadcrumbs } from './user-page.ts';
import { leadToUser } from './user-password.ts';
import { userWords } from './user-words.ts';

/** Where the password of a new user may come from. */
const ways: readonly PasswordWay[] = ['generated', 'typed', 'none'];

export function askNewUser(deps: AdminDeps): RequestHandler {
  return (request, response) =>
    sendNewUser(deps, request, response, { typed: { ...nobodyYet, username: '' }, problems: {} });
}

export function createUser(deps: AdminDeps): RequestHandler {
  const { sessions, db } = deps;
  return async (request, response) => {
    const language = sessions.languageOf(request);
    const typed = { ...typedUser(request), username: formText(request, 'username').trim() };
    const { username } = typed;
    const given = newPasswordIn(request, { ways, username, language });
    const { way, password } = given;
    const problems = { ...userProblems(typed, language), ...given.problems };
    if (hasProblems(problems)) return sendNewUser(deps, request, response, { typed, way, problems });
    if (!(await sessions.isFirst(request))) return response.redirect(303, `${addresses.users}?done=repeated`);
    try {
      const id = await people.create(db, { ...typed, password, by: actorOf(sessions, request) });
      leadToUser(deps, request, response, { user: { id, username }, given, done: 'created' });
    } catch (error) {
      if (!(error instanceof AccountRuleError)) throw error;
      const refused = { [error.subject]: [error.sentence(language)] };
      sendNewUser(deps, request, response, { typed, way, problems: refused });
    }
  };
}

function sendNewUser(
  { sessions }: AdminDeps,
  request: Request,
  response: Response,
  { typed, way, problems }: { typed: TypedUser & { username: string }; way?: string; problems: Problems },
): void {
  const language = sessions.languageOf(request);
  const say = userWords[language];
  const csrf = html`${sessions.csrfField(request, response)}${sessions.onceField(request)}`;
  const main = html`<form class="sheet" method="post" action="${addresses.newUser}">${csrf}
${textField({
  name: 'username',
  label: say.username,
  help: say.usernameHelp,
  value: typed.username,
  required: true,
  maxLength: 150,
  autocomplete: 'off',
  errors: problems.username,
})}
${userFields(typed, { language, problems })}
${newPasswordFields({ way, ways, problems, language })}
<p class="row">${submitButton(say.create)}${backLink(addresses.users, language)}</p>
</form>`;
  const page = { title: say.create, breadcrumbs: userBreadcrumbs(language), main };
  sessions.sendPage(request, response, page, formStatus(problems));
}
