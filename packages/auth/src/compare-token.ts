import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

// Compared are digests under a key that lives as long as the process: equal lengths, and nothing an outsider
// could compute beforehand.
const comparisonKey = randomBytes(32);

/**
 * Finds a presented token among the known ones. The time it takes depends on the number of known tokens and on
 * no character of any of them: digests are compared, and the whole list is walked even after a match.
 *
 * @returns the known token, or undefined
 */
export function findToken(presented: string, known: readonly string[]): string | undefined {
  const presentedDigest = digest(presented);
  let found: string | undefined;
  for (const token of known) {
    found = timingSafeEqual(presentedDigest, digest(token)) ? token : found;
  }
  return found;
}

/**
 * A short label for a token, such as `sha256:5e884898da28`: the same on every machine, not reversible for a
 * token of sufficient length. Histories and logs hold it where they must not hold the token.
 */
export function tokenFingerprint(token: string): string {
  return `sha256:${createHash('sha256').update(token).digest('hex').slice(0, 12)}`;
}

function digest(token: string): Buffer {
  return createHmac('sha256', comparisonKey).update(token).digest();
}
