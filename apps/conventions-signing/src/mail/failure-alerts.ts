/**
 * Mails at once about calls that fail. A call that fails for the first time, or is given up, asks for a look; the look
 * tells each subscriber what is new to them, and at most once an hour: a signing application that is down for a day
 * makes one mail, however many calls it does not take.
 */
import type { Jobs, Queue } from '@campus/jobs';
import { findNewFailures, mails } from '../data/mail-facts.ts';
import { type Database, inTransaction, type Writing } from '../data/open-database.ts';
import { type Scoped, scopeColumn } from '../data/scopes.ts';

/** Looks at what fails. */
const alertQueue: Queue<object> = { name: 'mail-alerts', expireInSeconds: 600 };

const minuteMs = 60_000;

/** Between two such mails to one account. */
export const alertPauseMs = 60 * minuteMs;

/** What failed so long ago has been noted, and its transaction has ended. */
const settledMs = 15_000;

/** Asks for a look, in the transaction of a failure; all that fail in one minute ask for the same. */
export async function askForLook(tx: Writing, jobs: Jobs, at: Date): Promise<void> {
  const minute = Math.floor(at.getTime() / minuteMs) + 1;
  await promiseLook(tx, jobs, new Date(minute * minuteMs + settledMs));
}

async function promiseLook(tx: Writing, jobs: Jobs, at: Date): Promise<void> {
  await jobs.send(tx, alertQueue, {}, { startAfter: at, once: at.toISOString(), group: 'look' });
}

interface AlertDeps {
  db: Database;
  jobs: Jobs;
  now: () => Date;
}

/** Looks when it was asked for, until the queue stops. */
export function startAlerting(deps: AlertDeps): Promise<void> {
  return deps.jobs.work(alertQueue, 1, async () => {
    for (const accountId of await mails.findSubscribers(deps.db.pool, 'failures'))
      await tellFailures(deps, accountId);
  });
}

async function tellFailures({ db, jobs, now }: AlertDeps, accountId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const subscriber = await mails.lockSubscriber<Scoped>(tx, accountId, 'failures', scopeColumn);
    if (subscriber === null) return;
    const { language, scope, toldUntil } = subscriber;
    const at = now();
    const causes = await findNewFailures(tx, { since: toldUntil, scope });
    if (causes.length === 0) return;
    const next = new Date(toldUntil.getTime() + alertPauseMs);
    if (next > at) return promiseLook(tx, jobs, new Date(next.getTime() + settledMs));
    // What failed after that may not be seen yet: better told twice than never.
    await mails.noteTold(tx, accountId, 'failures', new Date(at.getTime() - settledMs));
    await mails.promise(tx, jobs, {
      accountId,
      content: { kind: 'failures', causes, seen: { scope, since: toldUntil, until: at } },
      language,
      createdAt: at,
    });
  });
}
