import { failureText, type Language } from '@campus/pages';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { callMessages } from '../../../deliveries/call-failure.ts';
import { registeredTextNames } from '../../../domain/registered-texts.ts';
import type { SignableKind, Signatory } from '../../../domain/signable.ts';
import { progressOf } from '../../../signing/progress.ts';
import { deliveryOfRound, lastFailureOf, stageOf } from '../../../signing/stage.ts';
import { registrationFields } from '../../../wire/registration-fields.ts';
import type { CsvColumn } from '../../answer/csv.ts';
import { exportWords } from '../../said/export-words.ts';
import { kindWords } from '../../said/kind-words.ts';
import { listWords } from '../../said/list-words.ts';
import { instantText } from '../save/save-table.ts';
import type { Reader } from '../session/reader.ts';

/** Everything that the list and its records show in a line, one value a column. */
export function exportColumns(kind: SignableKind, reader: Reader): CsvColumn<SignableSummary>[] {
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
