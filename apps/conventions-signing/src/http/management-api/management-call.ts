import { callerOf } from '@campus/auth';
import { checkEveryMs, type Followers } from '@campus/feed';
import { idempotencyKeyIn, idempotencyKeyRule } from '@campus/service';
import type { Request, Response } from 'express';
import type { LedgerChange } from '../../data/changes.ts';
import type { RequestKey } from '../../data/idempotent-answers.ts';
import type { Database } from '../../data/open-database.ts';

import { findOpenTokens, isTokenOpen, type KnownToken } from '../../data/tokens.ts';
import type { Scope } from '../../domain/scope.ts';
import type { CallDeps } from '../../signing/enter-signing.ts';
import type { DepositDeps } from '../../signing/inspect-or-refuse.ts';
import { z } from '../../wire/schema.ts';
import type { ExportDeps } from '../answer/exports.ts';
import type { BaseAddress } from '../answer/page.ts';
import type { Recipient } from '../answer/send-file.ts';
import { callsWith } from '../calls/call.ts';
import { sent } from '../calls/parts.ts';
import type { SendEvidence } from '../evidence/send-package.ts';
import { InputError } from '../receive/input-error.ts';
import type { Uploads } from '../receive/uploads.ts';

/** What the calls of the management API work with. */
export interface ManagementDeps extends DepositDeps, CallDeps, BaseAddress, ExportDeps, LastingDeps {
  uploads: Uploads;
  sendEvidence: SendEvidence;
  followers: Followers<Scope, LedgerChange>;
  /** Of sealed cursors, the same for all processes. */
  cursorKey: () => Promise<Uint8Array>;
}

export const call = callsWith<ManagementDeps>();

/** Headers of what is safe to repeat, see `idempotencyKeyOf`. */
export const idempotencyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .openapi({ description: 'The same key gets the first answer, for 24 hours' }),
});

/** Problems of an `Idempotency-Key`. */
export const ofKey = ['invalid_header', 'idempotency_key_reused'] as const;

/** Problems of what is sent while it is made. */
export const ofFiles = ['right_withdrawn', 'too_many_requests', 'busy'] as const;

/** Whole lists as files: programs take what stands between commas, in the words of the JSON lists. */
export const table = {
  description:
    'CSV (RFC 4180) in UTF-8, without a mark; the columns are named as in the JSON list. A text that a spreadsheet would take for a formula stands behind an apostrophe.',
  answer: sent('The table', {
    'text/csv': { schema: { type: 'string' }, example: 'id,state\r\n1,draft\r\n' },
  }),
} as const;

/**
 * The request's `Idempotency-Key` with the caller and route that it belongs to; undefined when none was sent.
 *
 * @throws InputError  `invalid_header`
 */
export function idempotencyKeyOf(request: Request): RequestKey | undefined {
  const key = idempotencyKeyIn(request);
  if (key === undefined) return undefined;
  if (key === null) throw new InputError('invalid_header', `Idempotency-Key must be ${idempotencyKeyRule}`);
  const path = request.baseUrl + request.path;
  return { actor: callerOf(request).fingerprint, route: `${request.method} ${path.replace(/\/$/, '')}`, key };
}

/** What answers that last work with. */
interface LastingDeps {
  /** Whether the token of a request holds that was let in once, behind `requireBearer`. */
  isStillOpen: (request: Request) => Promise<boolean>;
}

/** Asks the database once for all who want to know within a second. */
export function createStillOpen({ db, now }: { db: Database; now: () => Date }): LastingDeps['isStillOpen'] {
  const openTokens = atMostEvery(checkEveryMs, () => findOpenTokens(db, now()));
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
