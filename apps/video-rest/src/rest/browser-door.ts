import type { Html, Page } from '@campus/pages';
import type { Request, Response } from 'express';
import type { Caller } from './caller.ts';

/** The door for people with a browser: who has signed in, and the frame around the pages that they see. */
export interface BrowserDoor {
  /** Who has signed in; undefined when nobody has. */
  callerOf(request: Request): Caller | undefined;
  /** Address of the sign-in page that leads back to what was asked for. */
  signInAddress(request: Request): string;
  /** The hidden field that every form needs; made before the answer begins. */
  csrfField(request: Request, response: Response): Html;
  /** Whether the parsed body, or a header, proves that a page of ours has sent this. */
  holdsCsrf(request: Request): boolean;
  /** Answers with a page in the frame of the service. */
  send(request: Request, response: Response, page: Page, options?: { status?: number }): void;
}
