import { operationsIn } from '@campus/database';
import { findOperation, type Operation } from '../data/operations.ts';
import type { Scope } from '../domain/scope.ts';
import type { ChangeDeps } from '../signing/change-record.ts';
import { SigningError } from '../signing/errors.ts';

/** Operations that are under way, of one actor and in all. */
export const operationLimits = { underWayPerCaller: 5, underWay: 50 };

export const operations = operationsIn<string>({
  table: 'operations',
  limits: operationLimits,
  queue: { name: 'operations', expireInSeconds: 90, atStop: 'hand back' },
});

/**
 * Whose operations somebody sees: they name records of any scope, so whoever has one sees what they have begun
 * themselves. Undefined: everybody's.
 */
export function ownAlone({ actor, scope }: { actor: string; scope: Scope }): string | undefined {
  return scope === 'everything' ? undefined : actor;
}

/**
 * Ends an operation where it is: nothing is done to the records that are left. One that has ended stays as it is.
 *
 * @throws SigningError  `operation_not_found`
 */
export async function cancel(
  { db, now }: ChangeDeps,
  { id, actor, scope }: { id: string; actor: string; scope: Scope },
): Promise<Operation> {
  const by = ownAlone({ actor, scope });
  await operationOf({ db }, id, by);
  await operations.cancel(db.pool, id, { by: actor, at: now() });
  return operationOf({ db }, id, by);
}

/**
 * The operation of this id.
 *
 * @param by  only when it is theirs; absent: whoever has begun it
 *
 * @throws SigningError  `operation_not_found`
 */
export async function operationOf(
  { db }: Pick<ChangeDeps, 'db'>,
  id: string,
  by: string | undefined,
): Promise<Operation> {
  const operation = await findOperation(db.prisma, id, by);
  if (operation === null)
    throw new SigningError('operation_not_found', `there is no operation with the id ${id}`);
  return operation;
}
