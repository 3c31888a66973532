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
 * The elements of simple Dublin Core 1.1 that this service fills, with their customary prefix. `dc:source`
 * and `dc:relation` are never there: nothing in a video says them.
 */
type DublinCoreElementName =
  | 'dc:title'
  | 'dc:creator'
  | 'dc:description'
  | 'dc:subject'
  | 'dc:publisher'
  | 'dc:contributor'
  | 'dc:date'
  | 'dc:type'
  | 'dc:format'
  | 'dc:identifier'
  | 'dc:language'
  | 'dc:coverage'
  | 'dc:rights';

/** Element → its value or values, in the order of the document; an element without a value is absent. */
export type DublinCoreElements = Partial<Record<DublinCoreElementName, string | readonly string[]>>;

/**
 * The Dublin Core of one video. Values are text, not escaped, and each has something to read; `dc:date` is the day
 * on which the video was added.
 */
export function dublinCoreElements(video: DublinCoreVideo, instance: DublinCoreInstance): DublinCoreElements {
  const { type, format } = medium[video.kind];
  return withoutEmpty({
    'dc:title': video.title,
    'dc:creator': video.ownerName,
    'dc:description': plainText(video.description),
    'dc:subject': [...new Set(video.subjects)],
    'dc:publisher': instance.publisher ?? '',
    'dc:contributor': video.contributors ?? [],
    'dc:date': dayIn(video.dateAdded, instance.timeZone),
    'dc:type': type,
    'dc:format': format,
    'dc:identifier': video.address,
    'dc:language': video.mainLang,
    'dc:coverage': instance.coverage,
    'dc:rights': video.licence === null ? instance.rights : licenceAddress(video.licence),
  });
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

function withoutEmpty(
  candidates: Record<DublinCoreElementName, string | readonly string[]>,
): DublinCoreElements {
  const elements: DublinCoreElements = {};
  let name: DublinCoreElementName;
  for (name in candidates) {
    const value = candidates[name];
    if (typeof value === 'string') {
      if (isReadable(value)) elements[name] = value;
    } else {
      const values = value.filter(isReadable);
      if (values.length > 0) elements[name] = values;
    }
  }
  return elements;
}

/** Whether more than white space is left when the characters are gone that no document can hold. */
function isReadable(text: string): boolean {
  return /[^\s\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(text);
}
