import type { Language, Link } from '@campus/pages';
import { addresses } from '../../addresses.ts';
import { adminWords } from './admin-words.ts';

/** The way to a page of the administration: below the overview, or below the list of a room. */
export function adminBreadcrumbs(language: Language, room?: 'tokens' | 'users' | 'encodings'): Link[] {
  const say = adminWords[language];
  const overview = { text: say.administration, href: addresses.administration };
  return room === undefined ? [overview] : [overview, { text: say[room], href: addresses[room] }];
}
