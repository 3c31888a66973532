import * as rest from '@campus/rest';
import { fieldMessages } from '../refusals.ts';
import { spokenLanguages, spokenLanguagesIn } from './fields/spoken-languages.ts';
import { files } from './files.ts';
import { momentsOfVideos } from './rights.ts';
import { defineResource } from './services.ts';
import { videos } from './videos.ts';

const kinds = rest.namedChoices({
  subtitles: ['subtitles', 'sous-titres'],
  captions: ['captions', 'légendes'],
});

/** Subtitles and captions of videos, as WebVTT: one of a kind in each language. */
export const tracks = defineResource({
  path: 'tracks',
  name: ['Track', 'Piste'],
  plural: ['tracks', 'pistes'],
  description: [
    'Subtitles and captions of videos, as WebVTT: one of a kind in each language.',
    "Sous-titres et légendes des vidéos, en WebVTT\u00a0: une piste d'une sorte dans chaque langue.",
  ],
  naming: ['kind', 'lang'],
  table: 'tracks',
  fields: {
    id: rest.id(),
    url: rest.address('tracks'),
    video: rest.link(() => videos, { label: ['Video', 'Vidéo'], required: true, isWhole: true }),
    kind: rest.choice({ label: ['Kind', 'Sorte'], ...kinds, default: 'subtitles' }),
    lang: rest.choice({
      label: ['Language', 'Langue'],
      choices: spokenLanguages,
      choicesIn: spokenLanguagesIn,
      default: 'fr',
    }),
    src: rest.link(() => files, { label: ['File', 'Fichier'], ...rest.orNull }),
  },
  filters: rest.eachEquals('id', 'video', 'kind', 'lang', 'src'),
  uniqueTogether: [{ fields: ['video', 'kind', 'lang'], message: { text: fieldMessages.same_track } }],
  search: ['video.title'],
  ordering: ['id'],
  async judge({ srcId }, { changes, rowOf }) {
    if (typeof srcId !== 'number' || changes.srcId === undefined) return undefined;
    const stored = await rowOf('files', ['storedFile'], srcId);
    return String(stored?.storedFile).endsWith('.vtt')
      ? undefined
      : { src: [{ text: fieldMessages.no_track }] };
  },
  rights: momentsOfVideos,
});
