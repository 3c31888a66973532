import * as rest from '@campus/rest';
import { files } from './files.ts';
import { partsOfVideos } from './rights.ts';
import { defineResource } from './services.ts';
import { videos } from './videos.ts';

/** Files that go with a video, such as its slides. */
export const documents = defineResource({
  path: 'documents',
  name: ['Document', 'Document'],
  plural: ['documents', 'documents'],
  description: [
    'Files that go with a video, such as its slides.',
    'Fichiers qui accompagnent une vidéo, comme ses diapositives.',
  ],
  table: 'documents',
  fields: {
    id: rest.id(),
    url: rest.address('documents'),
    video: rest.link(() => videos, { label: ['Video', 'Vidéo'], required: true, isWhole: true }),
    document: rest.link(() => files, { label: ['Document', 'Document'], ...rest.orNull }),
  },
  filters: rest.eachEquals('id', 'video', 'document'),
  search: ['video.title'],
  ordering: ['id'],
  rights: partsOfVideos,
});
