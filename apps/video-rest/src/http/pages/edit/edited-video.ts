import { findObject, type KnownRequest, type Row } from '@campus/rest';
import type { Request, Response } from 'express';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { isOwnerOrStaff } from '../../../domain/ownership.ts';
import type { Services } from '../../resources/services.ts';
import { videos } from '../../resources/videos.ts';
import { findAt, isMine, noVideo } from '../watch/opened-video.ts';
import type { WatchDeps } from '../watch/watch-deps.ts';
import { knownReader } from './known-reader.ts';

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
 * The video that an address names, behind `requireAccount`.
 *
 * @throws Refusal  404, also where somebody else would find one
 */
export async function requireEdited(
  deps: WatchDeps,
  request: Request,
  response: Response,
): Promise<EditedVideo> {
  const video = await findAt(deps, String(request.params.slug).toLowerCase());
  if (video === undefined || !isMine(deps, request, video)) throw noVideo();
  const known = knownReader(deps, request, response);
  const row = await findObject(videos, known, { key: String(video.id), toChange: true });
  return { video, row, known, isTheirs: isOwnerOrStaff(video, known.caller) };
}
