import { formText } from '@campus/accounts';
import type { Requester } from '@campus/database';
import {
  buttonLink,
  type Choice,
  copyable,
  facts,
  hasProblems,
  html,
  type Language,
  nextDay,
  notice,
  type Page,
  type Problems,
  searchButtonName,
  searchWordsName,
  startOfDay,
  time,
} from '@campus/pages';
import { baseOf, parseDay } from '@campus/rest';
import type { Request, RequestHandler, Response } from 'express';
import { AccountError } from '../../../accounts/account-error.ts';
import { createToken } from '../../../accounts/tokens.ts';
import { findAccounts } from '../../../data/accounts.ts';
import type { Database } from '../../../data/open-database.ts';
import { addresses } from '../../addresses.ts';
import { queryText } from '../lists/list-query.ts';
import { actorOf, requesterOf } from '../sign-in/signed-in.ts';
import { adminBreadcrumbs } from './admin-breadcrumbs.ts';
import type { AdminDeps } from './admin-deps.ts';
import { type TypedToken, tokenFormPage } from './token-form-page.ts';
import { tokenWords } from './token-words.ts';

// As many as `search-select.js` asks for.
const shownChoices = 20;

/** The field of the form that an error is about. */
const fields: Partial<Record<AccountError['code'], keyof TypedToken>> = {
  user_not_found: 'user',
  invalid_label: 'label',
  expiry_in_past: 'expires',
};

export function askNewToken(deps: AdminDeps): RequestHandler {
  return (request, response) => {
    const typed = { user: queryText(request, 'user'), userWords: '', label: '', expires: '' };
    return sendForm(deps, request, response, { typed, problems: {} });
  };
}

export function makeToken(deps: AdminDeps): RequestHandler {
  const { sessions, db, now, timeZone } = deps;
  return async (request, response) => {
    const typed = typedIn(request);
    if (formText(request, searchButtonName) !== '')
      return sendForm(deps, request, response, { typed, problems: {} });
    const language = sessions.languageOf(request);
    const say = tokenWords[language];
    const { user: username, label } = typed;
    const expiresAt = typed.expires === '' ? undefined : endOfDay(typed.expires, timeZone);
    const problems: Problems = {
      ...(username === '' ? { user: [say.chooseUser] } : {}),
      ...(expiresAt === null ? { expires: [say.noDay] } : {}),
    };
    if (expiresAt === null || hasProblems(problems))
      return sendForm(deps, request, response, { typed, problems });
    if (!(await sessions.isFirst(request)))
      return response.redirect(303, `${addresses.tokens}?done=repeated`);
    const token = { username, label, ...(expiresAt === undefined ? {} : { expiresAt }) };
    try {
      const { key } = await createToken(db, { ...token, by: actorOf(sessions, request), now: now() });
      const base = baseOf(request, deps);
      const shown = { key, token: { username, label, expiresAt } };
      sessions.sendPage(request, response, tokenMadePage({ language, timeZone, base, ...shown }));
    } catch (error) {
      const field = error instanceof AccountError ? fields[error.code] : undefined;
      if (!(error instanceof AccountError) || field === undefined) throw error;
      await sendForm(deps, request, response, { typed, problems: { [field]: [error.sentence(language)] } });
    }
  };
}

function typedIn(request: Request): TypedToken {
  const clean = (name: string) => formText(request, name).replace(/\0/g, '').trim();
  return {
    user: clean('user'),
    userWords: clean(searchWordsName('user')),
    label: formText(request, 'label').trim(),
    expires: clean('expires'),
  };
}

/** The last millisecond of a day (`2027-01-31`) in a time zone; null when the text is no day of the calendar. */
function endOfDay(text: string, timeZone: string): Date | null {
  const day = parseDay(text);
  if (day === null || day >= '9999') return null;
  return new Date(startOfDay(nextDay(day), timeZone).getTime() - 1);
}

async function sendForm(
  { sessions, db, timeZone }: AdminDeps,
  request: Request,
  response: Response,
  { typed, problems }: { typed: TypedToken; problems: Problems },
): Promise<void> {
  const language = sessions.languageOf(request);
  const csrf = html`${sessions.csrfField(request, response)}${sessions.onceField(request)}`;
  const users = await userChoices(db, requesterOf(sessions, request, response), typed);
  const page = tokenFormPage({ language, timeZone, csrf, typed, users, problems });
  sessions.sendPage(request, response, page, { status: hasProblems(problems) ? 400 : 200 });
}

/** Users to choose from by their names: those found by the words, and the one that is chosen already. */
async function userChoices(
  { lookups }: Pick<Database, 'lookups'>,
  requester: Requester,
  { userWords: words, user: chosen }: TypedToken,
): Promise<Choice[]> {
  const found = await lookups.withPrisma(requester, (tx) =>
    findAccounts(tx, { words, offset: 0, limit: shownChoices }),
  );
  const choices = found.map(({ username, firstName, lastName }) => {
    const name = `${firstName} ${lastName}`.trim();
    return { value: username, label: name === '' ? username : `${username} (${name})` };
  });
  const isThere = chosen === '' || choices.some(({ value }) => value === chosen);
  return isThere ? choices : [{ value: chosen, label: chosen }, ...choices];
}

/** Shows the key of a new token, the only time that anything does. */
function tokenMadePage(view: {
  language: Language;
  timeZone: string;
  /** Public address of the service. */
  base: string;
  key: string;
  token: { username: string; label: string; expiresAt: Date | undefined };
}): Page {
  const { language, timeZone, base, key, token } = view;
  const say = tokenWords[language];
  const { username, label, expiresAt } = token;
  const command = `curl -H 'Authorization: Token ${key}' '${base}${addresses.apiUsers}'`;
  return {
    title: say.made,
    breadcrumbs: adminBreadcrumbs(language, 'tokens'),
    scripts: ['copy.js'],
    main: html`${notice('warning', say.keep)}
<div class="sheet">
<h2>${say.key}</h2>
${copyable(key, { id: 'key', language, label: say.copyKey })}
${facts([
  [say.user, username],
  [say.label, label],
  [say.expiry, time(expiresAt, { language, timeZone })],
])}
<h2>${say.tryIt}</h2>
${copyable(command, { id: 'command', language, label: say.copyCommand })}
</div>
<p class="row">${buttonLink({ text: say.all, href: addresses.tokens }, { kind: 'plain' })}
${buttonLink({ text: say.another, href: addresses.newToken }, { kind: 'plain' })}</p>`,
  };
}
