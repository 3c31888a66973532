import { generatePassword } from '@campus/accounts';
import { type Html, html, selectField, textField } from '@campus/pages';
import type { Request } from 'express';
import { isRole, type Role, roles } from '../../../accounts/roles.ts';
import { formText } from '../actions/form-texts.ts';
import type { Problems } from '../forms/field-problems.ts';
import type { Reader } from '../reader.ts';
import { words } from '../words.ts';
import { accountWords } from './account-words.ts';

/** What is typed about a person. */
export interface TypedPerson {
  fullName: string;
  email: string;
  role: string;
}

export function typedPersonIn(request: Request): TypedPerson {
  return {
    fullName: formText(request, 'fullName'),
    email: formText(request, 'email'),
    role: formText(request, 'role'),
  };
}

/** The role that was chosen; undefined when it is none. */
export function roleIn({ role }: TypedPerson): Role | undefined {
  return isRole(role) ? role : undefined;
}

/** Name, mail address and role. */
export function personFields(
  { fullName, email, role }: TypedPerson,
  problems: Problems,
  language: Reader['language'],
): Html {
  const say = accountWords[language];
  const choices = roles.map((value) => ({ value, label: words[language].roles[value] }));
  return html`${textField({ name: 'fullName', label: say.fullName, value: fullName, errors: problems.fullName, autocomplete: 'off' })}
${textField({ name: 'email', label: say.email, type: 'email', value: email, errors: problems.email, autocomplete: 'off' })}
${selectField({ name: 'role', label: say.role, choices, value: role, errors: problems.role, required: true })}`;
}

/** Where a password comes from. */
export type PasswordWay = 'generated' | 'typed' | 'none';

/** How the password is given, and the one that is typed, which is never shown again. */
export function passwordFields(
  { way, ways }: { way: string; ways: readonly PasswordWay[] },
  problems: Problems,
  language: Reader['language'],
): Html {
  const say = accountWords[language];
  const choices = ways.map((value) => ({ value, label: say.ways[value] }));
  return html`${selectField({ name: 'way', label: say.passwordIs, choices, value: way, required: true })}
${textField({
  name: 'password',
  label: say.password,
  help: say.passwordHelp,
  type: 'password',
  errors: problems.password,
  autocomplete: 'new-password',
})}`;
}

/** The password that a form asks for; undefined: none. As typed, since blanks may belong to it. */
export function passwordIn(request: Request): { password: string | undefined; isGenerated: boolean } {
  const way = formText(request, 'way');
  if (way === 'generated') return { password: generatePassword(), isGenerated: true };
  if (way === 'none') return { password: undefined, isGenerated: false };
  const fields: Readonly<Record<string, unknown>> = request.body ?? {};
  return { password: typeof fields.password === 'string' ? fields.password : '', isGenerated: false };
}
