import * as rest from '@campus/rest';
import { files } from './files.ts';
import { shownImage } from './images.ts';
import { momentsOfVideos } from './rights.ts';
import { defineResource } from './services.ts';
import { endSecond, startSecond, withinVideo } from './time-in-video.ts';
import { videos } from './videos.ts';

const kinds = rest.namedChoices({
  image: ['image', 'image'],
  richtext: ['rich text', 'texte enrichi'],
  weblink: ['web link', 'lien web'],
  document: ['document', 'document'],
  embed: ['embedded content', 'contenu intégré'],
});

const timesWithinVideo = withinVideo({ start: 'start', end: 'end' });

/** What is shown beside a video for a while. */
export const enrichments = defineResource({
  path: 'enrichments',
  name: ['Enrichment', 'Enrichissement'],
  plural: ['enrichments', 'enrichissements'],
  description: ['What is shown beside a video for a while.', "Ce qui s'affiche un temps à côté d'une vidéo."],
  table: 'enrichments',
  fields: {
    id: rest.id(),
    url: rest.address('enrichments'),
    video: rest.link(() => videos, { label: ['Video', 'Vidéo'], required: true, isWhole: true }),
    title: rest.text({ label: ['Title', 'Titre'], maxLength: 100, required: true, example: 'A proof' }),
    stop_video: rest.boolean({ label: ['Stop the video', 'Arrêter la vidéo'], default: false }),
    start: startSecond({ default: 0 }),
    end: endSecond({ default: 1 }),
    type: rest.choice({ label: ['Type', 'Type'], ...kinds, ...rest.orNull }),
    image: shownImage(['Image', 'Image']),
    document: rest.link(() => files, { label: ['Document', 'Document'], ...rest.orNull }),
    richtext: rest.text({ label: ['Rich text', 'Texte enrichi'], blank: true, default: '' }),
    weblink: rest.url({ label: ['Web link', 'Lien web'], maxLength: 200, blank: true, ...rest.orNull }),
    embed: rest.text({ label: ['Embedded content', 'Contenu intégré'], blank: true, ...rest.orNull }),
  },
  filters: {
    ...rest.eachEquals('id', 'video', 'type'),
    title__icontains: rest.contains('title'),
  },
  search: ['title'],
  ordering: ['video', 'start'],
  judge: async (row, by) => (await timesWithinVideo(row, by)) ?? missingContent(row),
  rights: momentsOfVideos,
});

/** The content that the type names has to be there. */
function missingContent({ type, ...contents }: rest.Row): rest.Problems | undefined {
  if (type !== 'richtext' && type !== 'weblink' && type !== 'embed') return undefined;
  const content = contents[type];
  const isMissing = content === null || content === undefined || content === '';
  return isMissing ? { [type]: [{ code: 'required' }] } : undefined;
}
