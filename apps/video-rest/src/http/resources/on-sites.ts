import {
  type DeclaredField,
  type DeclaredFilter,
  equals,
  type FieldOptions,
  link,
  links,
  objectUrl,
} from '@campus/rest';
import { currentSiteId } from '../../data/sites.ts';
import { sites } from './sites.ts';

/**
 * The field `sites`: on which sites of the platform something is, for any resource whose model has that relation. A list
 * that nobody has to give: what names no site is on the current one, and is shown as on it.
 */
export function onSites(options: Pick<FieldOptions, 'writeOnly'> = {}): DeclaredField<unknown> {
  return (name) => {
    const field = links(() => sites, { ...options, default: undefined })(name);
    return {
      ...field,
      async parse(given, context) {
        const ids = await field.parse(given, context);
        return isCurrentAlone(ids) ? [] : ids;
      },
      show(row, context) {
        const shown = field.show(row, context);
        const isNone = Array.isArray(shown) && shown.length === 0;
        return isNone ? [objectUrl(context.base, sites.path, currentSiteId)] : shown;
      },
    };
  };
}

function isCurrentAlone(ids: unknown): boolean {
  return Array.isArray(ids) && ids.length === 1 && ids[0] === currentSiteId;
}

/** The filter `?sites=`, by id or URL; one of several is enough. */
export function sitesFilter(): DeclaredFilter<'sites'> {
  const named = equals('sites');
  return {
    ...named,
    isRepeatable: true,
    async condition(field, given, context) {
      const rule = await named.condition(field, given, context);
      const isCurrent = 'value' in rule && rule.value === currentSiteId;
      return isCurrent
        ? { anyOf: [rule, { columns: field.columns, operator: 'present', value: false }] }
        : rule;
    },
  };
}

/** The one site that something is on, for a resource whose model has `siteId`: the current one where none is given. */
export function onSite(): DeclaredField<unknown> {
  return link(() => sites, { label: { en: 'Site', fr: 'Site' } });
}
