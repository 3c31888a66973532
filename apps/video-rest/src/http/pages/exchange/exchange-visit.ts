import type { Language, Link, LiveParts } from '@campus/pages';
import { capitalised, type Engine } from '@campus/rest';
import { isStaff } from '../../../domain/ownership.ts';
import { addresses } from '../../addresses.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Services } from '../../resources/services.ts';
import { adminBreadcrumbs } from '../admin/admin-visit.ts';
import { adminWords } from '../admin/admin-words.ts';
import type { Sessions, Visit } from '../sign-in/open-sessions.ts';

/** What the pages of export and import work with. */
export interface ExchangeDeps {
  engine: Engine<Services>;
  sessions: Sessions;
  live: LiveParts;
  travelling: Exchange['travelling'];
}

/** Somebody before one of them. */
export type ExchangeVisit = ExchangeDeps & Visit;

/** The way to a page below the list, from the administration where the reader may enter it. */
export function exchangeBreadcrumbs({ account, language }: ExchangeVisit['reader']): Link[] {
  const list = { text: adminWords[language].exchange, href: addresses.exchange };
  return isStaff(account) ? [...adminBreadcrumbs(language), list] : [list];
}

/** How people call the objects of a resource. */
export function pluralOf(travelling: Exchange['travelling'], path: string, language: Language): string {
  const resource = travelling.get(path)?.resource;
  return resource === undefined ? path : capitalised(resource.plural[language]);
}
