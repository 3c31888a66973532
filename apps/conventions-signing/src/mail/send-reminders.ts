import { type MailServer, type Posting, renderMail, type Sender, startSendingFrom } from '@campus/mail';
import type { Database } from '../data/open-database.ts';
import { closeReminder, endReminder, noteReminderProblem } from '../data/reminders.ts';
import { reminderQueue } from '../signing/remind.ts';
import { composeReminder, type LetterStyle } from './compose-reminder.ts';

/** Sends the letters that are due, until the queue stops. */
export function startSendingReminders(
  { db: { pool }, ...deps }: Posting & { db: Pick<Database, 'pool'> },
  { server, from, style }: { server: MailServer; from: Sender; style: LetterStyle },
): Promise<void> {
  return startSendingFrom(deps, server, {
    queue: reminderQueue,
    find: (id) => closeReminder(pool, id),
    async render({ id, createdAt, signatures }) {
      const [first] = signatures;
      if (first === undefined) return null;
      const letter = composeReminder(signatures, style);
      const { language } = style;
      return renderMail(letter, { id, language, from, to: first.mail, createdAt, accountPage: null });
    },
    noteProblem: (id, problem) => noteReminderProblem(pool, id, problem),
    end: (id, ended) => endReminder(pool, id, ended),
    factsOf: ({ signatures }) => ({ kind: 'reminder', signatures: signatures.length }),
  });
}
