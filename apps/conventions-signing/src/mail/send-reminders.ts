import { type MailServer, type Posting, renderMail, type Sender, startSendingFrom } from '@campus/mail';
import { type Database, inTransaction } from '../data/open-database.ts';
import { closeReminder, endReminder, isGathering, noteReminderProblem } from '../data/reminders.ts';
import { gatheringMs, reminderQueue } from '../signing/remind.ts';
import { composeReminder, type LetterStyle } from './compose-reminder.ts';

/** Sends the letters that are due, until the queue stops. */
export function startSendingReminders(
  { db, ...deps }: Posting & { db: Database },
  { server, from, style }: { server: MailServer; from: Sender; style: LetterStyle },
): Promise<void> {
  return startSendingFrom(deps, server, {
    queue: reminderQueue,
    find: (id) =>
      inTransaction(db, async (tx) => {
        if (!(await isGathering(tx, id))) return closeReminder(tx, { id, at: deps.now() });
        const startAfter = new Date(deps.now().getTime() + gatheringMs);
        await deps.jobs.send(tx, reminderQueue, { mailId: id }, { startAfter });
        return null;
      }),
    async render({ id, createdAt, signatures }) {
      const [first] = signatures;
      if (first === undefined) return null;
      const letter = composeReminder(signatures, style);
      const { language } = style;
      return renderMail(letter, { id, language, from, to: first.mail, createdAt, accountPage: null });
    },
    noteProblem: (id, problem) => noteReminderProblem(db.pool, id, problem),
    end: (id, ended) => inTransaction(db, (tx) => endReminder(tx, id, ended)),
    factsOf: ({ signatures }) => ({ kind: 'reminder', signatures: signatures.length }),
  });
}
