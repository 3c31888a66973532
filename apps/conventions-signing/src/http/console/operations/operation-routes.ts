import { formText, formTexts, visitsWith } from '@campus/accounts';
import { operationProgress } from '@campus/database';
import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import express, { type Router } from 'express';
import { type ActorNames, findActorNames } from '../../../data/actors.ts';
import { findSignablesToSend, type SignableToSend } from '../../../data/find-signables.ts';
import { listOperations, type Operation, pagesOfOperations } from '../../../data/operations.ts';
import { findStandings, type StandingOf } from '../../../data/standings.ts';
import { type SignableRef, signableKinds } from '../../../domain/signable.ts';
import { cancel, ownAlone } from '../../../operations/operations.ts';
import type { Standing } from '../../../signing/change-record.ts';
import { SigningError } from '../../../signing/errors.ts';
import { whatCounts } from '../../../signing/what-counts.ts';
import { segments } from '../../../wire/api-addresses.ts';
import { operationsQuery } from '../../../wire/queries.ts';
import { addresses, listAddress, operationAddress } from '../../addresses.ts';
import { formQuery } from '../../asked/query-in.ts';
import { uuidIn } from '../../asked/uuid-in.ts';
import { route } from '../../route.ts';
import { actorName, actorText } from '../../said/actor-text.ts';
import { nameOf, recordLink } from '../../said/record-name.ts';
import { kindWords } from '../../said/record-words.ts';
import { type ConfiguredTokens, type TokenHolders, tokenHoldersOf } from '../../said/token-holders.ts';
import { actionWords } from '../actions/action-words.ts';
import { eraseWords } from '../actions/erase-words.ts';
import { reasonField, reasonIn } from '../actions/reason-field.ts';
import { isFewEnough, isSame, parseRef, selectedIn } from '../actions/selection.ts';
import { setAsideList } from '../actions/set-aside-list.ts';
import { onceField, parseStanding, standingText } from '../forms/hidden-fields.ts';
import { type LivePageDeps, liveRoutes } from '../frame/live-page.ts';
import { olderPages } from '../frame/older-pages.ts';
import { requireRight } from '../frame/require-right.ts';
import { instantText, type SaveDeps, saveLink, saveTable } from '../save/save-table.ts';
import { type ActionDeps, askingOf, type Reader, type Visit } from '../session/reader.ts';
import { begin } from './begin.ts';
import { operationPage, saveReport } from './operation-page.ts';
import { operationBadge, operationTitle, progressBar } from './operation-parts.ts';
import { operationWords } from './operation-words.ts';
import { askAboutList, eraseList, remindList, sendList } from './whole-list.ts';

/** What staff do with many records at once, which needs the right to send, and how far it is. */
export function operationRoutes(deps: ActionDeps & LivePageDeps & SaveDeps & ConfiguredTokens): Router {
  const router = express.Router();
  const right = requireRight(deps.sessions, 'send');
  const posted = [right, ...deps.sessions.readForm];
  const known = { ...deps, tokens: tokenHoldersOf(deps) };
  const run = visitsWith(known);
  route(router, '/send', { post: [...posted, run(sendMany)] });
  if (deps.hasMail) route(router, '/remind', { post: [...posted, run(remindMany)] });
  route(router, '/erase', { post: [...posted, run(eraseMany)] });
  for (const kind of signableKinds) {
    const ofKind = visitsWith({ ...deps, kind });
    const all = `/${segments[kind]}/all`;
    route(router, all, { get: [right, ofKind(askAboutList)] });
    route(router, `${all}/send`, { post: [...posted, ofKind(sendList)] });
    if (deps.hasMail) route(router, `${all}/remind`, { post: [...posted, ofKind(remindList)] });
    route(router, `${all}/erase`, { post: [...posted, ofKind(eraseList)] });
  }
  route(router, '/operations', { get: run(showList) });
  route(router, '/operations/export', { get: run(saveList) });
  liveRoutes(router, '/operations/:id', { deps: known, shown: operationPage });
  route(router, '/operations/:id/report', { get: run(saveReport) });
  route(router, '/operations/:id/cancel', { post: [...posted, run(end)] });
  return router;
}

/** Ends an operation where it is. */
async function end(visit: ActionDeps & Visit): Promise<void> {
  const { request, response, reader } = visit;
  const { id } = await cancel(visit, { id: uuidIn(request, 'operation'), ...askingOf(reader) });
  response.redirect(303, operationAddress(id));
}

/** More of them are not sent without a question: a list ticks all of its page at once. */
const maxUnasked = 10;

type ActionVisit = ActionDeps & Visit;

/**
 * Sends the selected records for signature, as an operation. A few drafts go at once; when there are more, or one of
 * them has a round that counts, a page asks before: its form names each record as it stood, and leaves out what is
 * unticked.
 */
async function sendMany(visit: ActionVisit): Promise<void> {
  const { db, request, reader } = visit;
  const say = actionWords[reader.language];
  const { scope } = reader.account;
  const confirmed = formTexts(request, 'record').flatMap((text) => parseConfirmed(text) ?? []);
  const refs = confirmed.length > 0 ? confirmed : selectedIn(request);
  if (!isFewEnough(visit, refs, say.sendManyTitle)) return;
  // Each was confirmed as it stood.
  if (confirmed.length > 0) return begin(visit, { action: 'send', records: confirmed, newRounds: true });
  const records = await findSignablesToSend(db, refs, scope);
  if (records.length > maxUnasked || records.some(({ state }) => state !== 'draft')) {
    const missing = refs.filter((ref) => !records.some((record) => isSame(record, ref)));
    return askToSend(visit, { records, missing });
  }
  return begin(visit, {
    action: 'send',
    records: await findStandings(db.pool, refs, scope),
    newRounds: false,
  });
}

function askToSend(
  { reader, hasWebhook, csrf, answer }: ActionVisit,
  { records, missing }: { records: SignableToSend[]; missing: SignableRef[] },
): void {
  const say = actionWords[reader.language];
  const isSomeSetAside = records.some((record) => whatCounts(record) !== null);
  const page = ui.confirmPage({
    title: say.sendManyTitle,
    breadcrumbs: [],
    content: html`<p>${say.sendManyMeans}</p>
${isSomeSetAside && ui.notice('warning', say.startsUnticked)}
${missing.map((ref) => html`<p>${kindWords[reader.language].one[ref.kind]} ${ref.number}${ui.colon(reader.language)}${say.notThere}</p>`)}
${!hasWebhook && html`<p>${say.noWebhook}</p>`}`,
    csrf: csrf(),
    fields: html`${onceField()}
${ui.table({
  caption: say.sendManyTitle,
  headings: [
    html`<span class="unseen">${say.selection}</span>`,
    kindWords[reader.language].either,
    say.meaning,
  ],
  rows: records.map((record) => askedRow(record, reader)),
})}
<p>${ui.selectedCount('record', say.ticked)}</p>`,
    action: addresses.sendMany,
    button: say.sendTicked,
    isDangerous: isSomeSetAside,
    back: listAddress(records[0]?.kind ?? 'agreement'),
    language: reader.language,
  });
  answer({ ...page, scripts: ['select-all.js'] });
}

/** A record that can still be left out; one whose round holds something is out unless it is ticked. */
function askedRow(record: SignableToSend, reader: Reader): Html[] {
  const say = actionWords[reader.language];
  const counting = whatCounts(record);
  const name = nameOf(record, reader.language);
  return [
    html`<input${attributes({ type: 'checkbox', id: `record-${record.kind}-${record.number}`, name: 'record', value: confirmedText(record), checked: counting === null, 'aria-label': name })}>`,
    recordLink(record, reader.language),
    counting === null
      ? html`${say.draftFirst}`
      : html`<p>${say.newRoundMeans(record.round, (record.lastRound ?? record.round) + 1)}</p>${setAsideList(counting, { ref: record, reader })}`,
  ];
}

/** Reminds those who are next on the selected records, as an operation; a page names them before when there are more. */
async function remindMany(visit: ActionVisit): Promise<void> {
  const { db, request, reader, csrf, answer } = visit;
  const { language } = reader;
  const say = actionWords[language];
  const { scope } = reader.account;
  const confirmed = formTexts(request, 'record').flatMap((text) => parseConfirmed(text) ?? []);
  const refs = confirmed.length > 0 ? confirmed : selectedIn(request);
  if (!isFewEnough(visit, refs, say.remind)) return;
  if (confirmed.length > 0 || refs.length <= maxUnasked) {
    const standings = confirmed.length > 0 ? confirmed : await findStandings(db.pool, refs, scope);
    if (standings.every(({ state }) => state === 'draft'))
      throw new SigningError('nobody_awaited', 'of drafts nobody is reminded');
    return begin(visit, { action: 'remind', records: standings });
  }
  const records = await findSignablesToSend(db, refs, scope);
  const page = ui.confirmPage({
    title: say.remind,
    breadcrumbs: [],
    content: html`<p>${say.remindManyMeans}</p>
<ul>${records.map((record) => html`<li>${recordLink(record, language)}</li>`)}</ul>`,
    csrf: csrf(),
    fields: html`${onceField()}${records.map((record) => ui.hiddenField('record', confirmedText(record)))}`,
    action: addresses.remindMany,
    button: say.remind,
    back: listAddress(records[0]?.kind ?? 'agreement'),
    language,
  });
  answer(page);
}

/**
 * Erases the selected records, as an operation: at first a page names them and asks for a reason, then its form names
 * each as it stood.
 */
async function eraseMany(visit: ActionVisit): Promise<void> {
  const { request, reader } = visit;
  const say = operationWords[reader.language];
  const confirmed = formTexts(request, 'record').flatMap((text) => parseConfirmed(text) ?? []);
  const refs = confirmed.length > 0 ? confirmed : selectedIn(request);
  if (!isFewEnough(visit, refs, say.eraseManyTitle)) return;
  const reason = reasonIn(visit);
  if (confirmed.length === 0) return askToErase(visit, { refs });
  if ('errors' in reason) return askToErase(visit, { refs, errors: reason.errors });
  return begin(visit, { action: 'erase', records: confirmed, reason: reason.text });
}

async function askToErase(
  { db, request, reader, csrf, answer }: ActionVisit,
  { refs, errors }: { refs: Parameters<typeof findSignablesToSend>[1]; errors?: readonly string[] },
): Promise<void> {
  const { language } = reader;
  const say = operationWords[language];
  const records = await findSignablesToSend(db, refs, reader.account.scope);
  const page = ui.confirmPage({
    title: say.eraseManyTitle,
    breadcrumbs: [],
    content: html`<p>${say.eraseManyMeans}</p>
<ul>${records.map((record) => html`<li>${recordLink(record, language)}</li>`)}</ul>`,
    csrf: csrf(),
    fields: html`${onceField()}${records.map((record) => ui.hiddenField('record', confirmedText(record)))}
${reasonField(eraseWords[language], { typed: formText(request, 'reason'), errors })}`,
    action: addresses.eraseMany,
    button: say.eraseButton,
    isDangerous: true,
    back: listAddress(records[0]?.kind ?? 'agreement'),
    language,
  });
  answer(page, errors === undefined ? 200 : 400);
}

/** `agreement.7.signing.2.17`: a record, and where it stood when somebody was asked about it. */
function confirmedText(record: SignableRef & Standing): string {
  return `${record.kind}.${record.number}.${standingText(record)}`;
}

/** What such a text names; undefined when it is none. */
function parseConfirmed(text: string): StandingOf | undefined {
  const [, kind, number = '', standing = ''] = /^(agreement|amendment)\.(\d+)\.(.+)$/.exec(text) ?? [];
  if (kind !== 'agreement' && kind !== 'amendment') return undefined;
  const ref = parseRef(kind, number);
  const expected = parseStanding(standing);
  return ref === undefined || expected === undefined ? undefined : { ...ref, ...expected };
}

type ListVisit = SaveDeps & Visit & { tokens: TokenHolders };

/** The operations, the newest first. */
async function showList({ db, lookups, request, reader, tokens, answer }: ListVisit): Promise<void> {
  const { language } = reader;
  const say = operationWords[language];
  const { before, page_size: size } = formQuery(request, operationsQuery);
  const page = await listOperations(lookups, { before, size, by: ownAlone(askingOf(reader)) });
  const names = await findActorNames(
    db.pool,
    page.results.map(({ actor }) => actor),
  );
  const rows = page.results.map((operation) => [
    html`<a href="${operationAddress(operation.id)}">${operationTitle(operation, language)}</a>`,
    operationBadge(operation, reader),
    progressBar(operation, language),
    actorText(operation.actor, { actors: { names, tokens }, language }),
    ui.time(operation.createdAt, reader),
  ]);
  const headings = [say.what, say.state, say.progress, say.by, say.asked];
  const main = html`${rows.length === 0 ? ui.emptyState(say.none, { because: 'new' }) : html`${ui.table({ caption: say.title, headings, rows })}<p>${saveLink(addresses.operationsExport, { language })}</p>`}
${olderPages(request, { schema: operationsQuery, path: addresses.operations, before: page.before, reader })}`;
  answer({ title: say.title, main, styles: ['lists.css'] });
}

/** The list of the operations as a table for spreadsheets. */
function saveList(visit: ListVisit): Promise<void> {
  return saveTable(visit, { name: 'operations', pages: pagesOf(visit), columns: columnsFor(visit) });
}

interface Row {
  operation: Operation;
  /** Of those who have begun the operations of its page. */
  names: ActorNames;
}

async function* pagesOf({ db, lookups, reader }: ListVisit): AsyncGenerator<Row[]> {
  const by = ownAlone(askingOf(reader));
  for await (const page of pagesOfOperations(lookups, by)) {
    const actors = page.map(({ actor }) => actor);
    const names = await findActorNames(db.pool, actors);
    yield page.map((operation) => ({ operation, names }));
  }
}

function columnsFor({ reader, tokens }: ListVisit): ui.CsvColumn<Row>[] {
  const { language, now } = reader;
  const say = operationWords[language];
  return [
    { heading: say.what, of: ({ operation }) => operationTitle(operation, language) },
    { heading: say.state, of: ({ operation }) => say.states[operationProgress(operation, now).state] },
    { heading: say.counts.done, of: ({ operation }) => operation.done },
    { heading: say.counts.refused, of: ({ operation }) => operation.refused },
    {
      heading: say.by,
      of: ({ operation: { actor }, names }) => actorName(actor, { actors: { names, tokens }, language }),
    },
    { heading: say.asked, of: ({ operation }) => instantText(operation.createdAt, reader) },
  ];
}
