import type { Requester } from '@campus/database';
import { idOf, Refusal } from '@campus/rest';
import { untilClosed } from '@campus/service';
import type { Request, Response } from 'express';
import { type FoundVideo, findPublicVideos } from '../../../data/found-videos.ts';
import { findOpenPlace, type OpenPlace } from '../../../data/places.ts';
import type { Place } from '../../../data/within-place.ts';
import { pageAsked, queryText } from '../lists/list-query.ts';
import type { FindDeps } from './find-deps.ts';

const pageSize = 24;
/** Beyond it nobody looks through, and each page costs the database all before it. */
const maxPage = 200;

/** What was found for a request: one page of it. */
export interface Found {
  words: string;
  page: number;
  videos: FoundVideo[];
  hasNext: boolean;
}

export async function findFor(
  { engine, sessions }: FindDeps,
  request: Request,
  response: Response,
  place: OpenPlace | undefined,
): Promise<Found> {
  const words = queryText(request, 'q').slice(0, 200);
  const page = Math.min(pageAsked(request), maxPage);
  const asked = { words, place, offset: (page - 1) * pageSize, limit: pageSize + 1 };
  const requester = requesterOf(sessions, request, response);
  const videos = await findPublicVideos(engine.services.db, requester, asked);
  return {
    words,
    page,
    videos: videos.slice(0, pageSize),
    hasNext: videos.length > pageSize && page < maxPage,
  };
}

/** The place that an address names by the id it begins with. @throws Refusal  404 */
export async function placeAt(
  { engine, sessions }: FindDeps,
  request: Request,
  response: Response,
  kind: Place,
): Promise<OpenPlace> {
  const id = idOf(/^\d*/.exec(String(request.params.place))?.[0] ?? '');
  const requester = requesterOf(sessions, request, response);
  const place = id === null ? undefined : await findOpenPlace(engine.services.db, requester, { kind, id });
  if (place === undefined) throw new Refusal('not_found');
  return place;
}

/** Strangers take turns by their addresses. */
export function requesterOf(sessions: FindDeps['sessions'], request: Request, response: Response): Requester {
  const account = sessions.accountOf(request);
  return { caller: account?.username ?? request.ip ?? '', signal: untilClosed(response) };
}
