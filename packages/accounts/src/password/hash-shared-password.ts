import { hashLanes } from './hash-lanes.ts';
import { hashPassword } from './password-hash.ts';

/**
 * The text to store for a password that many are told, such as that of a video, made in its turn; what accounts want of
 * theirs does not hold for it.
 *
 * @param by  whoever gives it, by any name
 * @throws BudgetSpentError
 */
export function hashSharedPassword(password: string, by: string): Promise<string> {
  return hashLanes.changes.run(by, () => hashPassword(password));
}
