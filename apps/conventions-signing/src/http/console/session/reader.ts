import { isDeepStrictEqual } from 'node:util';
import type { Requester } from '@campus/database';
import type { Html, Language, Page } from '@campus/pages';
import { untilClosed } from '@campus/service';
import type { Request, RequestHandler, Response } from 'express';
import type { Account } from '../../../data/accounts.ts';
import { personActor } from '../../../data/history.ts';
import type { Database } from '../../../data/open-database.ts';
import type { CallDeps } from '../../../signing/enter-signing.ts';
import type { DepositDeps } from '../../../signing/inspect-or-refuse.ts';
import type { Scope } from '../../../signing/scope.ts';
import type { Recipient } from '../../answer/send-file.ts';
import type { Sessions } from './open-sessions.ts';

/** Who looks at a page, and what it needs to know to speak to them; `time` of the pages takes it as it is. */
export interface Reader {
  account: Account;
  language: Language;
  timeZone: string;
  now: Date;
}

/** What a page needs to know its reader. */
export interface ReaderDeps {
  sessions: Sessions;
  now: () => Date;
}

/** What a page works with that shows what is in the database. */
export interface PageDeps extends ReaderDeps {
  db: Database;
}

/** What a page works with that does something with records. */
export type ActionDeps = DepositDeps & CallDeps & ReaderDeps;

/** A reader's request behind `requireAccount`, and its answer. */
export interface Visit {
  request: Request;
  response: Response;
  reader: Reader;
  /** The hidden field that every form has; made before the answer begins. */
  csrf(): Html;
  answer(page: Page, status?: number): void;
}

/** Answers visits with what it is given to work with. */
export function visitsWith<Deps extends ReaderDeps>(deps: Deps) {
  const { sessions } = deps;
  return (handle: (visit: Deps & Visit) => void | Promise<void>): RequestHandler =>
    (request, response) =>
      handle({
        ...deps,
        request,
        response,
        reader: readerOf(deps, request),
        csrf: () => sessions.csrfField(request, response),
        answer: (page, status = 200) => sessions.sendPage(request, response, page, { status }),
      });
}

/** For whom a page looks something up. */
export function requesterOf({ account }: Reader, response: Response): Requester {
  return { caller: personActor(account), signal: untilClosed(response) };
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

/** The reader of a page behind `requireAccount`. */
export function readerOf({ sessions, now }: ReaderDeps, request: Request): Reader {
  const account = sessions.accountOf(request);
  if (account === undefined) throw new Error('this page is open to nobody who has not signed in');
  return { account, language: sessions.languageOf(request), timeZone: sessions.site.timeZone, now: now() };
}
