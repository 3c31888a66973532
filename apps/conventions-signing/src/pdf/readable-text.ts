// Longer than any name that is one.
const maxLength = 500;

/**
 * Text out of a stranger's file, fit to be stored and shown; null when nothing is left of it.
 *
 * PostgreSQL takes neither U+0000 nor half a surrogate pair in JSON; other control characters, and those that
 * turn the direction of writing, could make a name look like another one.
 */
export function readableText(text: string): string | null {
  const readable = text
    .slice(0, maxLength)
    .toWellFormed()
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
  return readable === '' ? null : readable;
}
