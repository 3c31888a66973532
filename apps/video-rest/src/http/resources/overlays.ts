import * as rest from '@campus/rest';
import { momentsOfVideos } from './rights.ts';
import { defineResource } from './services.ts';
import { endSecond, startSecond, withinVideo } from './time-in-video.ts';
import { videos } from './videos.ts';

const positions = rest.namedChoices({
  'top-left': ['top left', 'en haut à gauche'],
  top: ['top', 'en haut'],
  'top-right': ['top right', 'en haut à droite'],
  right: ['right', 'à droite'],
  'bottom-right': ['bottom right', 'en bas à droite'],
  bottom: ['bottom', 'en bas'],
  'bottom-left': ['bottom left', 'en bas à gauche'],
  left: ['left', 'à gauche'],
});

/** What is shown over a video for a while. */
export const overlays = defineResource({
  path: 'overlays',
  name: ['Overlay', 'Superposition'],
  plural: ['overlays', 'superpositions'],
  description: ['What is shown over a video for a while.', "Ce qui s'affiche un temps par-dessus une vidéo."],
  table: 'overlays',
  fields: {
    id: rest.id(),
    url: rest.address('overlays'),
    video: rest.link(() => videos, { label: ['Video', 'Vidéo'], required: true, isWhole: true }),
    title: rest.text({ label: ['Title', 'Titre'], maxLength: 100, required: true, example: 'A formula' }),
    time_start: startSecond({ default: 1 }),
    time_end: endSecond({ default: 2 }),
    content: rest.text({ label: ['Content', 'Contenu'], required: true, example: 'Ax = b' }),
    position: rest.choice({
      label: ['Position', 'Position'],
      ...positions,
      nullable: true,
      default: 'bottom-right',
    }),
    background: rest.boolean({ label: ['Background', 'Arrière-plan'], default: true }),
  },
  filters: { ...rest.eachEquals('id', 'video'), title__icontains: rest.contains('title') },
  search: ['title'],
  ordering: ['time_start'],
  judge: withinVideo({ start: 'time_start', end: 'time_end' }),
  rights: momentsOfVideos,
});
