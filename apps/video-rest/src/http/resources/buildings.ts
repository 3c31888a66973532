import { address, byId, contains, equals, id, text, url } from '@campus/rest';
import { shownImage } from './images.ts';
import { readByAllWrittenByStaff } from './rights.ts';
import { defineResource } from './services.ts';
import { onSites, sitesFilter } from './sites.ts';

/** Where broadcasters stand (contract §4). */
export const buildings = defineResource({
  path: 'buildings',
  name: { en: 'Building', fr: 'Bâtiment' },
  plural: { en: 'buildings', fr: 'bâtiments' },
  description: { en: 'Where broadcasters stand.', fr: 'Où se trouvent les diffuseurs.' },
  table: 'buildings',
  lookup: byId,
  fields: {
    id: id(),
    url: address('buildings'),
    name: text({
      label: { en: 'name', fr: 'nom' },
      maxLength: 200,
      required: true,
      unique: true,
      example: 'North',
    }),
    headband: shownImage({ en: 'Headband', fr: 'Bandeau' }),
    gmapurl: url({
      label: { en: 'Address of the map', fr: 'Adresse du plan' },
      maxLength: 250,
      nullable: true,
      blank: true,
      default: null,
    }),
    sites: onSites(),
  },
  filters: {
    id: equals('id'),
    name: equals('name'),
    name__icontains: contains('name'),
    sites: sitesFilter(),
  },
  search: ['name'],
  ordering: ['name'],
  rights: readByAllWrittenByStaff,
});
