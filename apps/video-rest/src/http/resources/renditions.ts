import { address, boolean, byId, equals, id, Refusal } from '@campus/rest';
import { removeRenditionProfile } from '../../data/rendition-profiles.ts';
import { refusals } from '../refusals.ts';
import { bitrate, resolution } from './fields/rendition-values.ts';
import { readByAllWrittenByStaff } from './rights.ts';
import { defineResource } from './services.ts';
import { onSites, sitesFilter } from './sites.ts';

/**
 * The sizes that videos are encoded at, whatever their site: those that a video reaches, of many the largest and the
 * lowest, or the lowest at its own size. A change holds for encodings that begin after it.
 */
export const renditions = defineResource({
  path: 'renditions',
  name: { en: 'Rendition', fr: 'Rendu' },
  plural: { en: 'renditions', fr: 'rendus' },
  description: {
    en: 'The sizes that videos are encoded at, at most six of a video; a change holds for encodings that begin after it. The shorter side counts: pictures keep their shape and are never enlarged. Busy pictures take up to half more than the video bit rate.',
    fr: "Les tailles auxquelles les vidéos sont encodées, six au plus par vidéo\u00a0; une modification vaut pour les encodages qui commencent ensuite. C'est le petit côté qui compte\u00a0: les images gardent leur forme et ne sont jamais agrandies. Les images riches en détails prennent jusqu'à une fois et demie le débit vidéo.",
  },
  naming: ['resolution'],
  table: 'renditions',
  lookup: byId,
  fields: {
    id: id(),
    url: address('renditions'),
    resolution: resolution({
      label: { en: 'resolution', fr: 'résolution' },
      required: true,
      example: '2560x1440',
    }),
    video_bitrate: bitrate({
      label: { en: 'bitrate video', fr: 'débit vidéo' },
      column: 'videoBitrateKbps',
      least: 100,
      most: 50_000,
      example: '2000k',
      required: true,
    }),
    audio_bitrate: bitrate({
      label: { en: 'bitrate audio', fr: 'débit audio' },
      column: 'audioBitrateKbps',
      least: 32,
      most: 512,
      example: '128k',
      required: true,
    }),
    encode_mp4: boolean({
      label: { en: 'Make an MP4 version', fr: 'Créer une version MP4' },
      default: false,
    }),
    sites: onSites(),
  },
  filters: {
    id: equals('id'),
    resolution: equals('resolution'),
    encode_mp4: equals('encode_mp4'),
    sites: sitesFilter(),
  },
  search: ['resolution'],
  ordering: [],
  rights: readByAllWrittenByStaff,
  hooks: {
    async remove(row, { services: { db } }) {
      const id = Number(row.id);
      const outcome = await db.prisma.$transaction((tx) => removeRenditionProfile(tx, id));
      if (outcome === 'last') throw new Refusal(refusals.last_rendition);
      return outcome === 'removed';
    },
  },
});
