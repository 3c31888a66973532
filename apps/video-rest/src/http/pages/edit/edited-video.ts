import { baseOf, findObject, type KnownRequest, type Row } from '@campus/rest';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { isOwnerOrStaff } from '../../../domain/ownership.ts';
import type { Services } from '../../resources/services.ts';
import { videos } from '../../resources/videos.ts';
import type { Visit } from '../sign-in/visit.ts';
import { requireMine } from '../watch/opened-video.ts';
import type { WatchDeps } from '../watch/watch-deps.ts';

/** Somebody who has signed in before a page that adds or changes videos. */
export type ManageVisit = WatchDeps & Visit;

/** A video in the hands of somebody who may change it. */
export interface EditedVideo {
  video: WatchedVideo;
  /** The same as the API has it. */
  row: Row;
  known: KnownRequest<Services>;
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
  const row = await findObject(videos, known, { key: String(video.id), toChange: true });
  return { video, row, known, isTheirs: isOwnerOrStaff(video, known.caller) };
}

/** Who looks at a page, as the API knows them. */
export function knownReader({
  engine,
  request,
  response,
  reader,
}: Pick<ManageVisit, 'engine' | keyof Visit>): KnownRequest<Services> {
  const { id, username, isStaff, isSuperuser } = reader.account;
  return {
    request,
    response,
    engine,
    caller: { id, username, address: request.ip, isStaff, isSuperuser, scheme: 'session' },
    language: reader.language,
    base: baseOf(request, engine),
  };
}
