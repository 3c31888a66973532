import { operationProgress } from '@campus/database';
import type { z } from 'zod';
import type { Operation, ReportedRecord } from '../data/operations.ts';
import type { operationOutput, reportedOutput } from './outputs.ts';
import { wireKinds } from './words.ts';

/** An operation as it is shown. */
export function showOperation(operation: Operation, now: Date): z.output<typeof operationOutput> {
  const { createdAt, startedAt, endedAt, ...rest } = operation;
  const { expectedAt, ...progress } = operationProgress(operation, now);
  return {
    ...rest,
    ...progress,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    expectedAt: expectedAt?.toISOString() ?? null,
  };
}

/** What became of one of its records. */
export function showReported(record: ReportedRecord): z.output<typeof reportedOutput> {
  const { kind, number, outcome, code, sentence, at } = record;
  return { kind: wireKinds[kind], id: number, outcome, code, sentence, at: at?.toISOString() ?? null };
}
