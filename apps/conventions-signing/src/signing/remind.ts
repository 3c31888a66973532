import type { Jobs, Queue } from '@campus/jobs';
import { dayIn } from '@campus/pages';
import { addToHistory, type Change } from '../data/history.ts';
import { inTransaction } from '../data/open-database.ts';
import { addToReminders, findAwaited, type Reminding } from '../data/reminders.ts';
import type { LockedSignable } from '../data/signables.ts';
import { type SignableRef, sameMail } from '../domain/signable.ts';
import { type ChangeDeps, changeRecord, lockOrRefuse, type RecordChange } from './change-record.ts';
import type { DueRules } from './due-day.ts';
import { SigningError } from './errors.ts';

/** Letters to send; apart from the mails to staff, which versions without letters send too. */
export const reminderQueue: Queue<{ mailId: string }> = { name: 'reminders', expireInSeconds: 120 };

/** So long a letter waits for further records of an operation, and again until it has ended. */
export const gatheringMs = 60_000;

/** What reminding works with. */
interface RemindDeps extends Pick<DueRules, 'timeZone'> {
  jobs: Jobs;
}

/**
 * Promises a letter to those whose turn it is to sign a record, at most one a day to each.
 *
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`, `nobody_awaited`, `reminded_today`
 */
export function remind(deps: ChangeDeps & RemindDeps, request: RecordChange): Promise<void> {
  return changeRecord(deps, request, (change, signable) => remindLocked(deps, change, signable));
}

/**
 * Promises a letter to one person alone, about those of some records that wait for them.
 *
 * @returns what their letter of that day has already, beside others that it did not have
 * @throws SigningError  `signable_not_found`, `nobody_awaited`, `reminded_today`
 */
export function remindPerson(
  deps: ChangeDeps & RemindDeps,
  { mail, refs, actor, scope }: { mail: string; refs: readonly SignableRef[] } & Omit<RecordChange, 'ref'>,
): Promise<SignableRef[]> {
  return inTransaction(deps.db, async (tx) => {
    const locked: LockedSignable[] = [];
    for (const ref of refs) {
      const signable = await lockOrRefuse(tx, ref, { scope });
      const awaited = await findAwaited(tx, signable.id);
      if (awaited.some((one) => sameMail(one.mail, mail))) locked.push(signable);
    }
    if (locked.length === 0)
      throw new SigningError('nobody_awaited', 'none of these records waits for this person any more');
    const change = { tx, at: deps.now(), actor };
    const leftOut: SignableRef[] = [];
    for (const signable of locked)
      await remindLocked(deps, change, signable, { only: mail }).catch((error) => {
        if (!(error instanceof SigningError) || error.code !== 'reminded_today') throw error;
        leftOut.push(signable);
        if (leftOut.length === locked.length) throw error;
      });
    return leftOut;
  });
}

/**
 * The same for a record that its transaction has locked.
 *
 * @param options.isOneOfMany  whether further records follow that may wait for the same people
 */
export async function remindLocked(
  { jobs, timeZone }: RemindDeps,
  change: Change,
  { id: signableId, kind, number, round }: LockedSignable,
  { isOneOfMany = false, ...whom }: Reminding & { isOneOfMany?: boolean } = {},
): Promise<void> {
  const { tx, at } = change;
  if ((await findAwaited(tx, signableId)).length === 0)
    throw new SigningError('nobody_awaited', `nobody who knows of it is awaited for ${kind} ${number}`);
  const day = dayIn(at, timeZone);
  const { reminded, begun } = await addToReminders(tx, { signableId, day, at, ...whom });
  if (reminded.length === 0) {
    const message = `whoever is awaited for ${kind} ${number} was reminded today; a person is so once a day`;
    throw new SigningError('reminded_today', message);
  }
  const startAfter = isOneOfMany ? new Date(at.getTime() + gatheringMs) : undefined;
  for (const mailId of begun) await jobs.send(tx, reminderQueue, { mailId }, { startAfter });
  for (const { mail, order } of reminded)
    addToHistory(change, { signableId, event: 'reminded', detail: { round, mail, order } });
}
