import { idOf, Refusal } from '@campus/rest';
import { findPublicVideos } from '../../../data/found-videos.ts';
import { findOpenPlace, type OpenPlace } from '../../../data/places.ts';
import type { Place } from '../../../data/within-place.ts';
import { pageAsked, queryText } from '../lists/searched-list.ts';
import type { OpenVisit } from '../sign-in/visit.ts';
import type { WatchDeps } from '../watch/watch-deps.ts';

/** What the pages for everybody work with. */
export type FindDeps = Pick<WatchDeps, 'engine' | 'sessions'>;

/** Anybody before one of them. */
export type FindVisit = FindDeps & OpenVisit;

const pageSize = 24;
/** Beyond it nobody looks through, and each page costs the database all before it. */
const maxPage = 200;

/** What was found for a request: one page of it. */
export async function findFor(visit: FindVisit, place: OpenPlace | undefined) {
  const { lookups, request } = visit;
  const words = queryText(request, 'q').slice(0, 200);
  const page = Math.min(pageAsked(request), maxPage);
  const asked = { words, place, offset: (page - 1) * pageSize, limit: pageSize + 1 };
  const videos = await findPublicVideos(lookups, asked);
  return {
    words,
    page,
    videos: videos.slice(0, pageSize),
    hasNext: videos.length > pageSize && page < maxPage,
  };
}

/** The place that an address names by the id it begins with. @throws Refusal  404 */
export async function placeAt(visit: FindVisit, kind: Place): Promise<OpenPlace> {
  const { lookups, request } = visit;
  const id = idOf(/^\d*/.exec(String(request.params.place))?.[0] ?? '');
  const place = id && (await findOpenPlace(lookups, { kind, id }));
  if (!place) throw new Refusal('not_found');
  return place;
}
