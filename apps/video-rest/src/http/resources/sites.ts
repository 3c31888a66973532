import * as rest from '@campus/rest';
import { currentSiteId } from '../../data/sites.ts';
import { removeObject } from '../../deletions/deletions.ts';
import { fieldMessages, refusals } from '../refusals.ts';
import { readByAllWrittenByStaff } from './rights.ts';
import { defineResource } from './services.ts';

/** The web sites of the platform. The first stands for this instance and stays. */
export const sites = defineResource({
  path: 'sites',
  name: ['Site', 'Site'],
  plural: ['sites', 'sites'],
  description: [
    'The web sites of the platform; what names none is on the first.',
    "Les sites web de la plateforme\u00a0; ce qui n'en nomme aucun est sur le premier.",
  ],
  table: 'sites',
  fields: {
    id: rest.id(),
    url: rest.address('sites'),
    name: rest.text({
      label: ['display name', 'nom à afficher'],
      maxLength: 50,
      required: true,
      example: 'Videos',
    }),
    domain: domainName({
      label: ['domain name', 'nom de domaine'],
      maxLength: 100,
      required: true,
      unique: true,
    }),
  },
  filters: rest.eachEquals('id', 'name', 'domain'),
  search: ['name', 'domain'],
  ordering: [],
  rights: readByAllWrittenByStaff,
  hooks: {
    async remove({ id }, { services, caller: by }) {
      if (id === currentSiteId) throw new rest.Refusal(refusals.current_site);
      return removeObject(services, { table: 'sites', id: Number(id), by });
    },
  },
});

/**
 * The field `sites`: on which sites of the platform something is, for any resource whose model has that relation. A list
 * that nobody has to give: what names no site is on the current one, and is shown as on it.
 */
export function onSites(options: Pick<rest.FieldOptions, 'writeOnly'> = {}): rest.DeclaredField<unknown> {
  return (name) => {
    const field = rest.links(() => sites, { ...options, default: undefined })(name);
    return {
      ...field,
      async parse(given, context) {
        const ids = await field.parse(given, context);
        return isCurrentAlone(ids) ? [] : ids;
      },
      show(row, context) {
        const shown = field.show(row, context);
        const isNone = Array.isArray(shown) && shown.length === 0;
        return isNone ? [rest.objectUrl(context.base, sites.path, currentSiteId)] : shown;
      },
    };
  };
}

function isCurrentAlone(ids: unknown): boolean {
  return Array.isArray(ids) && ids.length === 1 && ids[0] === currentSiteId;
}

/** The filter `?sites=`, by id or URL; one of several is enough. */
export function sitesFilter(): rest.DeclaredFilter<'sites'> {
  const named = rest.equals('sites');
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
export function onSite(): rest.DeclaredField<unknown> {
  return rest.link(() => sites, { label: ['Site', 'Site'] });
}

/** Where a site is, `videos.example.org`: anything without blanks, a port too. */
function domainName(options: rest.TextOptions): rest.DeclaredField<unknown> {
  return rest.textual(options, {
    type: 'string',
    schema: { pattern: '^\\S+$', example: 'videos.example.org' },
    refuse: (given) => (/\s/.test(given) ? { text: fieldMessages.blanks_in_domain } : undefined),
  });
}
