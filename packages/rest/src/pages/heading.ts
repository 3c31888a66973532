import type { Language, Link } from '@campus/pages';
import type { KnownRequest } from '../engine.ts';
import { root } from '../hyperlink.ts';
import { capitalised } from '../messages.ts';
import { listAddress, type Resource } from '../resource.ts';
import type { Route } from '../route.ts';
import { nameOf } from '../show-rows.ts';
import type { Row } from '../store.ts';
import { pageWords } from './page-words.ts';

/** How a page is called, and the way there. */
interface Heading {
  title: string;
  breadcrumbs: Link[];
  description?: string | undefined;
}

/** @param row  the object that the route is about; null when there is none, or none for the caller */
export function headingOf<Services>(
  route: Route<Services>,
  row: Row | null,
  { language, request }: Pick<KnownRequest<Services>, 'language' | 'request'>,
): Heading {
  if (route.kind === 'view') {
    const breadcrumbs = request.path === '/' ? [] : [apiLink(language)];
    return { title: route.title[language], breadcrumbs, description: route.description?.[language] };
  }
  const { resource } = route;
  const description = resource.description?.[language];
  const list = listHeading(resource, language);
  if (route.kind === 'list') return { ...list, description };
  const object = objectHeading(resource, row, language);
  if (route.kind === 'object') return { ...object, description };
  const { title, breadcrumbs } = route.on === 'list' ? list : object;
  const [path = ''] = request.originalUrl.split('?', 1);
  const href =
    route.on === 'list' ? listAddress(resource) : path.slice(0, path.lastIndexOf(`/${route.name}`) + 1);
  return {
    title: route.title[language],
    breadcrumbs: [...breadcrumbs, { text: title, href }],
    description: route.description?.[language],
  };
}

function listHeading<Services>(resource: Resource<Services>, language: Language): Heading {
  return { title: capitalised(resource.plural[language]), breadcrumbs: [apiLink(language)] };
}

export function objectHeading<Services>(
  resource: Resource<Services>,
  row: Row | null,
  language: Language,
): Heading {
  const { title, breadcrumbs } = listHeading(resource, language);
  return {
    title: row === null ? resource.name[language] : nameOf(resource, row, language),
    breadcrumbs: [...breadcrumbs, { text: title, href: listAddress(resource) }],
  };
}

export function apiLink(language: Language): Link {
  return { text: pageWords[language].api, href: `${root}/` };
}
