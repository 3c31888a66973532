import { findActorRights } from '../data/actors.ts';
import type { Change } from '../data/history.ts';
import { type Database, inTransaction, type Writing } from '../data/open-database.ts';
import { type LockedSignable, lockSignable } from '../data/signables.ts';
import { mayDo } from '../domain/roles.ts';
import { isInScope, type Scope } from '../domain/scope.ts';
import type { SignableRef, SignableState } from '../domain/signable.ts';
import { signableNotFound } from './conditions.ts';
import { SigningError } from './errors.ts';

/** Where a record stood when somebody decided what to do with it; every step of its life changes one of these. */
export interface Standing {
  state: SignableState;
  round: number;
  /** The registered document, which is another one after each replacement. */
  documentId: number | null;
}

/** Who changes which record. */
export interface RecordChange {
  ref: SignableRef;
  actor: string;
  /** Of the actor: a record that has left it by now is none for them. */
  scope: Scope;
  /** Where the record stood when they decided; absent: however it stands. */
  expected?: Standing | undefined;
}

/** What a change works with. */
export interface ChangeDeps {
  db: Database;
  now: () => Date;
}

/**
 * Does all of a change to one record or nothing, while nobody else changes it.
 *
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`
 */
export function changeRecord<Result>(
  { db, now }: ChangeDeps,
  { ref, actor, ...held }: RecordChange,
  work: (change: Change, signable: LockedSignable) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    const signable = await lockOrRefuse(tx, ref, held);
    return work({ tx, at: now(), actor }, signable);
  });
}

/**
 * Locks a record, and refuses what was decided about it before it moved on: a confirmation holds for what it named, and
 * a scope for where the record is now.
 *
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`
 */
export async function lockOrRefuse(
  tx: Writing,
  ref: SignableRef,
  { expected, scope = 'everything' }: Partial<Pick<RecordChange, 'expected' | 'scope'>> = {},
): Promise<LockedSignable> {
  const signable = await lockSignable(tx, ref);
  if (signable === null || signable.state === 'erased' || !isInScope(scope, signable))
    throw signableNotFound(ref);
  const { state, round, documentId } = signable;
  if (expected === undefined) return signable;
  if (state === expected.state && round === expected.round && documentId === expected.documentId)
    return signable;
  throw changedMeanwhile(signable);
}

/** Programs that may ask for something without a record of their token. */
export interface ConfiguredTokens {
  /** Fingerprints of those of the management API that are configured now. */
  configuredTokens: ReadonlySet<string>;
}

/**
 * Whether whoever asked may still do it, now that the turn of a record has come: a right that was taken away ends what
 * was asked for before.
 *
 * @returns what they see by now
 * @throws SigningError  `right_withdrawn`
 */
export async function refuseWithoutRight(
  { tx, at, actor }: Change,
  { configuredTokens: configured }: ConfiguredTokens,
): Promise<Scope> {
  const rights = await findActorRights(tx, actor, { at, configured });
  if (rights === null || (rights.role !== null && !mayDo(rights.role, 'send'))) {
    const message = 'whoever asked for this has no right to it any more';
    throw new SigningError('right_withdrawn', message);
  }
  return rights.scope;
}

/** Whoever waits longer for a record is asked again whether they may change it: they were let in before. */
export const longWaitMs = 100;

/**
 * As `lockOrRefuse`, for whoever was let in just now: who had to wait for the record must still have the right to change
 * it, and see it. Nobody else is asked again, which would be a statement more for each change.
 *
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`, `right_withdrawn`
 */
export async function lockInTurn(
  { configuredTokens, now }: Pick<ChangeDeps, 'now'> & ConfiguredTokens,
  tx: Writing,
  { ref, actor, expected, scope }: RecordChange,
): Promise<LockedSignable> {
  const askedAt = performance.now();
  const signable = await lockOrRefuse(tx, ref, { expected, scope });
  if (performance.now() - askedAt < longWaitMs) return signable;
  const scopeNow = await refuseWithoutRight({ tx, at: now(), actor }, { configuredTokens });
  if (!isInScope(scopeNow, signable)) throw signableNotFound(ref);
  return signable;
}

/** The answer to what was decided about a record before it moved on. */
export function changedMeanwhile({ kind, number, state, round }: LockedSignable): SigningError {
  const message = `${kind} ${number} has changed meanwhile: it is ${state} in round ${round}; nothing was done`;
  return new SigningError('changed_meanwhile', message);
}
