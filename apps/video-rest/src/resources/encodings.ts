import { encodingStates } from '../encoding/encoding-states.ts';
import { address, link } from '../rest/fields/link.ts';
import { computed, dateTime, integer } from '../rest/fields/simple.ts';
import { choice } from '../rest/fields/text.ts';
import { equals } from '../rest/filters.ts';
import { byId } from '../rest/lookup.ts';
import { defineResource } from '../rest/resource.ts';
import { encodingsOfOwnVideos } from './rights.ts';
import type { Services } from './services.ts';
import { videos } from './videos.ts';

/** The runs of the encoder, newest first: how far each is, and what became of it. */
export const encodings = defineResource<Services>({
  path: 'encodings',
  name: { en: 'Encoding', fr: 'Encodage' },
  plural: { en: 'encodings', fr: 'encodages' },
  table: 'encodings',
  lookup: byId,
  fields: {
    id: integer(),
    url: address('encodings'),
    video: link(() => videos, { readOnly: true }),
    state: choice({
      readOnly: true,
      choices: encodingStates.map((value) => ({ value, display_name: value })),
    }),
    percent: integer(),
    speed: computed({
      columns: ['speed'],
      schema: { type: ['number', 'null'] },
      show: ({ speed }) => (typeof speed === 'number' ? Math.round(speed * 100) / 100 : null),
    }),
    eta_seconds: computed({
      columns: ['etaSeconds'],
      schema: { type: ['integer', 'null'] },
      show: ({ etaSeconds }) => etaSeconds,
    }),
    attempts: integer(),
    error: computed({
      columns: ['error'],
      schema: { type: ['string', 'null'] },
      show: ({ error }) => error,
    }),
    requested_at: dateTime({ readOnly: true }),
    started_at: dateTime({ readOnly: true }),
    finished_at: dateTime({ readOnly: true }),
  },
  filters: { id: equals('id'), video: equals('video'), state: equals('state') },
  search: ['video.title'],
  ordering: ['-requested_at'],
  actions: ['list', 'retrieve'],
  rights: encodingsOfOwnVideos,
});
