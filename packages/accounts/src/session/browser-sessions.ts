import type { KeptCallers, Lookups } from '@campus/database';
import type * as ui from '@campus/pages';
import type { Html } from '@campus/pages/html';
import type { Request, RequestHandler, Response, Router } from 'express';
import type pg from 'pg';
import type { Account } from '../account.ts';

/** What sessions and the frame of pages need to know of the service. */
export interface SessionDeps<Person extends Account> {
  site: ui.Site;
  /** The language of whoever names none. */
  language: ui.Language;
  /** Where `routes` is mounted, such as `/accounts`. */
  root: string;
  /** Where all pages are: two services on one host must not overwrite each other's cookies. */
  cookiePath: string;
  pool: pg.Pool;
  callers: KeptCallers;
  /** For what pages list and search. */
  lookups: Lookups;
  /** The same in all processes, and known to nobody else: at least 32 random bytes as text. */
  secret: string;
  /** Public address of the service; undefined: as callers reach it. */
  baseUrl: string | undefined;
  secondFactor: {
    /** Whether somebody who signs in by password must have one. */
    isRequired(account: Person): boolean;
  };
  /** The account as it is now. */
  findAccount(id: number): Promise<Person | undefined>;
  /** The accounts of those of these ids that are there, in any order: one statement. */
  findAccounts(ids: readonly number[]): Promise<Person[]>;
  /** Notes a sign-in. */
  noteSignIn(id: number): Promise<void>;
  /** The page for everybody that the name in the header leads to; absent: to the first page of the reader. */
  front?: string;
  /** The first page of somebody who has signed in; absent: that of the site, for everybody. */
  homeOf?(account: Person): string;
  /** The rooms that a reader may enter. */
  navigation(account: Person | undefined, language: ui.Language): readonly ui.Link[];
  /** Told what has gone wrong behind an answer; nothing secret is in it. */
  onError(error: unknown): void;
  now(): Date;
}

/** Sessions of people with a browser, and the frame around the pages that they see. */
export interface BrowserSessions<Person extends Account> {
  site: ui.Site;
  lookups: Lookups;
  now(): Date;
  /** Comes before every page: finds who has signed in. */
  handle: RequestHandler;
  /** Sign-in, sign-out and account page, to be mounted at `root`. */
  routes: Router;
  /** Who has signed in; undefined when nobody has. */
  accountOf(request: Request): Person | undefined;
  /**
   * Looks again who is signed in by a request, however long ago it came: for answers that go on. Undefined when the
   * session has ended meanwhile, or the account is let in no more. `accountOf` says the same from then on. All who are
   * asked about at one moment take two statements together, and no session lasts longer by it.
   */
  lookAgain(request: Request): Promise<Person | undefined>;
  /** Names the session of a request; undefined when nobody has signed in. */
  sessionOf(request: Request): string | undefined;
  /** What stands above a part of a page that is followed no more, since the session or the right to see it has ended. */
  endedNotice(request: Request): Html;
  /** The first page of the reader; of whoever has not signed in, the sign-in page, which leads to theirs. */
  homeOf(request: Request): string;
  /** Sends whoever has not signed in to the sign-in page, and back afterwards. */
  requireAccount: RequestHandler;
  /**
   * To the sign-in page, and back afterwards to what was asked for; after a form to the page that it stood on, and
   * with the word that nothing was saved. A part of a page that keeps itself up to date is told that it has ended.
   */
  sendToSignIn(request: Request, response: Response): void;
  /** For scripts about to send something large: 204 while the session lasts, else to the sign-in and then to `page`. */
  sessionAddress(page: string): string;
  /** The hidden field that every form of a page needs; made before the answer begins. */
  csrfField(request: Request, response: Response): Html;
  /**
   * Whether the body, or the header `X-CSRFToken`, came from a page of ours in this session.
   *
   * @param fields  of the body as far as they have come; absent: it is parsed
   */
  holdsCsrf(request: Request, fields?: object): boolean;
  /** The hidden field of a form that is obeyed once, however often it is sent: a double click, a reload of the answer. */
  onceField(request: Request): Html;
  /**
   * Whether the parsed body is the first with its `onceField` in this session, which remembers the last 50; ask where
   * it is about to be obeyed. A body without the field is always the first.
   */
  isFirst(request: Request, fields?: object): Promise<boolean>;
  /** For routes whose body is a plain form: reads it, and refuses it (403) when it came from elsewhere. */
  readForm: RequestHandler[];
  /** The same for a form that may be larger than others, or smaller. */
  readFormUpTo(maxBytes: number): RequestHandler[];
  /** The same for a form that nobody has to sign in for: one from elsewhere is not of a session that is over. */
  readFormOfStrangers: RequestHandler[];
  /** Answers a form from elsewhere (403) or of a session that is over (to the sign-in), for routes that read bodies. */
  sendForeignForm(request: Request, response: Response): void;
  languageOf(request: Request): ui.Language;
  /** Answers with a page in the frame of the service; `language`: of a page that is of one language, whoever reads it. */
  sendPage(
    request: Request,
    response: Response,
    page: ui.Page,
    options?: { status?: number; language?: ui.Language },
  ): void;
  /** Answers with the content of a page alone: for the frames of other sites. */
  sendBarePage(
    request: Request,
    response: Response,
    page: Omit<ui.Page, 'breadcrumbs'>,
    options?: { status?: number },
  ): void;
  close(): Promise<void>;
}
