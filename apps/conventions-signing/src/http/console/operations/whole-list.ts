import { hash } from 'node:crypto';
import { formText } from '@campus/accounts';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { countSetAside, type SetAsideCounts } from '../../../data/count-set-aside.ts';
import { findStandingsOf, type StandingOf } from '../../../data/standings.ts';
import type { SignableKind } from '../../../domain/signable.ts';
import { maxRecords } from '../../../operations/begin-operation.ts';
import { listQuery } from '../../../wire/queries.ts';
import { listAddress, wholeListAddress } from '../../addresses.ts';
import { filterIn, formQuery } from '../../asked/query-in.ts';
import { kindWords } from '../../said/record-words.ts';
import { actionWords } from '../actions/action-words.ts';
import { eraseWords } from '../actions/erase-words.ts';
import { reasonField, reasonIn } from '../actions/reason-field.ts';
import { onceField } from '../forms/hidden-fields.ts';
import { listLink } from '../frame/record-in.ts';
import { restrictionsIn } from '../records/list-query.ts';
import type { ActionDeps, Visit } from '../session/reader.ts';
import { begin } from './begin.ts';
import { inWords } from './operation-parts.ts';
import { operationWords } from './operation-words.ts';

type OfKind = ActionDeps & Visit & { kind: SignableKind };

/** What is wrong with a form of the page: of the list itself, or in a field. */
interface Problems {
  list?: string;
  number?: string;
  reason?: readonly string[];
  status: number;
}

/** Asks what to do with all that a list shows, on all of its pages: how many there are, and what each would mean. */
export async function askAboutList(visit: OfKind): Promise<void> {
  return ask(visit, await find(visit));
}

/** Sends all that the list shows, or its drafts alone, if it shows what was confirmed. */
export const sendList = asConfirmed((visit, records) => {
  const newRounds = formText(visit.request, 'rounds') === 'true';
  const sent = newRounds ? records : records.filter(({ state }) => state === 'draft');
  return begin(visit, { action: 'send', records: sent, newRounds });
});

/** Reminds those who are next on all that the list shows, where something is in signing. */
export const remindList = asConfirmed((visit, records) =>
  begin(visit, { action: 'remind', records: records.filter(isInSigning) }),
);

/** Erases all that the list shows, with a reason, and after their number was typed. */
export const eraseList = asConfirmed((visit, records) => {
  const { request, reader } = visit;
  const say = operationWords[reader.language];
  const reason = reasonIn(visit);
  const isTyped = formText(request, 'number').replace(/\D/g, '') === String(records.length);
  if (!isTyped || 'errors' in reason)
    return ask(visit, records, {
      ...(isTyped ? {} : { number: say.numberWrong }),
      ...('errors' in reason ? { reason: reason.errors } : {}),
      status: 400,
    });
  return begin(visit, { action: 'erase', records, reason: reason.text });
});

/** Does something with all that the list shows, if that is what was confirmed; else it asks again. */
function asConfirmed(act: (visit: OfKind, records: StandingOf[]) => Promise<void>) {
  return async (visit: OfKind): Promise<void> => {
    const records = await find(visit);
    if (formText(visit.request, 'shown') === shownText(records)) return act(visit, records);
    const list = operationWords[visit.reader.language].listChanged;
    return ask(visit, records, { list, status: 409 });
  };
}

function find({ kind, lookups, request, reader }: OfKind): Promise<StandingOf[]> {
  const { state } = formQuery(request, listQuery);
  return findStandingsOf(lookups, kind, {
    ...restrictionsIn(request, reader),
    scope: reader.account.scope,
    state,
    most: maxRecords,
  });
}

/** Which records a page has asked about, and where each stood: as many are not the same. */
function shownText(records: readonly StandingOf[]): string {
  return hash('sha256', JSON.stringify(records), 'base64url');
}

async function ask(visit: OfKind, records: StandingOf[], problems?: Problems): Promise<void> {
  const { db, kind, request, reader, answer } = visit;
  const { language } = reader;
  const say = operationWords[language];
  const { before: _, page_size: __, ...filter } = filterIn(request, listQuery);
  const back = ui.withQuery(listAddress(kind), filter);
  const count = records.length;
  const isTooMany = count > maxRecords;
  const shown = isTooMany
    ? ui.notice('warning', say.tooManyRecords(inWords(maxRecords, language)))
    : count === 0
      ? html`<p>${say.noRecords}</p>`
      : html`<p>${say.listShows(inWords(count, language))}</p>
${sendSheet(visit, { records, filter, counts: await countSetAside(db.pool, kind, numbersOf(records)) })}
${remindSheet(visit, { records, filter })}
${eraseSheet(visit, { records, filter, problems })}`;
  answer(
    {
      title: say.wholeList(kindWords[language].many[kind]),
      breadcrumbs: [listLink(kind, language)],
      main: html`${problems?.list !== undefined && ui.notice('bad', problems.list)}${shown}
<p class="row">${ui.backLink(back, language)}</p>`,
    },
    problems?.status ?? (isTooMany ? 413 : 200),
  );
}

function numbersOf(records: readonly StandingOf[]): number[] {
  return records.flatMap(({ state, number }) => (state === 'draft' ? [] : [number]));
}

type Asked = { records: StandingOf[]; filter: Record<string, string> };

function sendSheet(
  { kind, reader: { language }, hasWebhook, csrf }: OfKind,
  { records, filter, counts }: Asked & { counts: SetAsideCounts },
): Html {
  const say = operationWords[language];
  const drafts = records.filter(({ state }) => state === 'draft').length;
  const others = records.length - drafts;
  return html`<form class="sheet" method="post" action="${ui.withQuery(wholeListAddress(kind, 'send'), filter)}"><h2>${actionWords[language].send}</h2>
${csrf()}${onceField()}${ui.hiddenField('shown', shownText(records))}
<p>${say.draftsSent(inWords(drafts, language), drafts)}</p>
${others > 0 && html`${ui.notice('warning', setAsideText(counts, { others, language }))}${ui.checkbox({ name: 'rounds', label: say.roundsToo(inWords(others, language), others) })}`}
${!hasWebhook && html`<p>${actionWords[language].noWebhook}</p>`}
<p class="row">${ui.submitButton(actionWords[language].send)}</p>
</form>`;
}

function isInSigning({ state }: StandingOf): boolean {
  return state === 'signing';
}

function remindSheet(
  { kind, reader: { language }, hasMail, csrf }: OfKind,
  { records, filter }: Asked,
): Html | false {
  const signing = records.filter(isInSigning).length;
  if (!hasMail || signing === 0) return false;
  const say = actionWords[language];
  return html`<form class="sheet" method="post" action="${ui.withQuery(wholeListAddress(kind, 'remind'), filter)}"><h2>${say.remind}</h2>
${csrf()}${onceField()}${ui.hiddenField('shown', shownText(records))}
<p>${operationWords[language].inSigning(inWords(signing, language), signing)} ${say.remindManyMeans}</p>
<p class="row">${ui.submitButton(say.remind)}</p>
</form>`;
}

function setAsideText(
  { signatures, documents, calls }: SetAsideCounts,
  { others, language }: { others: number; language: 'en' | 'fr' },
): string {
  const say = operationWords[language];
  return say.wouldSetAside({
    others: inWords(others, language),
    signatures: inWords(signatures, language),
    documents: inWords(documents, language),
    calls: inWords(calls, language),
  });
}

function eraseSheet(
  { kind, request, reader: { language }, csrf }: OfKind,
  { records, filter, problems }: Asked & { problems: Problems | undefined },
): Html {
  const say = operationWords[language];
  const never = records.filter(({ round }) => round === 0).length;
  const signing = records.filter(isInSigning).length;
  const count = records.length;
  const number = problems?.number;
  return html`<form class="sheet" method="post" action="${ui.withQuery(wholeListAddress(kind, 'erase'), filter)}"><h2>${eraseWords[language].erase}</h2>
${csrf()}${onceField()}${ui.hiddenField('shown', shownText(records))}
<p>${say.draftsDeleted(inWords(never, language), never)} ${say.othersErased(inWords(count - never, language), count - never)}</p>
${signing > 0 && ui.notice('warning', say.signingErased(inWords(signing, language), signing))}
${reasonField(eraseWords[language], { typed: formText(request, 'reason'), errors: problems?.reason })}
${ui.textField({
  name: 'number',
  label: say.typeNumber(String(count)),
  required: true,
  autocomplete: 'off',
  value: formText(request, 'number'),
  errors: number === undefined ? undefined : [number],
})}
<p class="row">${ui.submitButton(say.eraseButton, { kind: 'danger' })}</p>
</form>`;
}
