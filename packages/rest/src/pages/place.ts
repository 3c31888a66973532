import type { Link } from '@campus/pages';
import { capitalised } from '../capitalised.ts';
import { conditionsAt } from '../exchange.ts';
import { root } from '../hyperlink.ts';
import { nameOf } from '../name-of.ts';
import type { Resource } from '../resource.ts';
import type { Row } from '../store.ts';
import { pageWords } from './page-words.ts';
import type { Sight } from './sight.ts';

/** What is at an address of the API. */
export type Place<Services> =
  | { kind: 'list'; resource: Resource<Services> }
  | { kind: 'object'; resource: Resource<Services>; key: string }
  | { kind: 'view'; title: string; description?: string | undefined; links?: readonly Link[] | undefined };

/** The object at a place as it is now; null when there is none, or none for the caller. */
export async function rowAt<Services>(
  place: Place<Services>,
  { caller, engine }: Sight<Services>,
): Promise<Row | null> {
  if (place.kind !== 'object') return null;
  const { resource, key } = place;
  const conditions = conditionsAt({ resource, caller }, key);
  return conditions === null ? null : engine.storeOf(resource.table).find(resource.columns, conditions);
}

/** How a page at this place is called, and the way there. */
export function headingOf<Services>(
  place: Place<Services>,
  row: Row | null,
  { language, request }: Pick<Sight<Services>, 'language' | 'request'>,
): { title: string; breadcrumbs: Link[]; description: string | undefined } {
  const api: Link = { text: pageWords[language].api, href: `${root}/` };
  if (place.kind === 'view') {
    const isRoot = request.path === '/';
    return { title: place.title, breadcrumbs: isRoot ? [] : [api], description: place.description };
  }
  const { resource } = place;
  const description = resource.description?.[language];
  const plural = capitalised(resource.plural[language]);
  if (place.kind === 'list') return { title: plural, breadcrumbs: [api], description };
  const breadcrumbs = [api, { text: plural, href: listAddress(resource) }];
  const title = row === null ? resource.name[language] : nameOf(resource, row, language);
  return { title, breadcrumbs, description };
}

/** The path of a resource's list. */
export function listAddress<Services>({ path }: Resource<Services>): string {
  return `${root}/${path}/`;
}

/** What the caller may do at a place, beyond looking. */
export function openActions<Services>(
  place: Place<Services>,
  row: Row | null,
  { caller }: Pick<Sight<Services>, 'caller'>,
): { create: boolean; update: boolean; destroy: boolean } {
  if (place.kind === 'view') return { create: false, update: false, destroy: false };
  const { actions, rights } = place.resource;
  const may = (action: 'create' | 'update' | 'destroy') =>
    actions.includes(action) && rights.may(caller, action);
  const isTheirs = row !== null && rights.mayChange?.(caller, row) !== false;
  return {
    create: place.kind === 'list' && may('create'),
    update: isTheirs && may('update'),
    destroy: isTheirs && may('destroy'),
  };
}
