import type { Language } from '@campus/language';
import { copyable, type Html, html, notice, type Page, submitButton, textField } from '@campus/pages';
import { addresses } from './admin-addresses.ts';
import { adminWords } from './admin-words.ts';
import type { Problems } from './problems.ts';
import { passwordFields, type TypedUser, userFields } from './user-form.ts';
import { addressOf, userTrail } from './user-page.ts';
import { userWords } from './user-words.ts';

interface Named {
  id: number;
  username: string;
}

/** The form of a new user. */
export function newUserPage({
  language,
  csrf,
  typed,
  problems,
}: {
  language: Language;
  csrf: Html;
  typed: TypedUser & { username: string };
  problems: Problems;
}): Page {
  const say = userWords[language];
  return {
    title: say.create,
    breadcrumbs: userTrail(language),
    main: html`<form class="sheet" method="post" action="${addresses.users}add/">${csrf}
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
${passwordFields({ language, problems })}
<p class="row">${submitButton(say.create)}<a class="button plain" href="${addresses.users}">${adminWords[language].cancel}</a></p>
</form>`,
  };
}

/** The form of another password. */
export function passwordPage({
  language,
  csrf,
  user,
  problems,
}: {
  language: Language;
  csrf: Html;
  user: Named;
  problems: Problems;
}): Page {
  const say = userWords[language];
  return {
    title: say.setPasswordOf(user.username),
    breadcrumbs: userTrail(language, user),
    main: html`<form class="sheet" method="post" action="${addressOf(user)}password/">${csrf}
<p>${say.passwordMeans}</p>
${passwordFields({ language, problems })}
<p class="row">${submitButton(say.setPassword)}<a class="button plain" href="${addressOf(user)}">${adminWords[language].cancel}</a></p>
</form>`,
  };
}

/** Shows a password that was generated, the only time that anything does. */
export function generatedPasswordPage({
  language,
  user,
  password,
  done,
}: {
  language: Language;
  user: Named;
  password: string;
  /** What was done with it. */
  done: string;
}): Page {
  const say = userWords[language];
  return {
    title: say.generated(user.username),
    breadcrumbs: userTrail(language, user),
    scripts: ['copy.js'],
    main: html`${notice('good', done)}
${notice('warning', say.keep)}
<div class="sheet">${copyable(password, { id: 'password', label: say.copyPassword, done: say.copied })}</div>
<p><a class="button plain" href="${addressOf(user)}">${say.toUser(user.username)}</a></p>`,
  };
}
