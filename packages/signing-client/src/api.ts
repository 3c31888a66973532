import type { ListedAt, ListPathIn, ListQueryAt } from '@campus/client-core';
import type { Client } from 'openapi-fetch';
import type { components, paths as managementPaths } from '../generated/management.ts';
import type { paths as vendorPaths } from '../generated/vendor.ts';

/** Every call of the API of the institution's own application, by its path. */
export type ManagementApi = Client<managementPaths>;
/** Every call of the API of signing applications, by its path. */
export type VendorApi = Client<vendorPaths>;

/** Addresses that answer lists, page by page. */
export type ListPath = ListPathIn<managementPaths>;
/** What stands in such a list. */
export type Listed<Path extends ListPath> = ListedAt<managementPaths[Path]>;
/** Filters, order and `page_size` of a list. */
export type ListQuery<Path extends ListPath> = ListQueryAt<managementPaths[Path]>;

/** An agreement or amendment. */
export type SigningRecord = components['schemas']['Record'];
/** Something that happened to a record. */
export type Change = components['schemas']['Change'];
/** What is said of an agreement or amendment when it is registered. */
export type NewRecord = components['schemas']['CombinedDocumentInput']['metadata'];
