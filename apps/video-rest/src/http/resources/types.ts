import * as rest from '@campus/rest';
import { translatedDescription, translatedTitle } from './fields/named-in-languages.ts';
import { shownImage } from './images.ts';
import { readByAllWrittenByStaff } from './rights.ts';
import { defineResource } from './services.ts';
import { onSites, sitesFilter } from './sites.ts';

/** What a video is: a course, a conference (contract §2 "Type"). Its texts are kept per language. */
export const types = defineResource({
  path: 'types',
  name: ['Type', 'Type'],
  plural: ['types', 'types'],
  description: [
    'What a video is: a course, a conference.',
    "Ce qu'est une vidéo\u00a0: un cours, une conférence.",
  ],
  table: 'video_types',
  fields: {
    id: rest.id(),
    url: rest.address('types'),
    title: translatedTitle,
    description: translatedDescription,
    icon: shownImage(['Icon', 'Icône']),
    // Taken and not shown: the contract shows a type without it (§2).
    sites: onSites({ writeOnly: true }),
  },
  filters: { ...rest.eachEquals('id', 'title'), sites: sitesFilter() },
  search: ['title'],
  ordering: ['title'],
  rights: readByAllWrittenByStaff,
});
