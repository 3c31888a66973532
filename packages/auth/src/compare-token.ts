import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

// Compared are digests with a key that lives as long as the process: equal lengths, and nothing an outsider could
// compute beforehand. No digest leaves the process, so the key need only stand before the token (HMAC takes 30 times
// as long).
const comparisonKey = randomBytes(32).toString('hex');

/**
 * Finds a presented token among the known ones. The time it takes depends on the number of known tokens and on
 * no character of any of them: digests are compared, and the whole list is walked even after a match.
 *
 * @returns gives the place of the known token in the list, or undefined
 */
export function tokenFinder(known: readonly string[]): (presented: string) => number | undefined {
  const digests = known.map(digest);
  return (presented) => {
    const presentedDigest = digest(presented);
    let found: number | undefined;
    digests.forEach((one, place) => {
      found = timingSafeEqual(presentedDigest, one) ? place : found;
    });
    return found;
  };
}

/**
 * A short label for a token, such as `sha256:5e884898da28`: the same on every machine, not reversible for a
 * token of sufficient length. Histories and logs hold it where they must not hold the token.
 */
export function tokenFingerprint(token: string): string {
  return `sha256:${hash('sha256', token).slice(0, 12)}`;
}

function digest(token: string): Buffer {
  return Buffer.from(hash('sha256', comparisonKey + token), 'latin1');
}

/** Of 16 random hexadecimal digits one token in some 30,000 has fewer different ones, and of longer ones hardly any. */
export const minTokenVariety = 6;

/**
 * Tells whether somebody who guesses would come to a token soon, however long it is: it has fewer than
 * `minTokenVariety` different characters, or is one part over and over (`secret-secret-secret`).
 */
export function isGuessableToken(token: string): boolean {
  if (new Set(token).size < minTokenVariety) return true;
  const periods = Array.from({ length: Math.floor(token.length / 2) }, (_none, index) => index + 1);
  // What repeats itself after so many characters is its own beginning again from there.
  return periods.some((period) => token.startsWith(token.slice(period)));
}
