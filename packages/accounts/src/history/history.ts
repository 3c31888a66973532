import { type Queryable, sql } from '@campus/database';
import * as ui from '@campus/pages';
import { type Html, type HtmlPart, html } from '@campus/pages/html';
import { type HistoryWords, historyWords } from './history-words.ts';

/** One change of an account, its rights, its password or its tokens; see the table `administration_history`. */
export interface AdministrationEntry {
  /** Counts up. */
  id: string;
  at: Date;
  /** One of `historyEvents`; a newer version that runs beside may write others. */
  event: string;
  /** The user name at that time; null where it is about no account. */
  account: string | null;
  /** As in `Actor`; `database:<role>` for a change that did not come through the service. */
  actor: string;
  address: string | null;
  detail: Record<string, unknown>;
}

/** How many entries a page shows. */
export const historyPageSize = 50;

/**
 * Some of the history, newest first.
 *
 * @param asked.account  only what was done to this account or by it; empty: everything
 * @param asked.before   entries older than this one; undefined: from the newest on
 * @returns a page, and what `before` is for the following one, undefined on the last
 */
export async function readHistory(
  db: Queryable,
  { account, before }: { account: string; before: string | undefined },
): Promise<{ entries: AdministrationEntry[]; older: string | undefined }> {
  const asked = [
    ...(account === '' ? [] : [sql`(account = ${account} or actor = ${`person:${account}`})`]),
    ...(before === undefined ? [] : [sql`h.id < ${before}`]),
  ];
  const rows = await sql<AdministrationEntry>`
    select h.id::text, at, event, account, actor, address, detail from administration_history h
    where ${sql.all(asked)} order by h.id desc limit ${sql.literal(historyPageSize + 1)}`.rows(db, {
    isPrepared: false,
  });
  const entries = rows.slice(0, historyPageSize);
  return { entries, older: rows.length > historyPageSize ? entries.at(-1)?.id : undefined };
}

/**
 * The cursor that an address holds; undefined for what can be none.
 *
 * @param given  `before` of the query
 */
export function cursorIn(given: unknown): string | undefined {
  // PostgreSQL's bigint has 19 digits.
  return typeof given === 'string' && /^[1-9]\d{0,17}$/.test(given) ? given : undefined;
}

/** Who reads the history, and what the service around it calls things. */
interface HistoryFrame {
  /** Of the page, without a query. */
  path: string;
  breadcrumbs: readonly ui.Link[];
  language: ui.Language;
  timeZone: string;
  /** What the service calls its rights, by their names in the entries. */
  rights: Readonly<Record<string, string>>;
  /** The way to all of it as a file. */
  save?: Html;
}

/** The history of the administration: who did what to which account. */
export function historyPage(
  { entries, older }: { entries: readonly AdministrationEntry[]; older: string | undefined },
  { account, before }: { account: string; before: string | undefined },
  { path, breadcrumbs, language, timeZone, rights, save }: HistoryFrame,
): ui.Page {
  const say = historyWords[language];
  const rows = entries.map((entry) => [
    ui.time(entry.at, { language, timeZone }, { seconds: true }),
    entry.account !== null && accountLink(entry.account, path),
    html`${eventText(entry, say)}${detailOf(entry, { say, language, timeZone, rights })}`,
    actorText(entry.actor, { path, say }),
    entry.address,
  ]);
  const none = account === '' ? say.none : say.noneFound(account);
  return {
    title: say.title,
    breadcrumbs,
    main: html`<p>${say.meaning}</p>
<form class="sheet row" method="get" action="${path}" aria-label="${say.filter}">
${ui.textField({ name: 'account', label: say.account, help: say.accountHelp, value: account, autocomplete: 'off' })}
${ui.submitButton(say.filter, { kind: 'plain' })}
${account !== '' && html`<a href="${path}">${say.all}</a>`}
</form>
${
  rows.length === 0
    ? html`<p>${none}</p>`
    : ui.table({ caption: say.title, headings: [say.when, say.account, say.what, say.by, say.address], rows })
}
${olderEntries({ path, account, before, older, say })}
${save && html`<p>${save}</p>`}`,
  };
}

/** What the columns of the history are called; `detail` is what an entry knows besides. */
export function historyHeadings(
  language: ui.Language,
): Pick<HistoryWords, 'when' | 'account' | 'what' | 'by' | 'address' | 'detail'> {
  return historyWords[language];
}

/** What an entry tells of, and who did it, where nothing can be linked to. */
export function entryTexts(
  entry: Pick<AdministrationEntry, 'event' | 'actor'>,
  language: ui.Language,
): { what: string; by: string } {
  const say = historyWords[language];
  return { what: eventText(entry, say), by: actorIn(entry.actor, say).text };
}

function accountLink(account: string, path: string): Html {
  return html`<a href="${ui.withQuery(path, { account })}">${account}</a>`;
}

function eventText({ event }: Pick<AdministrationEntry, 'event'>, { events }: HistoryWords): string {
  const known: Partial<Record<string, string>> = events;
  return known[event] ?? event;
}

function actorText(actor: string, { path, say }: { path: string; say: HistoryWords }): HtmlPart {
  const { text, isAccount } = actorIn(actor, say);
  return isAccount ? accountLink(text, path) : text;
}

function actorIn(actor: string, say: HistoryWords): { text: string; isAccount: boolean } {
  const [kind = '', name] = /^([^:]+):(.*)$/s.exec(actor)?.slice(1) ?? [];
  if (name !== undefined && kind === 'person') return { text: name, isAccount: true };
  return { text: otherActorText(actor, { kind, name, say }), isAccount: false };
}

function otherActorText(
  actor: string,
  { kind, name, say }: { kind: string; name: string | undefined; say: HistoryWords },
): string {
  if (name === undefined) return actor === 'service' ? say.actors.service : actor;
  if (kind === 'identity-provider') return say.actors.identityProvider(name);
  if (kind === 'command-line') return say.actors.commandLine(name);
  return kind === 'database' ? say.actors.database(name) : actor;
}

/** What an entry knows besides, each on a line; what this version does not know is left out. */
function detailOf(
  { detail }: AdministrationEntry,
  options: Pick<HistoryFrame, 'language' | 'timeZone' | 'rights'> & { say: HistoryWords },
): HtmlPart {
  const { say, language, timeZone, rights: rightWords } = options;
  const { rights, from, to, password, token, label, until, ...others } = detail;
  const named = (name: string, value: HtmlPart) => html`${name}${ui.colon(language)}${value}`;
  const rightsText = (names: unknown[]) =>
    names.length === 0 ? say.noRights : names.map((name) => rightWords[String(name)] ?? name).join(', ');
  const lines: HtmlPart[] = [
    Array.isArray(rights) && named(say.rights, rightsText(rights)),
    Array.isArray(from) && Array.isArray(to) && `${rightsText(from)} → ${rightsText(to)}`,
    typeof from === 'string' && named(say.formerly, from),
    typeof to === 'string' && named(say.nowCalled, to),
    password === false && say.noPassword,
    typeof token === 'string' && html`<code>${token}…</code> ${typeof label === 'string' && label}`,
    token === undefined && typeof label === 'string' && label,
    typeof until === 'string' && html`${say.until} ${ui.time(new Date(until), { language, timeZone })}`,
    ...Object.entries(others).map(
      ([name, value]) => Array.isArray(value) && named(name, value.map(String).join(', ')),
    ),
  ];
  return lines.filter(Boolean).map((line) => html`<br><span class="quiet">${line}</span>`);
}

function olderEntries(options: {
  path: string;
  account: string;
  before: string | undefined;
  older: string | undefined;
  say: HistoryWords;
}): Html | false {
  const { path, account, before, older, say } = options;
  if (before === undefined && older === undefined) return false;
  return html`<nav class="pager" aria-label="${say.pages}"><ul>
${before !== undefined && html`<li><a href="${ui.withQuery(path, { account })}">${say.newest}</a></li>`}
${older !== undefined && html`<li><a href="${ui.withQuery(path, { account, before: older })}" rel="next">${say.older}</a></li>`}
</ul></nav>`;
}
