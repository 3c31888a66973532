import { callerOf } from '@campus/auth';
import { idempotencyKeyIn, idempotencyKeyRule } from '@campus/service';
import type { Request } from 'express';
import type { RequestKey } from '../../data/idempotent-answers.ts';
import type { Followers } from '../../ledger/followers.ts';
import type { CallDeps } from '../../signing/enter-signing.ts';
import type { DepositDeps } from '../../signing/inspect-or-refuse.ts';
import { z } from '../../wire/schema.ts';
import type { BaseAddress } from '../answer/absolute-address.ts';
import type { ExportDeps } from '../answer/exports.ts';
import { callsWith } from '../calls/call.ts';
import { sent } from '../calls/parts.ts';
import type { SendEvidence } from '../evidence/send-package.ts';
import { InputError } from '../receive/input-error.ts';
import type { Uploads } from '../receive/uploads.ts';
import type { LastingDeps } from './still-open.ts';

/** What the calls of the management API work with. */
export interface ManagementDeps extends DepositDeps, CallDeps, BaseAddress, ExportDeps, LastingDeps {
  uploads: Uploads;
  sendEvidence: SendEvidence;
  followers: Followers;
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
  answer: sent('The table', { 'text/csv': { schema: { type: 'string' } } }),
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
