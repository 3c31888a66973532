import { forgetOperations } from '../data/operations.ts';
import type { ChangeDeps } from '../signing/change-record.ts';

/** So long after its end the report of an operation is kept. */
const reportKeptDays = 30;

/** Forgets the operations whose reports were kept long enough. */
export function forgetOldOperations({ db, now }: ChangeDeps): Promise<void> {
  return forgetOperations(db.pool, new Date(now().getTime() - reportKeptDays * 24 * 3_600_000));
}
