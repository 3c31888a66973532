import { AccountRuleError, checkEmail, checkUsername, formText, isTicked } from '@campus/accounts';
import {
  checkbox,
  type Html,
  hasProblems,
  html,
  type Language,
  type Problems,
  textField,
} from '@campus/pages';
import type { Request } from 'express';
import { userWords } from './user-words.ts';

/** In characters, as the table has them. */
const maxNameCharacters = 150;

/** What may be changed of a user by the form. */
export interface TypedUser {
  firstName: string;
  lastName: string;
  email: string;
  isStaff: boolean;
  isSuperuser: boolean;
}

export const nobodyYet: TypedUser = {
  firstName: '',
  lastName: '',
  email: '',
  isStaff: false,
  isSuperuser: false,
};

/** What a form holds, with nothing checked. */
export function typedUser(request: Request): TypedUser {
  const clean = (name: string) => formText(request, name).trim();
  return {
    firstName: clean('firstName'),
    lastName: clean('lastName'),
    email: clean('email'),
    isStaff: isTicked(request, 'isStaff'),
    isSuperuser: isTicked(request, 'isSuperuser'),
  };
}

/** All that is wrong with a name, the names and the address of a user. */
export function userProblems(typed: TypedUser & { username?: string }, language: Language): Problems {
  const { username, firstName, lastName, email } = typed;
  return {
    ...(username === undefined ? {} : brokenRule('username', () => checkUsername(username), language)),
    ...nameProblem('firstName', firstName, language),
    ...nameProblem('lastName', lastName, language),
    ...brokenRule('email', () => checkEmail(email), language),
  };
}

/** The status of an answer that shows a form again, or for the first time. */
export function formStatus(problems: Problems): { status: number } {
  return { status: hasProblems(problems) ? 400 : 200 };
}

function nameProblem(field: string, text: string, language: Language): Problems {
  const say = userWords[language];
  if ([...text].length > maxNameCharacters) return { [field]: [say.tooLong(maxNameCharacters)] };
  return /\p{Cc}/u.test(text) ? { [field]: [say.controlCharacters] } : {};
}

function brokenRule(field: string, check: () => void, language: Language): Problems {
  try {
    check();
    return {};
  } catch (error) {
    if (error instanceof AccountRuleError) return { [field]: [error.sentence(language)] };
    throw error;
  }
}

/** Names, address and rights. */
export function userFields(
  typed: TypedUser,
  { language, problems }: { language: Language; problems: Problems },
): Html {
  const say = userWords[language];
  return html`${textField({ name: 'firstName', label: say.firstName, value: typed.firstName, maxLength: maxNameCharacters, autocomplete: 'off', errors: problems.firstName })}
${textField({ name: 'lastName', label: say.lastName, value: typed.lastName, maxLength: maxNameCharacters, autocomplete: 'off', errors: problems.lastName })}
${textField({ name: 'email', label: say.email, type: 'email', value: typed.email, autocomplete: 'off', errors: problems.email })}
<fieldset><legend>${say.rights}</legend>
${checkbox({ name: 'isStaff', label: say.isStaff, checked: typed.isStaff, errors: problems.isStaff })}
${checkbox({ name: 'isSuperuser', label: say.isSuperuser, checked: typed.isSuperuser, errors: problems.isSuperuser })}
</fieldset>`;
}
