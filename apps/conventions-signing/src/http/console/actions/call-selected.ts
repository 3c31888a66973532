import { formText, formTexts } from '@campus/accounts';
import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import { countCauses, maxFailingCounted } from '../../../data/failing-calls.ts';
import { personActor } from '../../../data/history.ts';
import { pagesOfSignables } from '../../../data/list-signables.ts';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { type SignableRef, signableKinds } from '../../../domain/signable.ts';
import { type CallsToRepeat, redeliverMany } from '../../../signing/redeliver.ts';
import { deliveryOfRound, stageOf } from '../../../signing/stage.ts';
import { failureCause } from '../../../wire/queries.ts';
import { addresses } from '../../addresses.ts';
import { isUuid } from '../../asked/uuid-in.ts';
import { recordLink } from '../../said/record-name.ts';
import { kindWords } from '../../said/record-words.ts';
import { causeText } from '../deliveries/delivery-parts.ts';
import { deliveryWords } from '../deliveries/delivery-words.ts';
import { askedField, askedIn } from '../forms/hidden-fields.ts';
import type { ActionDeps, Reader, Visit } from '../session/reader.ts';
import { actionWords } from './action-words.ts';
import { isFewEnough, isSame, listLinks, maxAtOnce, selectedIn } from './selection.ts';

type ActionVisit = ActionDeps & Visit;

/** Calls the signing application again about those of the selected records whose call has failed, and reports on each. */
export async function callSelected(visit: ActionVisit): Promise<void> {
  const { request, reader, answer } = visit;
  const say = actionWords[reader.language];
  const refs = selectedIn(request);
  if (!isFewEnough(visit, refs, say.callTitle)) return;
  const records = await find(visit, refs);
  const { called } = await redeliverMany(visit, {
    calls: { ids: records.flatMap((record) => failingCall(record) ?? []) },
    actor: personActor(reader.account),
    scope: reader.account.scope,
    asked: askedIn(visit),
  });
  const outcomes = refs.map((ref) => {
    const record = records.find((one) => isSame(one, ref));
    return { ref, title: record?.title, ...outcomeOf(record, { called, reader }) };
  });
  const done = outcomes.filter(({ isDone }) => isDone).length;
  const main = html`${ui.notice(done === refs.length ? 'good' : 'warning', say.callCount(done, refs.length))}
${ui.table({
  caption: say.callTitle,
  headings: [kindWords[reader.language].either, say.outcome, say.remark],
  rows: outcomes.map(({ ref, title, isDone, mood, remark }) => [
    title === undefined
      ? `${kindWords[reader.language].one[ref.kind]} ${ref.number}`
      : recordLink({ ...ref, title }, reader.language),
    ui.badge(mood, isDone ? say.isCalled : say.isLeftAlone),
    remark,
  ]),
})}
<p>${listLinks(reader.language)}</p>`;
  answer({ title: say.callTitle, main });
}

async function find({ lookups, reader }: ActionVisit, refs: SignableRef[]): Promise<SignableSummary[]> {
  const { scope } = reader.account;
  const found: SignableSummary[] = [];
  for (const kind of signableKinds) {
    const numbers = refs.filter((ref) => ref.kind === kind).map(({ number }) => number);
    if (numbers.length === 0) continue;
    for await (const page of pagesOfSignables(lookups, kind, { numbers, scope })) found.push(...page);
  }
  return found;
}

/** The id of the call about a record that has failed. */
function failingCall(record: SignableSummary): string | undefined {
  const stage = stageOf(record);
  return stage === 'failed' || stage === 'retrying' ? deliveryOfRound(record)?.id : undefined;
}

/** What became of a record, with a remark on it; undefined: it is not there. */
function outcomeOf(
  record: SignableSummary | undefined,
  { called, reader }: { called: readonly string[]; reader: Reader },
): { isDone: boolean; mood: ui.Mood; remark: string } {
  const say = actionWords[reader.language];
  if (record === undefined) return { isDone: false, mood: 'bad', remark: say.notThere };
  const delivery = failingCall(record);
  const isDone = delivery !== undefined && called.includes(delivery);
  if (isDone) return { isDone, mood: 'good', remark: say.callDue };
  return { isDone, mood: 'info', remark: delivery === undefined ? say.hasNotFailed : say.calledMeanwhile };
}

/** As it was typed: the time in the clocks of the reader. */
interface Typed {
  cause: string;
  since: string;
}

/** Asks before all calls are made again that fail, for a cause and since an instant where the reader wants that. */
export function askToCallMany(visit: ActionVisit): Promise<void> {
  const { request, reader } = visit;
  const given = failureCause.safeParse(request.query.cause);
  const since = ui.instantOfLocal(String(request.query.since ?? ''), reader.timeZone);
  return ask(visit, {
    cause: given.success ? given.data : '',
    since: since === null ? '' : ui.localDateTime(since, reader.timeZone),
  });
}

/** Makes the selected calls again, or all that fail; then the list says how many. */
export async function callMany(visit: ActionVisit): Promise<void> {
  const { request, response, reader, answer } = visit;
  const say = deliveryWords[reader.language];
  const ids = [...new Set(formTexts(request, 'delivery').filter(isUuid))];
  let calls: CallsToRepeat = { ids };
  if (formText(request, 'all') === 'true') {
    const typed = { cause: formText(request, 'cause'), since: formText(request, 'since') };
    const since = typed.since === '' ? undefined : ui.instantOfLocal(typed.since, reader.timeZone);
    if (since === null) return ask(visit, typed, say.sinceProblem);
    const given = failureCause.safeParse(typed.cause);
    calls = { cause: given.success ? given.data : undefined, since };
  } else if (ids.length === 0 || ids.length > maxAtOnce) {
    const problem = ids.length === 0 ? say.nothingSelected : say.tooMany(maxAtOnce);
    const back = ui.buttonLink({ text: say.title, href: addresses.deliveries }, { kind: 'plain' });
    return answer({ title: say.againTitle, main: html`${ui.notice('bad', problem)}<p>${back}</p>` }, 400);
  }
  const { called, left, isMore } = await redeliverMany(visit, {
    calls,
    actor: personActor(reader.account),
    scope: reader.account.scope,
    asked: askedIn(visit),
  });
  const done = { done: 'called-again', called: called.length, left, more: isMore ? 1 : undefined };
  response.redirect(303, ui.withQuery(addresses.deliveries, done));
}

async function ask(visit: ActionVisit, typed: Typed, problem?: string): Promise<void> {
  const { lookups, reader, hasWebhook, csrf, answer } = visit;
  const say = deliveryWords[reader.language];
  const causes = await countCauses(lookups, { scope: reader.account.scope });
  const count = causes.reduce((total, one) => total + one.count, 0);
  const shown =
    causes.some((one) => one.cause === typed.cause) || typed.cause === ''
      ? causes
      : [...causes, { cause: typed.cause, count: 0 }];
  const main = html`<div class="sheet"><p>${say.againMeans}</p><p>${say.againCount(count, maxFailingCounted)}</p>
<form method="post" action="${addresses.callAgain}">${csrf()}${ui.hiddenField('all', 'true')}${askedField(reader)}
${ui.selectField({
  name: 'cause',
  label: say.cause,
  choices: shown.map((one) => ({
    value: one.cause,
    label: `${causeText(one.cause, reader.language)} (${one.count})`,
  })),
  value: typed.cause,
  blank: say.anyCause,
})}
${ui.textField({ name: 'since', label: say.since, type: 'datetime-local', value: typed.since, help: say.sinceHelp, errors: problem === undefined ? [] : [problem] })}
<p class="row">${hasWebhook && count > 0 && ui.submitButton(say.againButton)}${ui.backLink(addresses.deliveries, reader.language)}</p>
</form></div>`;
  const breadcrumbs = [{ text: say.title, href: addresses.deliveries }];
  answer({ title: say.againTitle, breadcrumbs, main }, problem === undefined ? 200 : 400);
}
