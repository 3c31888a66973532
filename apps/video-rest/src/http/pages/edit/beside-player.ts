import type * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { BesideVideo } from '../../../data/beside-videos.ts';
import { playableOf, player, startSeconds, tracksFor } from '../watch/player.ts';
import type { EditedVideo } from './edited-video.ts';

/** A form beside what it is about: its buttons take times from the player (`data-time`), its links go there. */
export function besidePlayer(
  { video, known }: EditedVideo,
  {
    language,
    tracks = [],
    content,
  }: { language: ui.Language; tracks?: BesideVideo['tracks']; content: Html },
): Html {
  const { media } = known.engine.services;
  const playable = playableOf(video, media);
  if (playable === undefined) return content;
  const shown = tracksFor({ tracks }, { media, language }).map((track) => ({ ...track, default: true }));
  const { title, durationSeconds } = video;
  const seen = player(playable, {
    ...{ video: { title, durationSeconds }, language, tracks: shown, chapters: [] },
    plays: video.outputs?.trim?.plays,
    startSeconds: startSeconds(known.request.query.start),
  });
  return html`<div class="beside-player"><div>${seen}</div><div>${content}</div></div>`;
}
