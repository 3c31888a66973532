import type { Followers } from '../../ledger/followers.ts';
import type { CallDeps } from '../../signing/enter-signing.ts';
import type { DepositDeps } from '../../signing/inspect-or-refuse.ts';
import { z } from '../../wire/schema.ts';
import type { BaseAddress } from '../answer/absolute-address.ts';
import type { ExportDeps } from '../answer/exports.ts';
import { callsWith } from '../calls/call.ts';
import { sent } from '../calls/parts.ts';
import type { SendEvidence } from '../evidence/send-package.ts';
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
