import * as rest from '@campus/rest';
import { translatedDescription, translatedTitle } from './fields/named-in-languages.ts';
import { shownImage } from './images.ts';
import { readByAllWrittenByStaff } from './rights.ts';
import { defineResource } from './services.ts';
import { onSite } from './sites.ts';

/** The fields of study that videos belong to; clients know the singular path. Their texts are kept per language. */
export const disciplines = defineResource({
  path: 'discipline',
  name: ['Discipline', 'Discipline'],
  plural: ['disciplines', 'disciplines'],
  description: [
    'The fields of study that videos belong to.',
    "Les domaines d'étude auxquels appartiennent les vidéos.",
  ],
  table: 'disciplines',
  fields: {
    id: rest.id(),
    url: rest.address('discipline'),
    title: translatedTitle,
    description: translatedDescription,
    icon: shownImage(['Icon', 'Icône']),
    site: onSite(),
  },
  filters: rest.eachEquals('id', 'title', 'site'),
  search: ['title'],
  ordering: ['title'],
  rights: readByAllWrittenByStaff,
});
