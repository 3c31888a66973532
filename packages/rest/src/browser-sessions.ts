import type { Html, Page } from '@campus/pages';
import type { Request, Response } from 'express';
import type { Caller } from './caller.ts';

/** The door for people with a browser: who has signed in, and the frame around the pages that they see. */
export interface BrowserSessions {
  /** Who has signed in; undefined when nobody has. */
  callerOf(request: Request): Caller | undefined;
  /** To the sign-in page, and back afterwards to what was asked for. */
  sendToSignIn(request: Request, response: Response): void;
  /** The hidden field that every form needs; made before the answer begins. */
  csrfField(request: Request, response: Response): Html;
  /** Whether the parsed body, or a header, proves that a page of ours has sent this. */
  holdsCsrf(request: Request): boolean;
  /** A hidden field by which a form is told from itself sent again. */
  onceField(request: Request): Html;
  /** Whether the form of this parsed body is sent for the first time; a body without that field always is. */
  isFirst(request: Request): Promise<boolean>;
  /** Answers with a page in the frame of the service. */
  sendPage(request: Request, response: Response, page: Page, options?: { status?: number }): void;
}
