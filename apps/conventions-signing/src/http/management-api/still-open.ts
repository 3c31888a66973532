import { callerOf } from '@campus/auth';
import type { Request, Response } from 'express';
import type { Database } from '../../data/open-database.ts';
import { findOpenTokens, isTokenOpen, type KnownToken } from '../../data/tokens.ts';
import type { Recipient } from '../answer/send-file.ts';

/** Answers that last are asked this often whether the token of their request still holds. */
export const checkTokenMs = 1_000;

/** What answers that last work with. */
export interface LastingDeps {
  /** Whether the token of a request holds that was let in once, behind `requireBearer`. */
  isStillOpen: (request: Request) => Promise<boolean>;
}

/** Asks the database once for all who want to know within a second. */
export function createStillOpen({ db, now }: { db: Database; now: () => Date }): LastingDeps['isStillOpen'] {
  const openTokens = atMostEvery(checkTokenMs, () => findOpenTokens(db, now()));
  return async (request) => {
    const known = callerOf(request).known as KnownToken | undefined;
    if (known === undefined || (await openTokens()).has(known.id)) return true;
    // It may have been made since those were asked for.
    return isTokenOpen(db, { id: known.id, at: now() });
  };
}

function atMostEvery<Answer>(everyMs: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: { at: number; answer: Promise<Answer> } | undefined;
  return () => {
    if (asked === undefined || performance.now() - asked.at > everyMs)
      asked = { at: performance.now(), answer: ask() };
    return asked.answer;
  };
}

/** The program that gets a file. */
export function recipientOf({ isStillOpen }: LastingDeps, request: Request, response: Response): Recipient {
  const { fingerprint: caller } = callerOf(request);
  return { request, response, caller, stillMay: () => isStillOpen(request) };
}
