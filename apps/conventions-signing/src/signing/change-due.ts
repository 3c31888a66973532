import { addToHistory } from '../data/history.ts';
import { updateDue } from '../data/signables.ts';
import { type ChangeDeps, changeRecord, type RecordChange } from './change-record.ts';
import { type DueRules, dueDay } from './due-day.ts';
import { SigningError } from './errors.ts';

/** A round with the last day on which it is in time, `YYYY-MM-DD`; null when it has none. */
interface RoundDue {
  round: number;
  due: string | null;
}

/**
 * Gives a round in signing another due date, or none. The same again changes nothing.
 *
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`, `not_in_signing`, `due_passed`
 */
export function changeDue(
  deps: ChangeDeps & DueRules,
  { due, ...request }: RecordChange & { due: string | null },
): Promise<RoundDue> {
  return changeRecord(deps, request, async (change, { id: signableId, state, round, dueOn: before }) => {
    if (state !== 'signing') {
      const { kind, number } = request.ref;
      const message = `${kind} ${number} is ${state}: only a round in signing has a due date that can be changed`;
      throw new SigningError('not_in_signing', message);
    }
    if (due === before) return { round, due };
    dueDay(deps, due, change.at);
    updateDue(change.tx, signableId, due);
    addToHistory(change, { signableId, event: 'due-changed', detail: { round, due, before } });
    return { round, due };
  });
}
