import { address, byId, equals, id, Refusal, text } from '@campus/rest';
import { currentSiteId, deleteSite } from '../../data/sites.ts';
import { refusals } from '../refusals.ts';
import { domainName } from './fields/domain-name.ts';
import { readByAllWrittenByStaff } from './rights.ts';
import { defineResource } from './services.ts';

/** The web sites of the platform. The first stands for this instance and stays. */
export const sites = defineResource({
  path: 'sites',
  name: { en: 'Site', fr: 'Site' },
  plural: { en: 'sites', fr: 'sites' },
  description: {
    en: 'The web sites of the platform; what names none is on the first.',
    fr: "Les sites web de la plateforme\u00a0; ce qui n'en nomme aucun est sur le premier.",
  },
  table: 'sites',
  lookup: byId,
  fields: {
    id: id(),
    url: address('sites'),
    name: text({ label: { en: 'display name', fr: 'nom à afficher' }, maxLength: 50, required: true }),
    domain: domainName({
      label: { en: 'domain name', fr: 'nom de domaine' },
      maxLength: 100,
      required: true,
      unique: true,
    }),
  },
  filters: { id: equals('id'), name: equals('name'), domain: equals('domain') },
  search: ['name', 'domain'],
  ordering: [],
  rights: readByAllWrittenByStaff,
  hooks: {
    async remove(row, { services }) {
      if (row.id === currentSiteId) throw new Refusal(refusals.current_site);
      return deleteSite(services.db, Number(row.id));
    },
  },
});
