import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { Account } from '../account.ts';
import { formText } from '../form-text.ts';
import type { SignInParts } from './let-in.ts';
import { sessionWords } from './sign-in-words.ts';
import type { Visit } from './visit.ts';

/** What the account page says after `endSessions`. */
export function sessionOutcomes(language: ui.Language): Record<string, ui.OutcomeText> {
  const say = sessionWords[language];
  return {
    sessionEnded: { mood: 'good', text: say.ended },
    sessionsEnded: { mood: 'good', text: say.othersEnded },
  };
}

type OwnVisit = SignInParts & Visit<Account>;

/** Whether the reader has said again who they are; without a password here, only their provider can ask for that. */
async function mayEnd({ store, request, reader }: OwnVisit): Promise<boolean> {
  return reader.account.passwordHash === null || (await store.isProvedLately(request));
}

const proveAddress = ({ deps: { root } }: OwnVisit) => ui.withQuery(`${root}/prove/`, { next: `${root}/` });

/** Where somebody is signed in, and the buttons that end it; the session that asks is ended by signing out. */
export async function sessionSection(visit: OwnVisit): Promise<Html> {
  const { deps, store, request, reader, csrf } = visit;
  const isProved = await mayEnd(visit);
  const say = sessionWords[reader.language];
  const here = store.nameOf(request);
  const token = csrf();
  const action = `${deps.root}/sessions/`;
  const open = await store.sessionsOf(reader.account);
  // Its own first: the one that is looked for.
  const ordered = [...open.filter(({ name }) => name === here), ...open.filter(({ name }) => name !== here)];
  const rows = ordered.map(({ name, agent, signedInAt, lastUsedAt }) => {
    const browser = browserInWords(agent, reader.language);
    const end = html`<form method="post" action="${action}">${token}${ui.hiddenField('session', name)}
${ui.submitButton(html`${say.end}<span class="unseen"> ${browser}</span>`, { kind: 'plain' })}</form>`;
    return [
      browser,
      ui.time(signedInAt, reader, { seconds: true }),
      ui.time(lastUsedAt, reader, { seconds: true }),
      name === here ? ui.badge('info', say.thisDevice) : isProved && end,
    ];
  });
  return html`<h2>${say.sessions}</h2>
<p class="quiet">${say.meaning}</p>
${ui.table({ caption: say.sessions, headings: [say.browser, say.signedIn, say.lastUsed, html`<span class="unseen">${say.end}</span>`], rows })}
${
  ordered.length > 1 &&
  (isProved
    ? html`<form method="post" action="${action}">${token}${ui.submitButton(say.endOthers, { kind: 'danger' })}</form>`
    : html`<p>${ui.buttonLink({ text: say.endSome, href: proveAddress(visit) }, { kind: 'plain' })}</p>`)
}`;
}

/** Ends the session that the form names; without a name all but the one that asks. */
export async function endSessions(visit: OwnVisit): Promise<void> {
  const { deps, store, request, response, reader } = visit;
  if (!(await mayEnd(visit))) return response.redirect(303, proveAddress(visit));
  const name = formText(request, 'session');
  if (name === '') await store.endOthers(reader.account, request);
  else await store.endOne(reader.account, name);
  response.redirect(303, `${deps.root}/?done=${name === '' ? 'sessionsEnded' : 'sessionEnded'}`);
}

/** The first that is found counts: most browsers also call themselves by the names of those further down. */
const browsers: readonly [sign: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [sign: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * A browser as people call it, such as “Firefox on Windows”; it may call itself whatever it likes.
 *
 * @param agent  its header `User-Agent`; undefined: it has sent none
 */
export function browserInWords(agent: string | undefined, language: ui.Language): string {
  const say = sessionWords[language];
  const named = (names: typeof browsers) => names.find(([sign]) => sign.test(agent ?? ''))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  if (browser === undefined) return system ?? say.unknownBrowser;
  return system === undefined ? browser : say.on(browser, system);
}
