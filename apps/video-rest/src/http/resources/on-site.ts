import { type DeclaredField, link } from '@campus/rest';
import { sites } from './sites.ts';

/** The one site that something is on, for a resource whose model has `siteId`: the current one where none is given. */
export function onSite(): DeclaredField<unknown> {
  return link(() => sites, { label: { en: 'Site', fr: 'Site' } });
}
