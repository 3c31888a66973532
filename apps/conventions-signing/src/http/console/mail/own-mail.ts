import type { Language } from '@campus/pages';
import { mails } from '../../../data/mail-facts.ts';
import { alertPauseMs } from '../../../mail/failure-alerts.ts';
import { addresses } from '../../addresses.ts';
import { ownMailWords } from './own-mail-words.ts';

/** Which mails staff chooses on the account page. */
export const ownMail = {
  mails,
  ownAccount: addresses.ownAccount,
  choicesOf: (_account: unknown, language: Language) => ownMailWords[language],
  toldUntil: {
    digest: (now: Date) => now,
    // What began to fail a moment ago is told too.
    failures: (now: Date) => new Date(now.getTime() - alertPauseMs),
  },
};
