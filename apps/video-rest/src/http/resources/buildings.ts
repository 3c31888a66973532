import * as rest from '@campus/rest';
import { shownImage } from './images.ts';
import { readByAllWrittenByStaff } from './rights.ts';
import { defineResource } from './services.ts';
import { onSites, sitesFilter } from './sites.ts';

/** Where broadcasters stand (contract §4). */
export const buildings = defineResource({
  path: 'buildings',
  name: ['Building', 'Bâtiment'],
  plural: ['buildings', 'bâtiments'],
  description: ['Where broadcasters stand.', 'Où se trouvent les diffuseurs.'],
  table: 'buildings',
  fields: {
    id: rest.id(),
    url: rest.address('buildings'),
    name: rest.text({
      label: ['name', 'nom'],
      maxLength: 200,
      required: true,
      unique: true,
      example: 'North',
    }),
    headband: shownImage(['Headband', 'Bandeau']),
    gmapurl: rest.url({
      label: ['Address of the map', 'Adresse du plan'],
      maxLength: 250,
      blank: true,
      ...rest.orNull,
    }),
    sites: onSites(),
  },
  filters: {
    ...rest.eachEquals('id', 'name'),
    name__icontains: rest.contains('name'),
    sites: sitesFilter(),
  },
  search: ['name'],
  ordering: ['name'],
  rights: readByAllWrittenByStaff,
});
