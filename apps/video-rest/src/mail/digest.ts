import type { Jobs } from '@campus/jobs';
import { promiseDigests as promise } from '@campus/mail';
import { findEndedEncodings } from '../data/mail-news.ts';
import { mails } from '../data/mails.ts';
import type { Database } from '../data/open-database.ts';

/** Promises the digests of a morning, once. */
export function promiseDigests(deps: { db: Database; jobs: Jobs }, at: Date): Promise<void> {
  return promise({ ...deps, mails }, at, {
    async newsOf(tx, { accountId, since }) {
      const ended = await findEndedEncodings(tx, { accountId, since, until: at });
      return ended.videos.length === 0 ? null : { kind: 'digest' as const, ...ended };
    },
  });
}
