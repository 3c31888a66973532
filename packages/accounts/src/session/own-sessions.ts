import {
  badge,
  type Html,
  hiddenField,
  html,
  type Language,
  type OutcomeText,
  submitButton,
  table,
  time,
} from '@campus/pages';
import type { Request, Response } from 'express';
import type { AccountRoutesDeps } from './account-routes-deps.ts';
import { browserInWords } from './browser-in-words.ts';
import type { Account } from './browser-sessions.ts';
import { formText } from './form-text.ts';
import { sessionWords } from './session-words.ts';

/** What the account page says after `endSessions`. */
export function sessionOutcomes(language: Language): Record<string, OutcomeText> {
  const say = sessionWords[language];
  return {
    sessionEnded: { mood: 'good', text: say.ended },
    sessionsEnded: { mood: 'good', text: say.othersEnded },
  };
}

/** Where somebody is signed in, and the buttons that end it; the session that asks is ended by signing out. */
export async function sessionSection(
  { deps, store, sessions }: AccountRoutesDeps,
  request: Request,
  response: Response,
  account: Account,
): Promise<Html> {
  const language = sessions.languageOf(request);
  const say = sessionWords[language];
  const here = store.nameOf(request);
  const csrf = sessions.csrfField(request, response);
  const action = `${deps.root}/sessions/`;
  const shown = { language, timeZone: deps.site.timeZone };
  const open = await store.sessionsOf(account);
  // Its own first: the one that is looked for.
  const ordered = [...open.filter(({ name }) => name === here), ...open.filter(({ name }) => name !== here)];
  const rows = ordered.map(({ name, agent, signedInAt, lastUsedAt }) => {
    const browser = browserInWords(agent, language);
    const end = html`<form method="post" action="${action}">${csrf}${hiddenField('session', name)}
${submitButton(html`${say.end}<span class="unseen"> ${browser}</span>`, { kind: 'plain' })}</form>`;
    return [
      browser,
      time(signedInAt, shown, { seconds: true }),
      time(lastUsedAt, shown, { seconds: true }),
      name === here ? badge('info', say.thisDevice) : end,
    ];
  });
  return html`<h2>${say.sessions}</h2>
<p class="quiet">${say.meaning}</p>
${table({ caption: say.sessions, headings: [say.browser, say.signedIn, say.lastUsed, html`<span class="unseen">${say.end}</span>`], rows })}
${
  ordered.length > 1 &&
  html`<form method="post" action="${action}">${csrf}${submitButton(say.endOthers, { kind: 'danger' })}</form>`
}`;
}

/** Ends the session that the form names; without a name all but the one that asks. */
export async function endSessions(
  { deps, store, sessions }: AccountRoutesDeps,
  request: Request,
  response: Response,
): Promise<void> {
  const account = sessions.accountOf(request);
  if (account === undefined) throw new Error('the route is open to nobody');
  const name = formText(request, 'session');
  if (name === '') await store.endOthers(account, request);
  else await store.endOne(account, name);
  response.redirect(303, `${deps.root}/?done=${name === '' ? 'sessionsEnded' : 'sessionEnded'}`);
}
