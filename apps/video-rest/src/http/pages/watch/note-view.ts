import { addressBlock } from '@campus/accounts';
import type { Request } from 'express';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { isMine } from './opened-video.ts';
import type { WatchDeps } from './watch-deps.ts';

/** Counts that somebody is shown a video, unless there is nothing to play, or it is theirs to manage. */
export function noteView(deps: WatchDeps, request: Request, video: WatchedVideo): void {
  if (video.encodingId === null || !isWatching(request) || isMine(deps, request, video)) return;
  deps.views.note({ videoId: video.id, ...viewerOf(deps, request) });
}

/** Whether there is somebody before the page, as far as a request says: neither a robot nor a browser that looks ahead. */
function isWatching({ method, headers }: Request): boolean {
  const isRobot = /bot\b|crawl|spider|slurp|preview/i.test(headers['user-agent'] ?? '');
  const isAhead = /prefetch/i.test(String(headers['sec-purpose'] ?? headers.purpose));
  return method === 'GET' && !isRobot && !isAhead;
}

/** Strangers behind one address are told apart by their browsers. */
function viewerOf({ sessions }: WatchDeps, request: Request): { viewer: string; caller: string } {
  const account = sessions.accountOf(request);
  if (account !== undefined) return { viewer: `account ${account.id}`, caller: `account ${account.id}` };
  const caller = addressBlock(request.ip ?? '');
  return { viewer: `${caller} ${request.headers['user-agent']}`, caller };
}
