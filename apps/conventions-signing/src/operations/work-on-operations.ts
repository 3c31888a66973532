import { whyDatabaseIsAway, whyNoSpace } from '@campus/database';
import { isUntouchedSince } from '../data/due-records.ts';
import { type Change, serviceActor } from '../data/history.ts';
import { inTransaction } from '../data/open-database.ts';
import {
  type AskedOperation,
  lockNext,
  type RecordLeft,
  type RecordOutcome,
  settleRecord,
} from '../data/operations.ts';
import { changedMeanwhile, lockOrRefuse, refuseWithoutRight } from '../signing/change-record.ts';
import { signableNotFound } from '../signing/conditions.ts';
import { beginRound, type CallDeps } from '../signing/enter-signing.ts';
import { eraseLocked } from '../signing/erase.ts';
import { SigningError } from '../signing/errors.ts';
import { remindLocked } from '../signing/remind.ts';
import { operations } from './operations.ts';

type WorkDeps = CallDeps & {
  /** What people are reminded after by themselves. */
  remindAfterDays?: number | undefined;
  log: { error(facts: object, message: string): void };
};

/** In one process; after that long an operation lets those behind it go first. */
const turns = { atATime: 2, whileMs: 2_000 };

/** Does what operations ask for, until the queue stops. */
export function workOnOperations(deps: WorkDeps): Promise<void> {
  return operations.work(deps, turns, async (id, { signal, isOver }) => {
    while (!isOver()) {
      signal.throwIfAborted();
      if (!(await doNext(deps, id))) return false;
    }
    return true;
  });
}

/** Does all that is left of an operation, beside the processes that work on it maybe. */
export async function workThrough(deps: WorkDeps, operationId: string): Promise<void> {
  while (await doNext(deps, operationId));
}

/**
 * Does the next record of an operation: what is done and its outcome commit together, so that it is done once whoever
 * dies when.
 *
 * @returns whether there was one left
 */
async function doNext(deps: WorkDeps, id: string): Promise<boolean> {
  const { db, now } = deps;
  const tried: { record?: RecordLeft } = {};
  try {
    return await inTransaction(db, async (tx) => {
      const next = await lockNext(tx, id);
      if (next === null) return false;
      tried.record = next.record;
      const { operation, record } = next;
      const at = now();
      const code = await doOne(deps, { operation, record }, { tx, at, actor: operation.actor });
      settleRecord(tx, id, { position: record.position, at, outcome: 'done', code, sentence: null });
      return true;
    });
  } catch (error) {
    const { record } = tried;
    if (record === undefined || whyDatabaseIsAway(error) !== undefined || whyNoSpace(error) !== undefined)
      throw error;
    await refuse(deps, id, { record, error });
    return true;
  }
}

/** @returns what was done */
async function doOne(
  deps: WorkDeps,
  { operation, record }: { operation: AskedOperation; record: RecordLeft },
  change: Change,
): Promise<'sent' | 'deleted' | 'erased' | 'reminded'> {
  if (record.state === null) throw signableNotFound(record);
  const scope = await refuseWithoutRight(change, deps);
  const signable = await lockOrRefuse(change.tx, record, { expected: record, scope });
  if (operation.action === 'erase') {
    // What is in signing goes on by itself; nothing happens to others that does not matter to whoever would erase them.
    if (
      signable.state !== 'signing' &&
      !(await isUntouchedSince(change.tx, signable.id, operation.createdAt))
    )
      throw changedMeanwhile(signable);
    const left = await eraseLocked(change, signable, { reason: operation.reason ?? undefined, scope });
    return left === 'nothing' ? 'deleted' : 'erased';
  }
  if (operation.action === 'remind') {
    const everyDays = operation.actor === serviceActor ? deps.remindAfterDays : undefined;
    await remindLocked(deps, change, signable, { isOneOfMany: true, everyDays });
    return 'reminded';
  }
  if (signable.state !== 'draft' && !operation.newRounds) {
    const message = `${record.kind} ${record.number} is ${signable.state} in round ${signable.round}, which a new round would set aside; that was not asked for`;
    throw new SigningError('not_a_draft', message);
  }
  await beginRound(deps, change, signable, { givesWay: true });
  return 'sent';
}

/** Notes why nothing was done to a record, after its transaction has left nothing. */
async function refuse(
  { db, log, now }: WorkDeps,
  id: string,
  { record, error }: { record: RecordLeft; error: unknown },
): Promise<void> {
  const refused: RecordOutcome =
    error instanceof SigningError
      ? { outcome: 'refused', code: error.code, sentence: error.message }
      : { outcome: 'refused', code: 'internal', sentence: 'something went wrong on our side' };
  // Nothing stops the others; whoever asked learns which one has failed, and the log why.
  if (refused.code === 'internal')
    log.error({ err: error, operation: id }, `operation: ${record.kind} ${record.number} failed`);
  await inTransaction(db, async (tx) => {
    const next = await lockNext(tx, id);
    if (next?.record.position !== record.position) return;
    settleRecord(tx, id, { position: record.position, at: now(), ...refused });
  });
}
