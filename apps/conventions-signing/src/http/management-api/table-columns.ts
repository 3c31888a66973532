import type { z } from 'zod';
import type { ListedDelivery } from '../../data/deliveries.ts';
import type { HistoryEvent } from '../../data/history.ts';
import type { Operation, ReportedRecord } from '../../data/operations.ts';
import type { SignableSummary } from '../../data/signable-summaries.ts';
import { registeredTextNames } from '../../domain/registered-texts.ts';
import type { SignableKind } from '../../domain/signable.ts';
import type {
  eventOutput,
  listedDeliveryOutput,
  operationOutput,
  reportedOutput,
  summaryOutput,
} from '../../wire/outputs.ts';
import { registrationFields } from '../../wire/registration-fields.ts';
import { showEvent, showListedDelivery, showSummary } from '../../wire/show.ts';
import { showOperation, showReported } from '../../wire/show-operation.ts';
import type { CsvColumn, CsvValue } from '../answer/csv.ts';

/** Columns are named as the members of the JSON lists, and hold what those hold, behind an apostrophe where it would be a formula. */

type Column<Shown> = [heading: string, of: (shown: Shown) => CsvValue];

/** Columns of what is shown once for all of them. */
function columnsOf<Row extends object, Shown>(
  show: (row: Row) => Shown,
  columns: readonly Column<Shown>[],
): CsvColumn<Row>[] {
  const shown = new WeakMap<Row, Shown>();
  const showOnce = (row: Row) => {
    const known = shown.get(row) ?? show(row);
    shown.set(row, known);
    return known;
  };
  return columns.map(([heading, of]) => ({ heading, of: (row) => of(showOnce(row)) }));
}

export function signableColumns(kind: SignableKind): CsvColumn<SignableSummary>[] {
  type Shown = z.output<typeof summaryOutput>;
  const texts = [...registeredTextNames].map((name): Column<Shown> => {
    const { wire } = registrationFields[name];
    return [wire, (shown) => shown[wire]];
  });
  return columnsOf<SignableSummary, Shown>(showSummary, [
    ['id', ({ id }) => id],
    ...(kind === 'amendment'
      ? [['conventionId', ({ conventionId }) => conventionId ?? null] satisfies Column<Shown>]
      : []),
    ['state', ({ state }) => state],
    ['round', ({ round }) => round],
    ...texts,
    ['signedOutside', ({ signedOutside }) => String(signedOutside)],
    ['due', ({ due }) => due],
    ['createdAt', ({ createdAt }) => createdAt],
    ['updatedAt', ({ updatedAt }) => updatedAt],
    ['signedAt', ({ signedAt }) => signedAt],
    ['signed', ({ progress }) => progress.signed],
    ['total', ({ progress }) => progress.total],
    ['signatory', ({ signatory }) => signatory.map(({ mail }) => mail).join(' ')],
    ['waitingFor', ({ progress }) => progress.waitingFor.map(({ mail }) => mail).join(' ')],
    ['waitingSince', ({ progress }) => progress.waitingSince],
    ['documentDeposited', ({ progress }) => String(progress.documentDeposited)],
    ['deliveryState', ({ delivery }) => delivery?.state ?? null],
    ['deliveryError', ({ delivery }) => delivery?.error ?? null],
  ]);
}

export const historyColumns = columnsOf<HistoryEvent, z.output<typeof eventOutput>>(showEvent, [
  ['at', ({ at }) => at],
  ['event', ({ event }) => event],
  ['actor', ({ actor }) => actor],
  ['detail', ({ detail }) => JSON.stringify(detail)],
]);

type ShownDelivery = z.output<typeof listedDeliveryOutput>;

const lastOf = ({ attempts }: ShownDelivery) => attempts.at(-1);

export const deliveryColumns = columnsOf<ListedDelivery, ShownDelivery>(showListedDelivery, [
  ['id', ({ id }) => id],
  ['state', ({ state }) => state],
  ['kind', ({ kind }) => kind],
  ['recordId', ({ recordId }) => recordId],
  ['title', ({ title }) => title],
  ['round', ({ round }) => round],
  ['createdAt', ({ createdAt }) => createdAt],
  ['reference', ({ reference }) => reference],
  ['nextAttemptAt', ({ nextAttemptAt }) => nextAttemptAt],
  ['current', ({ current }) => String(current)],
  ['lastAttempt', (shown) => lastOf(shown)?.number ?? null],
  ['startedAt', (shown) => lastOf(shown)?.startedAt ?? null],
  ['status', (shown) => lastOf(shown)?.status ?? null],
  ['error', (shown) => lastOf(shown)?.error ?? null],
]);

export function operationColumns(now: Date): CsvColumn<Operation>[] {
  return columnsOf<Operation, z.output<typeof operationOutput>>(
    (row) => showOperation(row, now),
    [
      ['id', ({ id }) => id],
      ['action', ({ action }) => action],
      ['state', ({ state }) => state],
      ['actor', ({ actor }) => actor],
      ['reason', ({ reason }) => reason],
      ['newRounds', ({ newRounds }) => String(newRounds)],
      ['createdAt', ({ createdAt }) => createdAt],
      ['startedAt', ({ startedAt }) => startedAt],
      ['endedAt', ({ endedAt }) => endedAt],
      ['cancelledBy', ({ cancelledBy }) => cancelledBy],
      ['total', ({ total }) => total],
      ['done', ({ done }) => done],
      ['refused', ({ refused }) => refused],
      ['left', ({ left }) => left],
      ['expectedAt', ({ expectedAt }) => expectedAt],
    ],
  );
}

export const reportColumns = columnsOf<ReportedRecord, z.output<typeof reportedOutput>>(showReported, [
  ['kind', ({ kind }) => kind],
  ['id', ({ id }) => id],
  ['outcome', ({ outcome }) => outcome],
  ['code', ({ code }) => code],
  ['sentence', ({ sentence }) => sentence],
  ['at', ({ at }) => at],
]);
