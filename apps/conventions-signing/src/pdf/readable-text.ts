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

/**
 * An instant out of a stranger's file as ISO 8601 in UTC.
 *
 * @throws RangeError  for no date at all, and for one that four digits of a year cannot hold
 */
export function instantText(date: Date): string {
  const text = date.toISOString();
  if (/^[+-]/.test(text)) throw new RangeError(`${text} is not in the years 0 to 9999`);
  return text;
}
