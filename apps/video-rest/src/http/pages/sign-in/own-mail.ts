import type { Language } from '@campus/pages';
import type { SignInRow } from '../../../data/accounts.ts';
import { mails } from '../../../data/mails.ts';
import { isStaff } from '../../../domain/ownership.ts';
import { encodingPauseMs, operationPauseMs } from '../../../mail/tell.ts';
import { addresses } from '../../addresses.ts';
import { ownMailWords } from './own-mail-words.ts';

/** Which mails people choose on the account page. */
export const ownMail = {
  mails,
  ownAccount: addresses.ownAccount,
  choicesOf(account: SignInRow, language: Language) {
    const { operation, ...ofOwners } = ownMailWords[language];
    return isStaff(account) ? { ...ofOwners, operation } : ofOwners;
  },
  toldUntil: {
    digest: (now: Date) => now,
    // What happened a moment ago is told too.
    encodings: (now: Date) => new Date(now.getTime() - encodingPauseMs),
    operation: (now: Date) => new Date(now.getTime() - operationPauseMs),
  },
};
