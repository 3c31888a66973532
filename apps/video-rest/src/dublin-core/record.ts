import { dayIn } from '@campus/pages';
import { plainText } from './plain-text.ts';

/** What the export says of a video; plain data. */
export interface DublinCoreVideo {
  /** Public address of its page, the subject of the record. */
  address: string;
  title: string;
  /** Plain text or HTML, as its author wrote it. */
  description: string;
  /** First and last name of the owner; may be empty. */
  ownerName: string;
  /** What it is and what it is about, in the language of the export. */
  subjects: readonly string[];
  dateAdded: Date;
  /** ISO 639-1. */
  mainLang: string;
  kind: 'video' | 'audio';
  /** One text for each person, such as `Ada Martin (director)`. */
  contributors?: readonly string[];
  /** Of Creative Commons, as `by-nc-sa`; null: as the instance says. */
  licence: string | null;
}

/** What all records of an instance have in common. */
export interface DublinCoreInstance {
  /** Name of the institution. */
  publisher?: string | undefined;
  coverage: string;
  /** Address of a licence, or a text. */
  rights: string;
  /** IANA name of the zone in which the day of `dc:date` is counted. */
  timeZone: string;
}

/**
 * The elements of simple Dublin Core 1.1 that this service fills, with their customary prefix, in the order of the
 * document. `dc:source` and `dc:relation` are never there: nothing in a video says them.
 */
export const elementNames = [
  'dc:title',
  'dc:creator',
  'dc:description',
  'dc:subject',
  'dc:publisher',
  'dc:contributor',
  'dc:date',
  'dc:type',
  'dc:format',
  'dc:identifier',
  'dc:language',
  'dc:coverage',
  'dc:rights',
] as const;

type ElementName = (typeof elementNames)[number];

/** The values of each element, in their order; often none. */
export type DublinCoreElements = Readonly<Record<ElementName, readonly string[]>>;

/**
 * The Dublin Core of one video. Values are text, not escaped, and each has something to read; `dc:date` is the day on
 * which the video was added.
 */
export function dublinCoreElements(video: DublinCoreVideo, instance: DublinCoreInstance): DublinCoreElements {
  const { type, format } = medium[video.kind];
  return {
    'dc:title': readable([video.title]),
    'dc:creator': readable([video.ownerName]),
    'dc:description': readable([plainText(video.description)]),
    'dc:subject': readable([...new Set(video.subjects)]),
    'dc:publisher': readable([instance.publisher ?? '']),
    'dc:contributor': readable(video.contributors ?? []),
    'dc:date': [dayIn(video.dateAdded, instance.timeZone)],
    'dc:type': [type],
    'dc:format': [format],
    'dc:identifier': readable([video.address]),
    'dc:language': readable([video.mainLang]),
    'dc:coverage': readable([instance.coverage]),
    'dc:rights': readable([video.licence === null ? instance.rights : licenceAddress(video.licence)]),
  };
}

function licenceAddress(licence: string): string {
  return `https://creativecommons.org/licenses/${licence}/4.0/`;
}

/**
 * DCMI Type and media type of what the instance delivers, not of the source: MP4 renditions, and for sound AAC
 * in m4a, whose registered type is `audio/mp4` (RFC 4337).
 */
const medium = {
  video: { type: 'MovingImage', format: 'video/mp4' },
  audio: { type: 'Sound', format: 'audio/mp4' },
} as const;

/** Those of which more than white space is left when the characters are gone that no document can hold. */
function readable(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => /[^\s\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(text));
}
