import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { Request } from 'express';
import { AccountRuleError } from '../account-rule-error.ts';
import { formText } from '../form-text.ts';
import { newPasswordWords } from './new-password-words.ts';
import { checkPasswordRules, generatePassword } from './password-rules.ts';

/** Where the password of an account comes from; `none`: nobody signs in to it by password. */
export type PasswordWay = 'generated' | 'typed' | 'none';

/** What a form asks for. */
interface NewPassword {
  /** As it was chosen; nothing is sure about it while there are problems. */
  way: string;
  /** Undefined: none. */
  password: string | undefined;
  isGenerated: boolean;
  /** By the names of the fields. */
  problems: ui.Problems;
}

/** How an account gets its password, and the one that is typed, twice; neither is ever filled in again. */
export function newPasswordFields(options: {
  /** The one that is chosen already. */
  way?: string | undefined;
  ways: readonly PasswordWay[];
  problems: ui.Problems;
  language: ui.Language;
}): Html {
  const { way = 'generated', ways, problems, language } = options;
  const say = newPasswordWords[language];
  const choices = ways.map((value) => ({ value, label: say.ways[value] }));
  const secret = { type: 'password', autocomplete: 'new-password' } as const;
  return html`${ui.selectField({ name: 'way', label: say.way, choices, value: way, errors: problems.way, required: true })}
${ui.textField({ ...secret, name: 'password', label: say.password, help: say.passwordHelp, errors: problems.password })}
${ui.textField({ ...secret, name: 'repeated', label: say.repeated, errors: problems.repeated })}`;
}

/** Whom a password is for. */
interface PasswordContext {
  username: string;
  language: ui.Language;
}

/** What such a form asks for, and what is wrong about it. */
export function newPasswordIn(
  request: Pick<Request, 'body'>,
  { ways, ...context }: PasswordContext & { ways: readonly PasswordWay[] },
): NewPassword {
  const asked = formText(request, 'way');
  const way = ways.find((one) => one === asked);
  const nothing = { way: asked, password: undefined, isGenerated: false, problems: {} };
  if (way === undefined)
    return { ...nothing, problems: { way: [newPasswordWords[context.language].chooseWay] } };
  if (way === 'none') return nothing;
  if (way === 'generated') return { ...nothing, password: generatePassword(), isGenerated: true };
  const typed = { password: formText(request, 'password'), repeated: formText(request, 'repeated') };
  return {
    ...nothing,
    password: typed.password,
    problems: typedPasswordProblems(typed, context),
  };
}

/** What is wrong with a password that was typed twice. */
export function typedPasswordProblems(
  { password, repeated }: { password: string; repeated: string },
  { username, language }: PasswordContext,
): ui.Problems {
  try {
    checkPasswordRules(password, username);
  } catch (error) {
    if (error instanceof AccountRuleError) return { password: [error.sentence(language)] };
    throw error;
  }
  return password === repeated ? {} : { repeated: [newPasswordWords[language].notTheSame] };
}

/** Shows a password that was generated, the only time that anything does: the answer itself, and no redirect. */
export function generatedPasswordPage(options: {
  title: string;
  breadcrumbs: readonly ui.Link[];
  /** What was done with it. */
  done: string;
  password: string;
  /** Where to go on. */
  account: ui.Link;
  language: ui.Language;
}): ui.Page {
  const { title, breadcrumbs, done, password, account, language } = options;
  return {
    title,
    breadcrumbs,
    scripts: ['copy.js'],
    main: html`${ui.notice('good', done)}
${ui.notice('warning', newPasswordWords[language].keep)}
<div class="sheet">${ui.copyable(password, { id: 'password', language })}</div>
<p>${ui.buttonLink(account, { kind: 'plain' })}</p>`,
  };
}
