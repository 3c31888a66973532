/**
 * The files of what is on air of videos, as clients of this kind of platform know them: pictures, sound, playlists. They
 * come and go with the encodings of a video; nobody writes them.
 */
import * as rest from '@campus/rest';
import { type Closings, closingColumns } from '../../domain/who-may-watch.ts';
import { outputUrl } from '../media/media-urls.ts';
import { renditions } from './renditions.ts';
import { partsOfVideos } from './rights.ts';
import { defineResource, type Services } from './services.ts';
import { videos } from './videos.ts';

const name = rest.text({ label: ['Name', 'Nom'], readOnly: true });
const video = rest.link(() => videos, { label: ['Video', 'Vidéo'], readOnly: true });
const encodingFormat = rest.text({ label: ['Format', 'Format'], readOnly: true });
const sourceFile: rest.DeclaredField<Services> = rest.computed<Services>({
  label: ['File', 'Fichier'],
  columns: ['file', 'videoId', 'video.encodingId', ...closingColumns.map((column) => `video.${column}`)],
  schema: { type: 'string', format: 'uri' },
  show: fileUrl,
});

/** What the three have in common. */
const listed = {
  filters: rest.eachEquals('id', 'video'),
  search: ['video.title'],
  ordering: ['name'],
  actions: ['list', 'retrieve'],
  rights: partsOfVideos,
} as const;

/** Pictures: of each rendition the MP4, if there is one, and the segments of HLS. */
export const encodedVideos = defineResource({
  ...listed,
  path: 'encodings_video',
  name: ['Encoded video', 'Vidéo encodée'],
  plural: ['encoded videos', 'vidéos encodées'],
  description: [
    'The pictures of videos, at each size that they were encoded at: an MP4 with its sound, and the segments of HLS (called video/mp2t, as clients know them).',
    'Les images des vidéos, à chaque taille à laquelle elles ont été encodées\u00a0: un MP4 avec son, et les segments HLS (nommés video/mp2t, comme les clients les connaissent).',
  ],
  table: 'encoded_videos',
  fields: {
    id: rest.id(),
    url: rest.address('encodings_video'),
    name,
    video,
    rendition: rest.link(() => renditions, { label: ['rendition', 'rendu'], readOnly: true, nullable: true }),
    encoding_format: encodingFormat,
    source_file: sourceFile,
  },
  unshown: ['height_pixels'],
  onList: {
    video_encodedfiles: filesOfVideo(['Pictures of a video', "Images d'une vidéo"], {
      ordering: ['height_pixels'],
    }),
  },
});

/** Sound alone. */
export const encodedAudios = defineResource({
  ...listed,
  path: 'encodings_audio',
  name: ['Encoded audio', 'Son encodé'],
  plural: ['encoded audio files', 'sons encodés'],
  description: ['The sound of videos, as M4A.', 'Le son des vidéos, en M4A.'],
  table: 'encoded_audios',
  fields: {
    id: rest.id(),
    url: rest.address('encodings_audio'),
    name,
    video,
    encoding_format: encodingFormat,
    source_file: sourceFile,
  },
  onList: {
    audio_encodedfiles: filesOfVideo(['Sound of a video', "Son d'une vidéo"], { ordering: [] }),
  },
});

/** Playlists of HLS. */
export const encodedPlaylists = defineResource({
  ...listed,
  path: 'playlist_videos',
  name: ['Video playlist', 'Liste de lecture HLS'],
  plural: ['video playlists', 'listes de lecture HLS'],
  description: [
    'The HLS playlists of videos: one of each size, and one of all (playlist).',
    'Les listes de lecture HLS des vidéos\u00a0: une par taille, et une pour toutes (playlist).',
  ],
  table: 'encoded_playlists',
  fields: {
    id: rest.id(),
    url: rest.address('playlist_videos'),
    name,
    video,
    encoding_format: encodingFormat,
    source_file: sourceFile,
  },
});

/** The files of one video, the smallest first; of an extension alone where one is named, with its dot or without. */
function filesOfVideo<const Name extends string>(
  actionName: rest.DeclaredAction<Services, undefined>['name'],
  { ordering }: { ordering: readonly Name[] },
): rest.DeclaredAction<Services, undefined, Name> {
  return {
    name: actionName,
    description: [
      'All of them, the smallest first; of one extension where it is named.',
      "Tous les fichiers, du plus petit au plus grand\u00a0; ceux d'une extension seulement, si elle est indiquée.",
    ],
    methods: {
      GET: {
        may: () => true,
        takes: {
          video: rest.text({ label: ['Video (number)', 'Vidéo (numéro)'] }),
          extension: rest.text({ label: ['Extension', 'Extension'] }),
        },
        answers: 'array',
        ordering,
        act({ values }): rest.Condition[] | undefined {
          const videoId = rest.idOf(String(values.video));
          if (videoId === null) return undefined;
          const ofVideo: rest.Condition = { columns: ['videoId'], operator: 'equals', value: videoId };
          if (values.extension === undefined) return [ofVideo];
          return [ofVideo, { columns: ['file'], operator: 'endsWith', value: values.extension }];
        },
      },
    },
  };
}

function fileUrl(row: rest.Row, { services: { media }, base }: rest.ShowContext<Services>): string {
  const closings = Object.fromEntries(
    closingColumns.map((column) => [column, row[`video.${column}`]]),
  ) as unknown as Closings;
  const onAir = { ...closings, id: Number(row.videoId), encodingId: Number(row['video.encodingId']) };
  return outputUrl(onAir, String(row.file), { media, base });
}
