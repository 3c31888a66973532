import * as rest from '@campus/rest';
import { partsOfVideos } from './rights.ts';
import { defineResource } from './services.ts';
import { videos } from './videos.ts';

/** How often videos were watched: one for each video and day. */
export const viewCounts = defineResource({
  path: 'view_count',
  name: ['View count', 'Nombre de vues'],
  plural: ['view counts', 'nombres de vues'],
  description: [
    'How often videos were watched: one for each video and day.',
    'Combien de fois les vidéos ont été vues\u00a0: un nombre par vidéo et par jour.',
  ],
  table: 'view_counts',
  fields: {
    id: rest.id(),
    url: rest.address('view_count'),
    video: rest.link(() => videos, { label: ['Video', 'Vidéo'], readOnly: true }),
    date: rest.date({ label: ['Day', 'Jour'], readOnly: true }),
    count: rest.integer({ label: ['Views', 'Vues'], readOnly: true }),
  },
  filters: {
    ...rest.eachEquals('id', 'video', 'date'),
    date__gte: rest.from('date'),
    date__lte: rest.to('date'),
    date__year: rest.inYear('date'),
  },
  search: ['video.title'],
  ordering: ['id'],
  actions: ['list', 'retrieve'],
  rights: partsOfVideos,
});
