import { address, byId, contains, equals, id, link, text } from '@campus/rest';
import { fieldMessages } from '../refusals.ts';
import { momentsOfVideos } from './rights.ts';
import { defineResource } from './services.ts';
import { startSecond, withinVideo } from './time-in-video.ts';
import { videos } from './videos.ts';

/** Where the parts of a video begin, in the order in which they are played. */
export const chapters = defineResource({
  path: 'chapters',
  name: { en: 'Chapter', fr: 'Chapitre' },
  plural: { en: 'chapters', fr: 'chapitres' },
  description: { en: 'Where the parts of a video begin.', fr: "Où commencent les parties d'une vidéo." },
  table: 'chapters',
  lookup: byId,
  fields: {
    id: id(),
    url: address('chapters'),
    video: link(() => videos, { label: { en: 'Video', fr: 'Vidéo' }, required: true, isWhole: true }),
    title: text({ label: { en: 'Title', fr: 'Titre' }, maxLength: 100, required: true, example: 'Matrices' }),
    time_start: startSecond({ default: 0 }),
  },
  filters: { id: equals('id'), video: equals('video'), title__icontains: contains('title') },
  uniqueTogether: [
    { fields: ['title', 'time_start', 'video'], message: { text: fieldMessages.same_chapter } },
  ],
  search: ['title'],
  ordering: ['video', 'time_start'],
  judge: withinVideo({ start: 'time_start' }),
  rights: momentsOfVideos,
});
