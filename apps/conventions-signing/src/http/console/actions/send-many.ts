import { formTexts } from '@campus/accounts';
import {
  attributes,
  badge,
  buttonLink,
  colon,
  confirmPage,
  type Html,
  html,
  type Language,
  notice,
  selectedCount,
  table,
} from '@campus/pages';
import type { Request } from 'express';
import { findSignablesToSend, type SignableToSend } from '../../../data/find-signables.ts';
import { personActor } from '../../../data/history.ts';
import type { Standing } from '../../../signing/change-record.ts';
import { enterSigning } from '../../../signing/enter-signing.ts';
import { SigningError, type SigningErrorCode } from '../../../signing/errors.ts';
import { type SignableKind, type SignableRef, signableKinds } from '../../../signing/signable.ts';
import { whatCounts } from '../../../signing/what-counts.ts';
import { addresses, listAddress, segments } from '../../addresses.ts';
import { parseNumber } from '../../wire/ref-in.ts';
import { errorWords } from '../errors/error-words.ts';
import { onceField, requestKeyOf } from '../forms/once-field.ts';
import { parseStanding, standingText } from '../forms/standing-field.ts';
import { kindWords } from '../records/kind-words.ts';
import { nameOf, recordLink } from '../records/record-name.ts';
import { listLink } from '../session/breadcrumbs.ts';
import type { ActionDeps, Reader, Visit } from '../session/reader.ts';
import { actionWords } from './action-words.ts';
import { setAsideList } from './set-aside-list.ts';

/** A page of a list holds fewer; each round is a transaction of its own while the reader waits. */
export const maxAtOnce = 200;

/** More of them are not sent without a question: a list ticks all of its page at once. */
const maxUnasked = 10;

type ActionVisit = ActionDeps & Visit;

/** What became of one record. */
interface Line {
  ref: SignableRef;
  /** Undefined: it is not there. */
  title: string | undefined;
  outcome: { round: number } | { refused: SigningErrorCode | 'internal' };
}

/** A record that was confirmed as it stood on the page. */
interface Confirmed {
  ref: SignableRef;
  expected: Standing;
}

/**
 * Sends the selected records for signature, each in its own transaction, and reports on every one. A few drafts
 * go at once; when there are more, or one of them has a round that counts, a page asks before: its form names each
 * record as it stood, and leaves out what is unticked.
 */
export async function sendMany(visit: ActionVisit): Promise<void> {
  const { db, request, reader, answer } = visit;
  const say = actionWords[reader.language];
  const confirmed = formTexts(request, 'record').flatMap((text) => parseConfirmed(text) ?? []);
  const refs = confirmed.length > 0 ? confirmed.map(({ ref }) => ref) : selectedIn(request);
  if (refs.length === 0 || refs.length > maxAtOnce) {
    const problem = refs.length === 0 ? say.nothingSelected : say.tooMany(maxAtOnce);
    const main = html`${notice('bad', problem)}<p>${listLinks(reader.language)}</p>`;
    answer({ title: say.sendManyTitle, main }, 400);
    return;
  }
  const records = await findSignablesToSend(db.prisma, refs);
  if (confirmed.length > 0) return sendAll(visit, { confirmed, records, missing: [] });
  const missing = refs.filter((ref) => !records.some((record) => isSame(record, ref)));
  if (records.length > maxUnasked || records.some(({ state }) => state !== 'draft'))
    return ask(visit, { records, missing });
  const drafts = records.map((draft) => ({
    ref: { kind: draft.kind, number: draft.number },
    expected: draft,
  }));
  return sendAll(visit, { confirmed: drafts, records, missing });
}

function ask(
  { reader, hasWebhook, csrf, answer }: ActionVisit,
  { records, missing }: { records: SignableToSend[]; missing: SignableRef[] },
): void {
  const say = actionWords[reader.language];
  const isSomeSetAside = records.some((record) => whatCounts(record) !== null);
  const page = confirmPage({
    title: say.sendManyTitle,
    breadcrumbs: [],
    content: html`<p>${say.sendManyMeans}</p>
${isSomeSetAside && notice('warning', say.startsUnticked)}
${missing.map((ref) => html`<p>${kindWords[reader.language].one[ref.kind]} ${ref.number}${colon(reader.language)}${say.notThere}</p>`)}
${!hasWebhook && html`<p>${say.noWebhook}</p>`}`,
    csrf: csrf(),
    fields: html`${onceField()}
${table({
  caption: say.sendManyTitle,
  headings: [
    html`<span class="unseen">${say.selection}</span>`,
    kindWords[reader.language].either,
    say.meaning,
  ],
  rows: records.map((record) => askedRow(record, reader)),
})}
<p>${selectedCount('record', say.ticked)}</p>`,
    action: addresses.sendMany,
    button: say.sendTicked,
    isDangerous: isSomeSetAside,
    back: listAddress(records[0]?.kind ?? 'agreement'),
    language: reader.language,
  });
  answer({ ...page, scripts: ['select-all.js'] });
}

async function sendAll(
  visit: ActionVisit,
  sent: { confirmed: Confirmed[]; records: SignableToSend[]; missing: SignableRef[] },
): Promise<void> {
  const { reader, hasWebhook, answer } = visit;
  const lines: Line[] = sent.missing.map((ref) => ({
    ref,
    title: undefined,
    outcome: { refused: 'signable_not_found' },
  }));
  for (const one of sent.confirmed) {
    const title = sent.records.find((record) => isSame(record, one.ref))?.title;
    lines.push({ ref: one.ref, title, outcome: await sendOne(visit, one) });
  }
  const say = actionWords[reader.language];
  const count = lines.filter(({ outcome }) => 'round' in outcome).length;
  const main = html`${notice(count === lines.length ? 'good' : 'warning', say.reportCount(count, lines.length))}
${!hasWebhook && notice('info', say.noWebhook)}
${table({
  caption: say.reportTitle,
  headings: [kindWords[reader.language].either, say.outcome, say.remark],
  rows: lines.map((line) => reportRow(line, reader)),
})}
<p>${listLinks(reader.language)}</p>`;
  answer({ title: say.reportTitle, main });
}

async function sendOne(visit: ActionVisit, { ref, expected }: Confirmed): Promise<Line['outcome']> {
  const { request, reader } = visit;
  try {
    const key = requestKeyOf(request, reader.account, { about: ` ${ref.kind} ${ref.number}` });
    const actor = personActor(reader.account);
    return { round: await enterSigning(visit, { ref, actor, expected, key, show: ({ round }) => round }) };
  } catch (error) {
    if (error instanceof SigningError) return { refused: error.code };
    // Nothing stops the others; the reader learns which one has failed, and the log why.
    request.log.error({ err: error }, `${ref.kind} ${ref.number} was not sent`);
    return { refused: 'internal' };
  }
}

/** A record that can still be left out; one whose round holds something is out unless it is ticked. */
function askedRow(record: SignableToSend, reader: Reader): Html[] {
  const say = actionWords[reader.language];
  const counting = whatCounts(record);
  const value = `${record.kind}.${record.number}.${standingText(record)}`;
  const name = nameOf(record, reader.language);
  return [
    html`<input${attributes({ type: 'checkbox', id: `record-${record.kind}-${record.number}`, name: 'record', value, checked: counting === null, 'aria-label': name })}>`,
    recordLink(record, reader.language),
    counting === null
      ? html`${say.draftFirst}`
      : html`<p>${say.newRoundMeans(record.round, record.round + 1)}</p>${setAsideList(counting, reader)}`,
  ];
}

function reportRow({ ref, title, outcome }: Line, reader: Reader): Html[] {
  const say = actionWords[reader.language];
  const name =
    title === undefined
      ? `${kindWords[reader.language].one[ref.kind]} ${ref.number}`
      : recordLink({ ...ref, title }, reader.language);
  if ('round' in outcome)
    return [html`${name}`, badge('good', say.isSent), html`${say.roundBegan(outcome.round)}`];
  const isMissing = outcome.refused === 'signable_not_found';
  const why = isMissing ? say.notThere : errorWords[outcome.refused][reader.language];
  return [html`${name}`, badge('bad', say.isRefused), html`${why}`];
}

function listLinks(language: Language): Html {
  return html`${signableKinds.map((kind) => html`${buttonLink(listLink(kind, language), { kind: 'plain' })} `)}`;
}

function isSame(a: SignableRef, b: SignableRef): boolean {
  return a.kind === b.kind && a.number === b.number;
}

/** What was ticked in the lists, each once. */
function selectedIn(request: Request): SignableRef[] {
  return signableKinds.flatMap((kind) =>
    [...new Set(formTexts(request, segments[kind]))].flatMap((text) => parseRef(kind, text) ?? []),
  );
}

function parseRef(kind: SignableKind, text: string): SignableRef | undefined {
  const number = parseNumber(text);
  return number === undefined ? undefined : { kind, number };
}

/** `agreement.7.signing.2.17`: the record, and where it stood. */
function parseConfirmed(text: string): Confirmed | undefined {
  const [, kind, number = '', standing = ''] = /^(agreement|amendment)\.(\d+)\.(.+)$/.exec(text) ?? [];
  if (kind !== 'agreement' && kind !== 'amendment') return undefined;
  const ref = parseRef(kind, number);
  const expected = parseStanding(standing);
  return ref === undefined || expected === undefined ? undefined : { ref, expected };
}
