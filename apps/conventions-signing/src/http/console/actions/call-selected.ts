import { badge, type Html, html, notice, type Page, table } from '@campus/pages';
import { personActor } from '../../../data/history.ts';
import { pagesOfSignables } from '../../../data/list-signables.ts';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { type SignableRef, signableKinds } from '../../../domain/signable.ts';
import type { SigningErrorCode } from '../../../signing/errors.ts';
import { redeliverMany } from '../../../signing/redeliver.ts';
import { deliveryOfRound, stageOf } from '../../../signing/stage.ts';
import { problems } from '../../problems.ts';
import { kindWords } from '../../said/kind-words.ts';
import { recordLink } from '../../said/record-name.ts';
import { askedIn } from '../forms/asked-field.ts';
import type { ActionDeps, Reader, Visit } from '../session/reader.ts';
import { actionWords } from './action-words.ts';
import { isFewEnough, isSame, listLinks, selectedIn } from './selection.ts';

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
  const lines = refs.map((ref): Line => {
    const record = records.find((one) => isSame(one, ref));
    return { ref, title: record?.title, outcome: outcomeOf(record, { called, reader }) };
  });
  const words = {
    title: say.callTitle,
    count: say.callCount,
    isDone: say.isCalled,
    isNot: say.isLeftAlone,
  };
  answer(reportPage(lines, words, reader));
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

function outcomeOf(
  record: SignableSummary | undefined,
  { called, reader }: { called: readonly string[]; reader: Reader },
): Line['outcome'] {
  const say = actionWords[reader.language];
  if (record === undefined) return { refused: 'signable_not_found' };
  const delivery = failingCall(record);
  if (delivery === undefined) return { leftAlone: say.hasNotFailed };
  return called.includes(delivery) ? { done: say.callDue } : { leftAlone: say.calledMeanwhile };
}

/** What became of one record of several. */
interface Line {
  ref: SignableRef;
  /** Undefined: it is not there. */
  title: string | undefined;
  /** What was done, as a remark on it; or why nothing was. */
  outcome: { done: string } | { leftAlone: string } | { refused: SigningErrorCode | 'internal' };
}

/** The page that reports on every one of several records. */
function reportPage(
  lines: readonly Line[],
  words: {
    title: string;
    count: (done: number, all: number) => string;
    isDone: string;
    isNot: string;
    /** Above the table, beside the count. */
    remark?: Html | false;
  },
  reader: Reader,
): Page {
  const say = actionWords[reader.language];
  const done = lines.filter(({ outcome }) => 'done' in outcome).length;
  const main = html`${notice(done === lines.length ? 'good' : 'warning', words.count(done, lines.length))}
${words.remark}
${table({
  caption: words.title,
  headings: [kindWords[reader.language].either, say.outcome, say.remark],
  rows: lines.map(({ ref, title, outcome }) => [
    title === undefined
      ? `${kindWords[reader.language].one[ref.kind]} ${ref.number}`
      : recordLink({ ...ref, title }, reader.language),
    'done' in outcome
      ? badge('good', words.isDone)
      : badge('leftAlone' in outcome ? 'info' : 'bad', words.isNot),
    remarkOf(outcome, reader),
  ]),
})}
<p>${listLinks(reader.language)}</p>`;
  return { title: words.title, main };
}

function remarkOf(outcome: Line['outcome'], { language }: Reader): string {
  if ('done' in outcome) return outcome.done;
  if ('leftAlone' in outcome) return outcome.leftAlone;
  if (outcome.refused === 'signable_not_found') return actionWords[language].notThere;
  return problems[outcome.refused].text[language];
}
