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
