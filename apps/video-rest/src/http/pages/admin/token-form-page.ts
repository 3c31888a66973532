import {
  backLink,
  type Choice,
  type Html,
  html,
  type Language,
  type Page,
  type Problems,
  searchSelect,
  submitButton,
  textField,
} from '@campus/pages';
import { addresses } from '../../addresses.ts';
import { adminBreadcrumbs } from './admin-breadcrumbs.ts';
import { tokenWords } from './token-words.ts';

/** What somebody has typed so far. */
export interface TypedToken {
  /** User name. */
  user: string;
  /** That a user is searched by. */
  userWords: string;
  label: string;
  /** A day, `2027-01-31`. */
  expires: string;
}

export function tokenFormPage(view: {
  language: Language;
  timeZone: string;
  csrf: Html;
  typed: TypedToken;
  /** To choose from. */
  users: readonly Choice[];
  problems: Problems;
}): Page {
  const { language, timeZone, csrf, typed, users, problems } = view;
  const say = tokenWords[language];
  return {
    title: say.create,
    breadcrumbs: adminBreadcrumbs(language, 'tokens'),
    scripts: ['search-select.js'],
    main: html`<form class="sheet" method="post" action="${addresses.newToken}">${csrf}
${searchSelect({
  name: 'user',
  label: say.user,
  help: say.userHelp,
  required: true,
  language,
  choices: users,
  value: typed.user,
  words: typed.userWords,
  source: addresses.apiUsers,
  valueMember: 'username',
  labelMember: 'username',
  errors: problems.user,
})}
${textField({ name: 'label', label: say.label, help: say.labelHelp, value: typed.label, maxLength: 200, autocomplete: 'off', errors: problems.label })}
${textField({ name: 'expires', label: say.expires, help: say.expiresHelp(timeZone), type: 'date', value: typed.expires, errors: problems.expires })}
<p class="row">${submitButton(say.create)}${backLink(addresses.tokens, language)}</p>
</form>`,
  };
}
