import type { Operation } from '../data/operations.ts';

/** How far an operation is. */
export interface OperationProgress {
  state: 'waiting' | 'running' | 'ended' | 'cancelled';
  /** Records without an outcome. */
  left: number;
  /** When there will be none left, at the pace so far; null when nobody can tell. */
  expectedAt: Date | null;
}

/** Tells it from what is kept of it. */
export function operationProgress(
  { total, done, refused, startedAt, endedAt, cancelledBy }: Operation,
  now: Date,
): OperationProgress {
  const settled = done + refused;
  const left = total - settled;
  if (endedAt !== null)
    return { state: cancelledBy === null ? 'ended' : 'cancelled', left, expectedAt: null };
  if (startedAt === null) return { state: 'waiting', left, expectedAt: null };
  const perRecordMs = (now.getTime() - startedAt.getTime()) / settled;
  return { state: 'running', left, expectedAt: new Date(now.getTime() + perRecordMs * left) };
}
