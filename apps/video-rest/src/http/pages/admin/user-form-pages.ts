import { newPasswordFields, type PasswordWay } from '@campus/accounts';
import {
  backLink,
  type Html,
  html,
  type Language,
  type Page,
  type Problems,
  submitButton,
  textField,
} from '@campus/pages';
import { addresses, userActionAddress, userAddress } from '../../addresses.ts';
import { type TypedUser, userFields } from './user-form.ts';
import { userBreadcrumbs } from './user-page.ts';
import { userWords } from './user-words.ts';

/** Where the password of a new user may come from, and that of another. */
export const newUserWays: readonly PasswordWay[] = ['generated', 'typed', 'none'];
export const changeWays: readonly PasswordWay[] = ['generated', 'typed'];

/** The form of a new user. */
export function newUserPage({
  language,
  csrf,
  typed,
  way,
  problems,
}: {
  language: Language;
  csrf: Html;
  typed: TypedUser & { username: string };
  way?: string | undefined;
  problems: Problems;
}): Page {
  const say = userWords[language];
  return {
    title: say.create,
    breadcrumbs: userBreadcrumbs(language),
    main: html`<form class="sheet" method="post" action="${addresses.newUser}">${csrf}
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
${newPasswordFields({ way, ways: newUserWays, problems, language })}
<p class="row">${submitButton(say.create)}${backLink(addresses.users, language)}</p>
</form>`,
  };
}

/** The form of another password. */
export function passwordPage({
  language,
  csrf,
  user,
  way,
  problems,
}: {
  language: Language;
  csrf: Html;
  user: { id: number; username: string };
  way?: string | undefined;
  problems: Problems;
}): Page {
  const say = userWords[language];
  return {
    title: say.setPasswordOf(user.username),
    breadcrumbs: userBreadcrumbs(language, user),
    main: html`<form class="sheet" method="post" action="${userActionAddress(user, 'password')}">${csrf}
<p>${say.passwordMeans}</p>
${newPasswordFields({ way, ways: changeWays, problems, language })}
<p class="row">${submitButton(say.setPassword)}${backLink(userAddress(user), language)}</p>
</form>`,
  };
}
