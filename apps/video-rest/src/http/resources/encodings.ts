import {
  address,
  byId,
  choice,
  computed,
  dateTime,
  defineResource,
  equals,
  id,
  integer,
  link,
} from '@campus/rest';
import { breaksIn } from '../../ffmpeg/outputs.ts';
import { encodingStates } from '../../videos/encoding-states.ts';
import { ownsVideoOf, partsOfVideos } from './rights.ts';
import type { Services } from './services.ts';
import { videos } from './videos.ts';

/** The runs of the encoder, newest first: how far each is, and what became of it. */
export const encodings = defineResource<Services>({
  path: 'encodings',
  name: { en: 'Encoding', fr: 'Encodage' },
  plural: { en: 'encodings', fr: 'encodages' },
  description: {
    en: 'The runs of the encoder: how far each is, and what became of it.',
    fr: "Les passages de l'encodeur\u00a0: où en est chacun, et ce qu'il est devenu.",
  },
  table: 'encodings',
  lookup: byId,
  fields: {
    id: id(),
    url: address('encodings'),
    video: link(() => videos, { label: { en: 'Video', fr: 'Vidéo' }, readOnly: true }),
    state: choice({
      label: { en: 'State', fr: 'État' },
      readOnly: true,
      choices: encodingStates.map((value) => ({ value, display_name: value })),
    }),
    percent: integer({ label: { en: 'Percent', fr: 'Pourcentage' }, readOnly: true }),
    speed: computed({
      label: { en: 'Speed', fr: 'Vitesse' },
      columns: ['speed'],
      schema: { type: ['number', 'null'] },
      show: ({ speed }) => (typeof speed === 'number' ? Math.round(speed * 100) / 100 : null),
    }),
    eta_seconds: computed({
      label: { en: 'Seconds left', fr: 'Secondes restantes' },
      columns: ['etaSeconds'],
      schema: { type: ['integer', 'null'] },
      show: ({ etaSeconds }) => etaSeconds,
    }),
    attempts: integer({ label: { en: 'Attempts', fr: 'Essais' }, readOnly: true }),
    error: computed({
      label: { en: 'Error', fr: 'Erreur' },
      columns: ['error'],
      // It may tell what is where on our disks.
      schema: { type: ['string', 'null'], description: 'For the owners of the video; null to others' },
      show: (row, { caller }) => (ownsVideoOf(caller, row) ? row.error : null),
    }),
    breaks: computed({
      label: { en: 'Breaks closed up', fr: 'Coupures refermées' },
      columns: ['outputs'],
      schema: {
        type: 'integer',
        description:
          'How often the times of the source broke, as where a recorder reconnected; its parts are joined.',
      },
      show: ({ outputs }) => breaksIn(outputs),
    }),
    requested_at: dateTime({ label: { en: 'Requested at', fr: 'Demandé le' }, readOnly: true }),
    started_at: dateTime({ label: { en: 'Started at', fr: 'Commencé le' }, readOnly: true }),
    finished_at: dateTime({ label: { en: 'Finished at', fr: 'Terminé le' }, readOnly: true }),
  },
  filters: { id: equals('id'), video: equals('video'), state: equals('state') },
  search: ['video.title'],
  ordering: ['-requested_at'],
  actions: ['list', 'retrieve'],
  rights: partsOfVideos,
});
