import { randomUUID } from 'node:crypto';
import type { Jobs, Queue } from '@campus/jobs';
import { insertMail, type NewMail } from '../data/mails.ts';
import type { Writing } from '../data/open-database.ts';

/** Mails to send. */
export const mailQueue: Queue<{ mailId: string }> = { name: 'mail', expireInSeconds: 120 };

/** Promises a mail, in the transaction of what it tells of. */
export async function promiseMail(tx: Writing, jobs: Jobs, mail: Omit<NewMail, 'id'>): Promise<void> {
  const id = randomUUID();
  insertMail(tx, { id, ...mail });
  await jobs.send(tx, mailQueue, { mailId: id });
}
