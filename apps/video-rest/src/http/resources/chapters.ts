import * as rest from '@campus/rest';
import { fieldMessages } from '../refusals.ts';
import { momentsOfVideos } from './rights.ts';
import { defineResource } from './services.ts';
import { startSecond, withinVideo } from './time-in-video.ts';
import { videos } from './videos.ts';

/** Where the parts of a video begin, in the order in which they are played. */
export const chapters = defineResource({
  path: 'chapters',
  name: ['Chapter', 'Chapitre'],
  plural: ['chapters', 'chapitres'],
  description: ['Where the parts of a video begin.', "Où commencent les parties d'une vidéo."],
  table: 'chapters',
  fields: {
    id: rest.id(),
    url: rest.address('chapters'),
    video: rest.link(() => videos, { label: ['Video', 'Vidéo'], required: true, isWhole: true }),
    title: rest.text({ label: ['Title', 'Titre'], maxLength: 100, required: true, example: 'Matrices' }),
    time_start: startSecond({ default: 0 }),
  },
  filters: { ...rest.eachEquals('id', 'video'), title__icontains: rest.contains('title') },
  uniqueTogether: [
    { fields: ['title', 'time_start', 'video'], message: { text: fieldMessages.same_chapter } },
  ],
  search: ['title'],
  ordering: ['video', 'time_start'],
  judge: withinVideo({ start: 'time_start' }),
  rights: momentsOfVideos,
});
