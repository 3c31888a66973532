import type { Jobs } from '@campus/jobs';
import type { Language } from '@campus/pages';
import { hasMailSince } from '../data/mails.ts';
import { type Database, inTransaction } from '../data/open-database.ts';
import { promiseMail } from './mail-queue.ts';

/** Who asks again within this time is on the way to be answered. */
export const testMailPauseMs = 60_000;

/** Promises a message that says that mail works, unless a mail to this account was promised in the last minute. */
export async function askForTestMail(
  { db, jobs, now }: { db: Database; jobs: Jobs; now: () => Date },
  { accountId, language }: { accountId: number; language: Language },
): Promise<void> {
  const createdAt = now();
  await inTransaction(db, async (tx) => {
    if (await hasMailSince(tx, accountId, new Date(createdAt.getTime() - testMailPauseMs))) return;
    await promiseMail(tx, jobs, { accountId, content: { kind: 'test' }, language, createdAt });
  });
}
