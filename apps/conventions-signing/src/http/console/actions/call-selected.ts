import { personActor } from '../../../data/history.ts';
import { pagesOfSignables } from '../../../data/list-signables.ts';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { type SignableRef, signableKinds } from '../../../domain/signable.ts';
import { redeliverMany } from '../../../signing/redeliver-many.ts';
import { deliveryOfRound, stageOf } from '../../../signing/stage.ts';
import { askedIn } from '../forms/asked-field.ts';
import { type ActionDeps, type Reader, requesterOf, type Visit } from '../session/reader.ts';
import { actionWords } from './action-words.ts';
import { type Line, reportPage } from './report-page.ts';
import { isFewEnough, isSame, selectedIn } from './selection.ts';

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

async function find({ db, reader, response }: ActionVisit, refs: SignableRef[]): Promise<SignableSummary[]> {
  const { scope } = reader.account;
  const lookups = db.lookups.of(requesterOf(reader, response));
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
