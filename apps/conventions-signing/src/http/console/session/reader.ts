import { isDeepStrictEqual } from 'node:util';
import type { Reader as PageReader, Visit as PageVisit, VisitDeps } from '@campus/accounts';
import type { Account } from '../../../data/accounts.ts';
import { personActor } from '../../../data/history.ts';
import type { Database } from '../../../data/open-database.ts';
import type { Scope } from '../../../domain/scope.ts';
import type { LetterStyle } from '../../../mail/compose-reminder.ts';
import type { CallDeps } from '../../../signing/enter-signing.ts';
import type { DepositDeps } from '../../../signing/inspect-or-refuse.ts';
import type { Recipient } from '../../answer/send-file.ts';

/** Who of the staff looks at a page. */
export type Reader = PageReader<Account>;

/** A reader's request, and its answer. */
export type Visit = PageVisit<Account>;

/** What a page works with that needs to know its reader. */
type ReaderDeps = VisitDeps<Account>;

/** What a page works with that shows what is in the database. */
export interface PageDeps extends ReaderDeps {
  db: Database;
}

/** What a page works with that does something with records. */
export type ActionDeps = DepositDeps & CallDeps & ReaderDeps & MailDeps;

/** How people are written to. */
export interface MailDeps {
  /** Whether a mail server is configured. */
  hasMail: boolean;
  /** Of letters to people who are awaited. */
  letters: LetterStyle;
}

/** Who asks for something to be done or shown, and what they see. */
export function askingOf({ account }: Reader): { actor: string; scope: Scope } {
  return { actor: personActor(account), scope: account.scope };
}

/** Whoever gets a file from a page: as long as they are signed in, with the role and the scope with which they asked. */
export function recipientOf({
  sessions,
  request,
  response,
  reader: { account },
}: ReaderDeps & Visit): Recipient {
  return {
    request,
    response,
    caller: personActor(account),
    async stillMay() {
      const now = await sessions.lookAgain(request);
      return now?.role === account.role && isDeepStrictEqual(now.scope, account.scope);
    },
  };
}
