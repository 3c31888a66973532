import type { LatencyCase, Size } from '@campus/bench';
import { resources } from '../../src/http/resources/resources.ts';
import { authorization, studentKey } from '../instance.ts';
import { rareName } from './fill-many-videos.ts';

const callers = { staff: authorization, student: `Token ${studentKey}` };

/** What some of the videos have, by each filter of theirs that names neither one video nor an account. */
const filters: Record<string, string> = {
  type: '7',
  tags: 'tag 7',
  restrict_access_to_groups: '7',
  discipline: '1',
  channel: '1',
  theme: '1',
  title__icontains: rareName,
  date_added__gte: '2010-01-01T09:00:00Z',
  date_added__lte: '2010-01-01T21:00:00Z',
  date_added__year: '2010',
  date_evt: '2010-01-01',
  main_lang: 'fr',
  is_draft: 'true',
  is_restricted: 'true',
  allow_downloading: 'false',
  cursus: '0',
  licence: 'by',
  sites: '1',
  encoded: 'false',
  encoding_in_progress: 'true',
};

/** For whoever sees that video. */
const ofOneVideo = ['/rest/tracks/?video=500', '/rest/encodings/?video=500'];

/**
 * The first page of every list, of videos by each filter and search, and of what belongs to one: of a member of staff
 * and of a student.
 */
export function listCases(services: Record<Size, { url: string }>): LatencyCase[] {
  const addresses = [
    '/rest/videos/?page=5',
    '/rest/videos/?page_size=100',
    '/rest/videos/user_videos/?username=owner2',
    ...Object.entries(filters).map(([name, value]) => `/rest/videos/?${name}=${encodeURIComponent(value)}`),
    ...[rareName, 'thermodynamics', 'thermodynamics phonetics', 'keynote'].map(
      (words) => `/rest/videos/?search=${encodeURIComponent(words)}`,
    ),
    '/rest/tracks/?lang=en',
    '/rest/tracks/?search=thermodynamics',
    '/rest/encodings/?state=failed',
    '/rest/dublincore/?id=500',
  ];
  return Object.entries(callers).flatMap(([caller, credentials]) =>
    [...listsFor(caller === 'staff'), ...addresses, ...(caller === 'staff' ? ofOneVideo : [])].map(
      (address) => ({
        name: `${caller}: ${address.replace('/rest', '')}`,
        ask: (_n: number, size: Size) =>
          fetch(new URL(address, services[size].url), { headers: { Authorization: credentials } }),
      }),
    ),
  );
}

/** The lists that somebody may ask for. */
function listsFor(isStaff: boolean): string[] {
  const caller = {
    id: 0,
    username: '',
    address: undefined,
    isStaff,
    isSuperuser: isStaff,
    scheme: 'token',
  } as const;
  return resources.flatMap(({ path, rights }) => (rights.may(caller, 'list') ? [`/rest/${path}/`] : []));
}
