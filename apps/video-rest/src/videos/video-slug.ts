import { shortSlug } from '@campus/rest';

/** The slug of a video: its id with at least four digits, and its first title, `0042-linear-algebra`. */
export function videoSlug(id: number, title: string): string {
  return `${String(id).padStart(4, '0')}-${shortSlug(title)}`;
}
