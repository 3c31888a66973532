import { mailsOf } from '@campus/mail';
import type { MailContent } from '../domain/mail-content.ts';

/** The mails to people with an account, and who wants which. */
export const mails = mailsOf<MailContent, 'digest' | 'encodings' | 'operation'>({
  accounts: 'users',
  kinds: { digest: 'digested_at', encodings: 'told_at', operation: 'alerted_at' },
});
