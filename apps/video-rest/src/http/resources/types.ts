import { absent, address, byId, defineResource, equals, id, translatedText } from '@campus/rest';
import { readByAllWrittenByStaff } from './rights.ts';
import type { Services } from './services.ts';

/** What a video is: a course, a conference (contract §2 "Type"). Its texts are kept per language. */
export const types = defineResource<Services>({
  path: 'types',
  name: { en: 'Type', fr: 'Type' },
  plural: { en: 'types', fr: 'types' },
  description: {
    en: 'What a video is: a course, a conference.',
    fr: "Ce qu'est une vidéo\u00a0: un cours, une conférence.",
  },
  table: 'video_types',
  lookup: byId,
  fields: {
    id: id(),
    url: address('types'),
    title: translatedText({
      label: { en: 'title', fr: 'titre' },
      maxLength: 100,
      required: true,
      unique: true,
    }),
    description: translatedText({
      nullable: true,
      blank: true,
      placeholder: {
        en: '-- sorry, no translation provided --',
        fr: '-- désolé, aucune traduction fournie --',
      },
    }),
    icon: absent(),
  },
  filters: { id: equals('id'), title: equals('title') },
  search: ['titleEn', 'titleFr'],
  ordering: ['title'],
  rights: readByAllWrittenByStaff,
});
