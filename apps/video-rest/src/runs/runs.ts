import { operationsIn } from '@campus/database';
import { letResultsGo } from '../data/runs.ts';
import type { UploadDeps } from '../uploads/upload-deps.ts';

/** What exports and imports in the background may take. */
export const runLimits = {
  underWayPerCaller: 2,
  underWay: 20,
  /** In one process, and so many connections of the database: one more than a caller has, who keeps no other waiting so. */
  atATime: 3,
  /** Of what is imported. */
  importBytes: 10 * 1024 ** 3,
  resultKeptMs: 72 * 3_600_000,
  resultsKeptPerCaller: 3,
};

/** Exports and imports in the background, which are the rows of a table. */
export const runs = operationsIn<number>({
  table: 'runs',
  limits: runLimits,
  // The longest that the queue knows; who has died is noticed by the missing heartbeat.
  queue: { name: 'runs', expireInSeconds: 24 * 3600 - 1, atStop: 'hand back' },
});

/** Forgets runs and results whose time is over. */
export async function forgetRuns({ db, now }: Pick<UploadDeps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - runLimits.resultKeptMs);
  await letResultsGo(db.pool, { before, newest: runLimits.resultsKeptPerCaller });
  await runs.forgetOld(db.pool, now());
}
