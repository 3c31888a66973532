import type { Pair } from '@campus/pages';
import * as rest from '@campus/rest';
import { prioritiseEncoding } from '../../data/encodings.ts';
import { type EncodingPriority, encodingStates } from '../../domain/encoding-states.ts';
import { isStaff } from '../../domain/ownership.ts';
import { breaksIn, leftOutIn } from '../../ffmpeg/outputs.ts';
import { cancelEncoding } from '../../videos/launch-encoding.ts';
import { fieldMessages, refusals } from '../refusals.ts';
import { ownsVideoOf, partsOfVideos } from './rights.ts';
import { defineResource, type Services } from './services.ts';
import { videos } from './videos.ts';

const priorityNames = {
  low: ['low', 'basse'],
  normal: ['normal', 'normale'],
  high: ['high', 'haute'],
} satisfies Record<EncodingPriority, Pair>;

/** The runs of the encoder, newest first: how far each is, and what became of it. */
export const encodings = defineResource({
  path: 'encodings',
  name: ['Encoding', 'Encodage'],
  plural: ['encodings', 'encodages'],
  description: [
    'The runs of the encoder: how far each is, and what became of it.',
    "Les passages de l'encodeur\u00a0: où en est chacun, et ce qu'il est devenu.",
  ],
  table: 'encodings',
  fields: {
    id: rest.id(),
    url: rest.address('encodings'),
    video: rest.link(() => videos, { label: ['Video', 'Vidéo'], readOnly: true }),
    state: rest.choice({
      label: ['State', 'État'],
      choices: encodingStates.map((value) => ({ value, display_name: value })),
    }),
    priority: rest.choice({ label: ['Priority', 'Priorité'], ...rest.namedChoices(priorityNames) }),
    percent: rest.integer({ label: ['Percent', 'Pourcentage'], readOnly: true }),
    speed: rest.computed({
      label: ['Speed', 'Vitesse'],
      columns: ['speed'],
      schema: { type: ['number', 'null'] },
      show: ({ speed }) => (typeof speed === 'number' ? Math.round(speed * 100) / 100 : null),
    }),
    eta_seconds: rest.computed({
      label: ['Seconds left', 'Secondes restantes'],
      columns: ['etaSeconds'],
      schema: { type: ['integer', 'null'] },
      show: ({ etaSeconds }) => etaSeconds,
    }),
    attempts: rest.integer({ label: ['Attempts', 'Essais'], readOnly: true }),
    error: rest.computed({
      label: ['Error', 'Erreur'],
      columns: ['error'],
      // It may tell what is where on our disks.
      schema: { type: ['string', 'null'], description: 'For the owners of the video; null to others' },
      show: (row, { caller }) => (ownsVideoOf(caller, row) ? row.error : null),
    }),
    breaks: rest.computed({
      label: ['Breaks closed up', 'Coupures refermées'],
      columns: ['outputs'],
      schema: {
        type: 'integer',
        description:
          'How often the times of the source broke, as where a recorder reconnected; its parts are joined.',
      },
      show: ({ outputs }) => breaksIn(outputs),
    }),
    left_out: rest.computed({
      label: ['Left out', 'Laissé de côté'],
      columns: ['outputs'],
      schema: {
        type: 'object',
        required: ['sounds', 'picture_subtitles'],
        properties: { sounds: { type: 'integer' }, picture_subtitles: { type: 'integer' } },
        description:
          'How many streams of the source are not played: sounds beyond the most or damaged, and subtitles that are pictures.',
      },
      show({ outputs }) {
        const { sounds, pictureSubtitles } = leftOutIn(outputs);
        return { sounds, picture_subtitles: pictureSubtitles };
      },
    }),
    requested_at: rest.dateTime({ label: ['Requested at', 'Demandé le'], readOnly: true }),
    started_at: rest.dateTime({ label: ['Started at', 'Commencé le'], readOnly: true }),
    finished_at: rest.dateTime({ label: ['Finished at', 'Terminé le'], readOnly: true }),
  },
  filters: rest.eachEquals('id', 'video', 'state', 'priority'),
  search: ['video.title'],
  ordering: ['-requested_at'],
  actions: ['list', 'retrieve', 'update'],
  judge: (_row, { changes: { state } }) =>
    state === undefined || state === 'cancelled'
      ? undefined
      : { state: [{ text: fieldMessages.only_cancelled }] },
  rights: {
    ...partsOfVideos,
    mayWrite: (caller, { priority }) =>
      priority === undefined || isStaff(caller) || new rest.Refusal(refusals.priority_by_staff),
  },
  hooks: { update: change },
});

/** Cancels a run, or moves it in the queue. @throws Refusal  409, it is over */
async function change(
  row: rest.Row,
  { services, values }: { services: Services; values: rest.Row },
): Promise<boolean> {
  const id = Number(row.id);
  const { state = row.state, priority = row.priority } = values;
  const isDone =
    (priority === row.priority ||
      (await prioritiseEncoding(services.db.prisma, { id, priority: priority as EncodingPriority }))) &&
    (state === row.state || (await cancelEncoding(services, id)));
  if (!isDone) throw new rest.Refusal(refusals.encoding_over);
  return true;
}
