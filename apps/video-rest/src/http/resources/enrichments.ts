import {
  address,
  boolean,
  byId,
  choice,
  contains,
  equals,
  id,
  link,
  namedChoices,
  type Problems,
  type Row,
  text,
  url,
} from '@campus/rest';
import { files } from './files.ts';
import { shownImage } from './images.ts';
import { momentsOfVideos } from './rights.ts';
import { defineResource } from './services.ts';
import { endSecond, startSecond, withinVideo } from './time-in-video.ts';
import { videos } from './videos.ts';

const kinds = namedChoices({
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
  lookup: byId,
  fields: {
    id: id(),
    url: address('enrichments'),
    video: link(() => videos, { label: { en: 'Video', fr: 'Vidéo' }, required: true, isWhole: true }),
    title: text({ label: { en: 'Title', fr: 'Titre' }, maxLength: 100, required: true, example: 'A proof' }),
    stop_video: boolean({ label: { en: 'Stop the video', fr: 'Arrêter la vidéo' }, default: false }),
    start: startSecond({ default: 0 }),
    end: endSecond({ default: 1 }),
    type: choice({ label: { en: 'Type', fr: 'Type' }, ...kinds, nullable: true, default: null }),
    image: shownImage({ en: 'Image', fr: 'Image' }),
    document: link(() => files, { label: { en: 'Document', fr: 'Document' }, nullable: true, default: null }),
    richtext: text({ label: { en: 'Rich text', fr: 'Texte enrichi' }, blank: true, default: '' }),
    weblink: url({
      label: { en: 'Web link', fr: 'Lien web' },
      maxLength: 200,
      nullable: true,
      blank: true,
      default: null,
    }),
    embed: text({
      label: { en: 'Embedded content', fr: 'Contenu intégré' },
      nullable: true,
      blank: true,
      default: null,
    }),
  },
  filters: {
    id: equals('id'),
    video: equals('video'),
    type: equals('type'),
    title__icontains: contains('title'),
  },
  search: ['title'],
  ordering: ['video', 'start'],
  judge: async (row, by) => (await timesWithinVideo(row, by)) ?? missingContent(row),
  rights: momentsOfVideos,
});

/** The content that the type names has to be there. */
function missingContent({ type, ...contents }: Row): Problems | undefined {
  if (type !== 'richtext' && type !== 'weblink' && type !== 'embed') return undefined;
  const content = contents[type];
  const isMissing = content === null || content === undefined || content === '';
  return isMissing ? { [type]: [{ code: 'required' }] } : undefined;
}
