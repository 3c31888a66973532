import type { ListedAt, ListPathIn, ListQueryAt } from '@campus/client-core';
import type { Client } from 'openapi-fetch';
import type { components, paths } from '../generated/api.ts';

/** Every call of the API, by its path. */
export type Api = Client<paths>;

/** Addresses that answer lists, page by page. */
export type ListPath = ListPathIn<paths>;
/** What stands in such a list. */
export type Listed<Path extends ListPath> = ListedAt<paths[Path]>;
/** Filters, order and `page_size` of a list. */
export type ListQuery<Path extends ListPath> = ListQueryAt<paths[Path]>;

export type Video = components['schemas']['Video'];
export type Encoding = components['schemas']['Encoding'];

/** An export or import in the background. */
export type Run = components['schemas']['Run'];

/** Something that happened to an object. */
export type Change =
  paths['/rest/changes/']['get']['responses'][200]['content']['application/json']['results'][number];
