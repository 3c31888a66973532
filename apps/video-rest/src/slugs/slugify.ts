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
