import * as rest from '@campus/rest';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { isOwnerOrStaff } from '../../../domain/ownership.ts';
import type { Services } from '../../resources/services.ts';
import { videos } from '../../resources/videos.ts';
import type { Visit } from '../sign-in/open-sessions.ts';
import { requireMine, type WatchDeps } from '../watch/opened-video.ts';

/** Somebody who has signed in before a page that adds or changes videos. */
export type ManageVisit = WatchDeps & Visit;

/** A video in the hands of somebody who may change it. */
export interface EditedVideo {
  video: WatchedVideo;
  /** The same as the API has it. */
  row: rest.Row;
  known: rest.KnownRequest<Services>;
  /** Whether they may also remove it, and say who else owns it. */
  isTheirs: boolean;
}

/**
 * The video that an address names.
 *
 * @throws Refusal  404, also where somebody else would find one
 */
export async function requireEdited(visit: ManageVisit): Promise<EditedVideo> {
  const video = await requireMine(visit, visit.request.params.slug);
  const known = knownReader(visit);
  const row = await rest.findObject(videos, known, { key: String(video.id), toChange: true });
  return { video, row, known, isTheirs: isOwnerOrStaff(video, known.caller) };
}

/** Who looks at a page, as the API knows them. */
export function knownReader(visit: Pick<ManageVisit, 'engine' | keyof Visit>): rest.KnownRequest<Services> {
  const { engine, request, response, reader } = visit;
  const { id, username, isStaff, isSuperuser } = reader.account;
  return {
    request,
    response,
    engine,
    caller: { id, username, address: request.ip, isStaff, isSuperuser, scheme: 'session' },
    language: reader.language,
    base: rest.baseOf(request, engine),
    knownAt: performance.now(),
  };
}
