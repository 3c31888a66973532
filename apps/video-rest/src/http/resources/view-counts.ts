import { address, byId, date, equals, from, id, integer, inYear, link, to } from '@campus/rest';
import { partsOfVideos } from './rights.ts';
import { defineResource } from './services.ts';
import { videos } from './videos.ts';

/** How often videos were watched: one for each video and day. */
export const viewCounts = defineResource({
  path: 'view_count',
  name: { en: 'View count', fr: 'Nombre de vues' },
  plural: { en: 'view counts', fr: 'nombres de vues' },
  description: {
    en: 'How often videos were watched: one for each video and day.',
    fr: 'Combien de fois les vidéos ont été vues\u00a0: un nombre par vidéo et par jour.',
  },
  table: 'view_counts',
  lookup: byId,
  fields: {
    id: id(),
    url: address('view_count'),
    video: link(() => videos, { label: { en: 'Video', fr: 'Vidéo' }, readOnly: true }),
    date: date({ label: { en: 'Day', fr: 'Jour' }, readOnly: true }),
    count: integer({ label: { en: 'Views', fr: 'Vues' }, readOnly: true }),
  },
  filters: {
    id: equals('id'),
    video: equals('video'),
    date: equals('date'),
    date__gte: from('date'),
    date__lte: to('date'),
    date__year: inYear('date'),
  },
  search: ['video.title'],
  ordering: ['id'],
  actions: ['list', 'retrieve'],
  rights: partsOfVideos,
});
