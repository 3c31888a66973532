import * as rest from '@campus/rest';
import { momentsOfVideos } from './rights.ts';
import { defineResource } from './services.ts';
import { endSecond, startSecond, withinVideo } from './time-in-video.ts';
import { videos } from './videos.ts';

const positions = rest.namedChoices({
  'top-left': { en: 'top left', fr: 'en haut à gauche' },
  top: { en: 'top', fr: 'en haut' },
  'top-right': { en: 'top right', fr: 'en haut à droite' },
  right: { en: 'right', fr: 'à droite' },
  'bottom-right': { en: 'bottom right', fr: 'en bas à droite' },
  bottom: { en: 'bottom', fr: 'en bas' },
  'bottom-left': { en: 'bottom left', fr: 'en bas à gauche' },
  left: { en: 'left', fr: 'à gauche' },
});

/** What is shown over a video for a while. */
export const overlays = defineResource({
  path: 'overlays',
  name: { en: 'Overlay', fr: 'Superposition' },
  plural: { en: 'overlays', fr: 'superpositions' },
  description: {
    en: 'What is shown over a video for a while.',
    fr: "Ce qui s'affiche un temps par-dessus une vidéo.",
  },
  table: 'overlays',
  lookup: rest.byId,
  fields: {
    id: rest.id(),
    url: rest.address('overlays'),
    video: rest.link(() => videos, { label: { en: 'Video', fr: 'Vidéo' }, required: true, isWhole: true }),
    title: rest.text({
      label: { en: 'Title', fr: 'Titre' },
      maxLength: 100,
      required: true,
      example: 'A formula',
    }),
    time_start: startSecond({ default: 1 }),
    time_end: endSecond({ default: 2 }),
    content: rest.text({ label: { en: 'Content', fr: 'Contenu' }, required: true, example: 'Ax = b' }),
    position: rest.choice({
      label: { en: 'Position', fr: 'Position' },
      ...positions,
      nullable: true,
      default: 'bottom-right',
    }),
    background: rest.boolean({ label: { en: 'Background', fr: 'Arrière-plan' }, default: true }),
  },
  filters: { id: rest.equals('id'), video: rest.equals('video'), title__icontains: rest.contains('title') },
  search: ['title'],
  ordering: ['time_start'],
  judge: withinVideo({ start: 'time_start', end: 'time_end' }),
  rights: momentsOfVideos,
});
