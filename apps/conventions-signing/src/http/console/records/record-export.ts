import { type CsvColumn, failureText, type Language } from '@campus/pages';
import { pagesOfSignables } from '../../../data/list-signables.ts';
import type { SignableFilter } from '../../../data/signable-conditions.ts';
import type { SignableOrder } from '../../../data/signable-order.ts';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { callMessages } from '../../../deliveries/call-failure.ts';
import { registeredTextNames } from '../../../domain/registered-texts.ts';
import type { SignableKind, Signatory } from '../../../domain/signable.ts';
import { deliveryOfRound, lastFailureOf, progressOf, stageOf } from '../../../signing/stage.ts';
import { segments } from '../../../wire/api-addresses.ts';
import { listQuery } from '../../../wire/queries.ts';
import { registrationFields } from '../../../wire/registration-fields.ts';
import { signedArchive } from '../../answer/signed-archive.ts';
import { formQuery } from '../../asked/query-in.ts';
import { exportWords, listWords } from '../../said/list-words.ts';
import { personName } from '../../said/record-name.ts';
import { kindWords } from '../../said/record-words.ts';
import { isFewEnough, selectedIn } from '../actions/selection.ts';
import { fileName, instantText, type SaveDeps, saveTable } from '../save/save-table.ts';
import { type Reader, recipientOf, type Visit } from '../session/reader.ts';
import { orderIn, restrictionsIn } from './list-query.ts';

type ExportVisit = SaveDeps & Visit & { kind: SignableKind };
type Saved = Omit<SignableFilter, 'scope'> & { order?: SignableOrder | undefined };
type Send = (visit: ExportVisit, saved: Saved) => Promise<void>;

/** A list as a file: all that the filter shows. */
export function filtered(send: Send) {
  return (visit: ExportVisit): Promise<void> => {
    const { request, reader } = visit;
    const { state } = formQuery(request, listQuery);
    return send(visit, { ...restrictionsIn(request, reader), order: orderIn(request), state });
  };
}

/** The same of what was ticked. */
export function selected(send: Send) {
  return (visit: ExportVisit): void | Promise<void> => {
    const refs = selectedIn(visit.request).filter((ref) => ref.kind === visit.kind);
    if (!isFewEnough(visit, refs, listWords[visit.reader.language].export)) return;
    return send(visit, { numbers: refs.map(({ number }) => number) });
  };
}

/** The list of a kind as a table for spreadsheets. */
export function sendTable(visit: ExportVisit, { order, ...filter }: Saved): Promise<void> {
  const { lookups, kind, reader } = visit;
  const { scope } = reader.account;
  const pages = pagesOfSignables(lookups, kind, { ...filter, scope, ...(order && { order }) });
  return saveTable(visit, { name: segments[kind], pages, columns: exportColumns(kind, reader) });
}

/** The signed documents of what the list shows, as a ZIP. */
export async function sendArchive(visit: ExportVisit, { order, ...filter }: Saved): Promise<void> {
  const { db, lookups, exports, kind, reader } = visit;
  const { account, language } = reader;
  const say = exportWords[language];
  const pieces = await signedArchive(
    { db, lookups, folder: exports.folder, madeAt: reader.now },
    {
      kind,
      filter: { ...filter, scope: account.scope },
      order,
      columns: exportColumns(kind, reader),
      fileHeading: say.file,
      missing: { headings: [listWords[language].number, say.reason], reasons: say.missing },
      language,
    },
  );
  await exports.archive(recipientOf(visit), { name: fileName(segments[kind], 'zip', reader), pieces });
}

/** Everything that the list and its records show in a line, one value a column. */
function exportColumns(kind: SignableKind, reader: Reader): CsvColumn<SignableSummary>[] {
  const { language } = reader;
  const [say, list] = [exportWords[language], listWords[language]];
  const column = (heading: string, of: CsvColumn<SignableSummary>['of']) => ({ heading, of });
  const progress = (record: SignableSummary) => progressOf(record, reader.now);
  return [
    column(list.number, ({ number }) => number),
    ...(kind === 'amendment'
      ? [column(kindWords[language].one.agreement, ({ agreement }) => agreement?.number ?? null)]
      : []),
    ...registeredTextNames.map((name) =>
      column(registrationFields[name].label[language], (record) => record[name]),
    ),
    column(list.state, (record) => list.stages[stageOf(record)]),
    column(say.registered, ({ createdAt }) => instantText(createdAt, reader)),
    column(list.sent, ({ roundStartedAt }) => instantText(roundStartedAt, reader)),
    column(list.due, ({ dueOn }) => dueOn),
    column(list.signed, ({ signedAt }) => instantText(signedAt, reader)),
    column(list.updated, ({ updatedAt }) => instantText(updatedAt, reader)),
    column(say.round, ({ round }) => round),
    column(say.signed, (record) => progress(record).signed),
    column(say.signatories, ({ signatories }) => signatories.length),
    column(say.names, ({ signatories }) => namesOf(signatories)),
    column(say.waitingFor, (record) => namesOf(progress(record).waitingFor)),
    column(say.waitingSince, (record) => instantText(progress(record).waitingSince, reader)),
    column(say.refusedBy, ({ refusal, signatories }) => refusal && personName({ signatories }, refusal)),
    column(say.refusalReason, ({ refusal }) => refusal?.reason ?? null),
    column(say.failure, (record) => failureOf(record, language)),
  ];
}

function namesOf(people: readonly Signatory[]): string {
  return people.map(({ givenName, name, mail }) => `${givenName} ${name} <${mail}>`).join(', ');
}

function failureOf(record: SignableSummary, language: Language): string | null {
  const stage = stageOf(record);
  const delivery = deliveryOfRound(record);
  if (delivery === undefined || (stage !== 'failed' && stage !== 'retrying')) return null;
  const failure = lastFailureOf(delivery);
  return failure && failureText(callMessages[failure.code], failure, language);
}
