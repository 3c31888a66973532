import type { CsvColumn, CsvValue } from '@campus/pages';
import type { z } from 'zod';
import type { ListedDelivery } from '../../data/deliveries.ts';
import type { HistoryEvent } from '../../data/history.ts';
import type { Operation, ReportedRecord } from '../../data/operations.ts';
import type { SignableSummary } from '../../data/signable-summaries.ts';
import { registeredTextNames } from '../../domain/registered-texts.ts';
import type { SignableKind } from '../../domain/signable.ts';
import type * as outputs from '../../wire/outputs.ts';
import { registrationFields } from '../../wire/registration-fields.ts';
import { showEvent, showListedDelivery, showSummary } from '../../wire/show.ts';
import { showOperation, showReported } from '../../wire/show-operation.ts';

/** Columns are named as the members of the JSON lists, and hold what those hold, behind an apostrophe where it would be a formula. */

/** A column of the name of a member, which it holds; or of another name. */
type Column<Shown> = Plain<Shown> | [heading: string, of: (shown: Shown) => CsvValue];

type Plain<Shown> = {
  [Name in keyof Shown]: Shown[Name] extends CsvValue | boolean ? Name & string : never;
}[keyof Shown];

/** Columns of what is shown once for all of them. */
function columnsOf<Row extends object, Shown extends object>(
  show: (row: Row) => Shown,
  columns: readonly Column<Shown>[],
): CsvColumn<Row>[] {
  const shown = new WeakMap<Row, Shown>();
  const showOnce = (row: Row) => {
    const known = shown.get(row) ?? show(row);
    shown.set(row, known);
    return known;
  };
  return columns.map((column) => {
    if (typeof column === 'object') return { heading: column[0], of: (row) => column[1](showOnce(row)) };
    return { heading: column, of: (row) => textOf(showOnce(row)[column]) };
  });
}

/** As its type says, it is one of these. */
function textOf(value: unknown): CsvValue {
  return typeof value === 'boolean' ? String(value) : (value as CsvValue);
}

export function signableColumns(kind: SignableKind): CsvColumn<SignableSummary>[] {
  type Shown = z.output<typeof outputs.summaryOutput>;
  const texts = [...registeredTextNames].map((name): Column<Shown> => {
    const { wire } = registrationFields[name];
    return [wire, (shown) => shown[wire]];
  });
  return columnsOf<SignableSummary, Shown>(showSummary, [
    'id',
    ...(kind === 'amendment'
      ? [['conventionId', ({ conventionId }) => conventionId ?? null] satisfies Column<Shown>]
      : []),
    ...(['state', 'round'] as const),
    ...texts,
    ...(['signedOutside', 'due', 'createdAt', 'updatedAt', 'signedAt'] as const),
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

export const historyColumns = columnsOf<HistoryEvent, z.output<typeof outputs.eventOutput>>(showEvent, [
  ...(['at', 'event', 'actor'] as const),
  ['detail', ({ detail }) => JSON.stringify(detail)],
]);

type ShownDelivery = z.output<typeof outputs.listedDeliveryOutput>;

const lastOf = ({ attempts }: ShownDelivery) => attempts.at(-1);

export const deliveryColumns = columnsOf<ListedDelivery, ShownDelivery>(showListedDelivery, [
  ...(['id', 'state', 'kind', 'recordId', 'title', 'round'] as const),
  ...(['createdAt', 'reference', 'nextAttemptAt', 'current'] as const),
  ['lastAttempt', (shown) => lastOf(shown)?.number ?? null],
  ['startedAt', (shown) => lastOf(shown)?.startedAt ?? null],
  ['status', (shown) => lastOf(shown)?.status ?? null],
  ['error', (shown) => lastOf(shown)?.error ?? null],
]);

export function operationColumns(now: Date): CsvColumn<Operation>[] {
  return columnsOf<Operation, z.output<typeof outputs.operationOutput>>(
    (row) => showOperation(row, now),
    [
      ...(['id', 'action', 'state', 'actor', 'reason', 'newRounds', 'createdAt', 'startedAt'] as const),
      ...(['endedAt', 'cancelledBy', 'total', 'done', 'refused', 'left', 'expectedAt'] as const),
    ],
  );
}

export const reportColumns = columnsOf<ReportedRecord, z.output<typeof outputs.reportedOutput>>(
  showReported,
  ['kind', 'id', 'outcome', 'code', 'sentence', 'at'],
);
