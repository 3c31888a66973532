const longest = 100;

/**
 * Quotes a value that is no secret by declaration, for a message. What stands before an `@` in an address is
 * masked all the same: a password put into the wrong URL must not end in a log.
 */
export function quoteValue(text: string): string {
  const masked = text.replace(/\/\/.*@/s, '//***@');
  return JSON.stringify(masked.length > longest ? `${masked.slice(0, longest)}…` : masked);
}
