import { randomUUID } from 'node:crypto';
import type { Jobs } from '@campus/jobs';
import { insertOperation, type NewOperation, type Operation } from '../data/operations.ts';
import type { StandingOf } from '../data/standings.ts';
import type { ChangeDeps } from '../signing/change-record.ts';
import { SigningError } from '../signing/errors.ts';
import { once, type Repeatable } from '../signing/once.ts';
import { operations } from './operations.ts';

/** Records of one operation. */
export const maxRecords = 10_000;

/** What is to be done, to which records, each as it stands now. */
export type Asked = Pick<NewOperation, 'action' | 'actor' | 'reason' | 'newRounds'> & {
  records: readonly StandingOf[];
};

/**
 * Begins an operation: it is kept with all its records, and done in the background. A record that moves on before its
 * turn comes is refused then.
 *
 * @param key  of the request; `asked` is what it asks for, by which a repetition is known
 * @throws SigningError  `too_many_records`, `idempotency_key_reused`
 * @throws BudgetSpentError
 */
export function beginOperation<Answer>(
  deps: ChangeDeps & { jobs: Jobs },
  options: Asked & Repeatable<Operation, Answer> & { asked?: object | undefined },
): Promise<Answer> {
  const { records, asked, key, show, ...rest } = options;
  refuseTooMany(records.length);
  return once(deps, { key, show, ...(asked === undefined ? {} : { asked }) }, async (tx) => {
    await operations.requireRoom(tx, rest.actor);
    const operation = { id: randomUUID(), createdAt: deps.now(), ...rest };
    const inserted = await insertOperation(tx, operation, inOrder(operation.action, records));
    if (inserted.total > 0) await operations.send(tx, deps.jobs, operation.id);
    return { signableId: null, result: inserted };
  });
}

/**
 * Whether an operation takes so many records.
 *
 * @throws SigningError  `too_many_records`
 */
export function refuseTooMany(count: number): void {
  if (count <= maxRecords) return;
  const message = `an operation takes at most ${maxRecords} records; ask for several, or narrow the list`;
  throw new SigningError('too_many_records', message);
}

/** An agreement goes after its amendments. Of drafts nobody is reminded: versions that know no reminders would send them. */
function inOrder(action: Asked['action'], records: readonly StandingOf[]): readonly StandingOf[] {
  if (action === 'send') return records;
  if (action === 'remind') return records.filter(({ state }) => state !== 'draft');
  const of = (kind: StandingOf['kind']) => records.filter((record) => record.kind === kind);
  return [...of('amendment'), ...of('agreement')];
}
