import * as rest from '@campus/rest';
import { removeRenditionProfile } from '../../data/rendition-profiles.ts';
import { fieldMessages, refusals } from '../refusals.ts';
import { readByAllWrittenByStaff } from './rights.ts';
import { defineResource } from './services.ts';
import { onSites, sitesFilter } from './sites.ts';

/**
 * The sizes that videos are encoded at, whatever their site: those that a video reaches, of many the largest and the
 * lowest, or the lowest at its own size. A change holds for encodings that begin after it.
 */
export const renditions = defineResource({
  path: 'renditions',
  name: ['Rendition', 'Rendu'],
  plural: ['renditions', 'rendus'],
  description: [
    'The sizes that videos are encoded at, at most six of a video; a change holds for encodings that begin after it. The shorter side counts: pictures keep their shape and are never enlarged. Busy pictures take up to half more than the video bit rate.',
    "Les tailles auxquelles les vidéos sont encodées, six au plus par vidéo\u00a0; une modification vaut pour les encodages qui commencent ensuite. C'est le petit côté qui compte\u00a0: les images gardent leur forme et ne sont jamais agrandies. Les images riches en détails prennent jusqu'à une fois et demie le débit vidéo.",
  ],
  naming: ['resolution'],
  table: 'renditions',
  fields: {
    id: rest.id(),
    url: rest.address('renditions'),
    resolution: resolution({ label: ['resolution', 'résolution'], required: true, example: '2560x1440' }),
    video_bitrate: bitrate({
      label: ['bitrate video', 'débit vidéo'],
      column: 'videoBitrateKbps',
      least: 100,
      most: 50_000,
      example: '2000k',
      required: true,
    }),
    audio_bitrate: bitrate({
      label: ['bitrate audio', 'débit audio'],
      column: 'audioBitrateKbps',
      least: 32,
      most: 512,
      example: '128k',
      required: true,
    }),
    encode_mp4: rest.boolean({ label: ['Make an MP4 version', 'Créer une version MP4'], default: false }),
    sites: onSites(),
  },
  filters: {
    ...rest.eachEquals('id', 'resolution', 'encode_mp4'),
    sites: sitesFilter(),
  },
  search: ['resolution'],
  ordering: [],
  rights: readByAllWrittenByStaff,
  hooks: {
    async remove(row, { services: { db } }) {
      const id = Number(row.id);
      const outcome = await db.prisma.$transaction((tx) => removeRenditionProfile(tx, id));
      if (outcome === 'last') throw new rest.Refusal(refusals.last_rendition);
      return outcome === 'removed';
    },
  },
});

/** What says how large a rendition is, and how many bits it takes. */

/** Of the shorter side: nobody's screen shows more. */
const shortSide = { least: 64, most: 2160 };
const longestSide = 4096;

/** A size in pixels, `1280x720`, in the columns `resolution` and `shortSidePixels`: no two may have the same shorter side. */
function resolution(options: rest.FieldOptions): rest.DeclaredField<unknown> {
  const declared = rest.textual(
    { ...options, maxLength: 9, unique: { text: fieldMessages.same_rendition } },
    {
      type: 'string',
      schema: { pattern: '^[1-9]\\d{1,3}x[1-9]\\d{1,3}$' },
      refuse: (given) =>
        isResolution(given) ? undefined : { text: fieldMessages.not_a_resolution, values: shortSide },
    },
  );
  return (name) => ({
    ...declared(name),
    columns: ['resolution', 'shortSidePixels'],
    columnsIn: () => ['resolution'],
    toRow: (value) => ({ resolution: value, shortSidePixels: Math.min(...sidesOf(String(value))) }),
  });
}

function isResolution(text: string): boolean {
  const sides = sidesOf(text);
  const [short, long] = [Math.min(...sides), Math.max(...sides)];
  return (
    sides.length === 2 &&
    sides.every((side) => side % 2 === 0) &&
    short >= shortSide.least &&
    short <= shortSide.most &&
    long <= longestSide
  );
}

/** Empty when the text is no resolution. */
function sidesOf(text: string): number[] {
  return /^([1-9]\d{1,3})x([1-9]\d{1,3})$/.exec(text)?.slice(1).map(Number) ?? [];
}

/** So many kbit/s, written `750k`; the column has the number. */
function bitrate({
  column,
  least,
  most,
  example,
  ...options
}: rest.FieldOptions & {
  column: string;
  least: number;
  most: number;
  example: string;
}): rest.DeclaredField<unknown> {
  const declared = rest.textual(
    { ...options, column, maxLength: 6 },
    {
      type: 'string',
      schema: { pattern: '^[1-9]\\d{0,4}k$', example },
      refuse: (given) => {
        const kbps = /^[1-9]\d{0,4}k$/.test(given) ? Number.parseInt(given, 10) : Number.NaN;
        const isWithin = kbps >= least && kbps <= most;
        return isWithin ? undefined : { text: fieldMessages.not_a_bitrate, values: { example, least, most } };
      },
    },
  );
  return (name) => {
    const field = declared(name);
    return {
      ...field,
      parse: (given, context) => Number.parseInt(String(field.parse(given, context)), 10),
      show: (row) => `${row[column]}k`,
    };
  };
}
