import { mailsOf } from '@campus/mail';
import type { MailContent } from '../domain/mail-content.ts';

/** The mails to staff, and who wants which. */
export const mails = mailsOf<MailContent, 'digest' | 'failures'>({
  accounts: 'accounts',
  kinds: { digest: 'digested_at', failures: 'alerted_at' },
});
