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
