/**
 * A text as the part of an address (Django's slugify): accents off, the rest of what is not ASCII dropped,
 * lower case, blanks and dashes as one dash. Empty when nothing is left.
 */
export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{ASCII}]/gu, '')
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '');
}

/** Of the part of a slug that comes from a text: one character may become several (`㎯` is `rads2`). */
export const maxSlugLength = 200;

/** The same with the number before or behind it, as columns have room for. */
export const maxStoredSlugLength = 230;

/** The slug of a text, cut after a whole word where it is longer than allowed; one long word is cut anywhere. */
export function shortSlug(text: string): string {
  const whole = slugify(text);
  if (whole.length <= maxSlugLength) return whole;
  const end = whole.lastIndexOf('-', maxSlugLength);
  return whole.slice(0, end > 0 ? end : maxSlugLength).replace(/[-_]+$/, '');
}

/** The id with at least so many digits, and the slug of a text behind it: `0042-linear-algebra`. */
export function slugWithId(id: number, text: string, digits: number): string {
  return `${String(id).padStart(digits, '0')}-${shortSlug(text)}`;
}

/** The slug itself, or with the smallest number from 2 that nobody has. */
export function firstFree(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}
