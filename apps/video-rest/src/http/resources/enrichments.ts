import * as rest from '@campus/rest';
import { files } from './files.ts';
import { shownImage } from './images.ts';
import { momentsOfVideos } from './rights.ts';
import { defineResource } from './services.ts';
import { endSecond, startSecond, withinVideo } from './time-in-video.ts';
import { videos } from './videos.ts';

const kinds = rest.namedChoices({
  image: { en: 'image', fr: 'image' },
  richtext: { en: 'rich text', fr: 'texte enrichi' },
  weblink: { en: 'web link', fr: 'lien web' },
  document: { en: 'document', fr: 'document' },
  embed: { en: 'embedded content', fr: 'contenu intégré' },
});

const timesWithinVideo = withinVideo({ start: 'start', end: 'end' });

/** What is shown beside a video for a while. */
export const enrichments = defineResource({
  path: 'enrichments',
  name: { en: 'Enrichment', fr: 'Enrichissement' },
  plural: { en: 'enrichments', fr: 'enrichissements' },
  description: {
    en: 'What is shown beside a video for a while.',
    fr: "Ce qui s'affiche un temps à côté d'une vidéo.",
  },
  table: 'enrichments',
  lookup: rest.byId,
  fields: {
    id: rest.id(),
    url: rest.address('enrichments'),
    video: rest.link(() => videos, { label: { en: 'Video', fr: 'Vidéo' }, required: true, isWhole: true }),
    title: rest.text({
      label: { en: 'Title', fr: 'Titre' },
      maxLength: 100,
      required: true,
      example: 'A proof',
    }),
    stop_video: rest.boolean({ label: { en: 'Stop the video', fr: 'Arrêter la vidéo' }, default: false }),
    start: startSecond({ default: 0 }),
    end: endSecond({ default: 1 }),
    type: rest.choice({ label: { en: 'Type', fr: 'Type' }, ...kinds, nullable: true, default: null }),
    image: shownImage({ en: 'Image', fr: 'Image' }),
    document: rest.link(() => files, {
      label: { en: 'Document', fr: 'Document' },
      nullable: true,
      default: null,
    }),
    richtext: rest.text({ label: { en: 'Rich text', fr: 'Texte enrichi' }, blank: true, default: '' }),
    weblink: rest.url({
      label: { en: 'Web link', fr: 'Lien web' },
      maxLength: 200,
      nullable: true,
      blank: true,
      default: null,
    }),
    embed: rest.text({
      label: { en: 'Embedded content', fr: 'Contenu intégré' },
      nullable: true,
      blank: true,
      default: null,
    }),
  },
  filters: {
    id: rest.equals('id'),
    video: rest.equals('video'),
    type: rest.equals('type'),
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
