/** The player alone, for the frames of other sites, where browsers keep the cookie of a session back. */
import { attributes, colon, type Html, html, type Language, notice } from '@campus/pages';
import { findBesideVideo } from '../../../data/beside-videos.ts';
import { sharedVideoAddress } from '../../addresses.ts';
import { refusals } from '../../refusals.ts';
import type { OpenedVideo } from './opened-video.ts';
import { playableOf } from './playable.ts';
import { player, playerFiles, startSeconds, tracksFor } from './player.ts';
import { videoState } from './video-state.ts';
import type { WatchVisit } from './watch-deps.ts';
import { watchWords } from './watch-words.ts';

/** The player alone, with the way to the whole page. */
export async function sendBareVideo(
  { sessions, engine, request, response, reader: { language } }: WatchVisit,
  { video, key }: OpenedVideo,
): Promise<void> {
  const { db, media } = engine.services;
  const playable = playableOf(video, media);
  const beside = await findBesideVideo(db, video.id);
  const { start, autoplay } = request.query;
  const main = html`<h1 class="unseen">${video.title}</h1>
${
  playable === undefined
    ? videoState(video, { language, isTheirs: false })
    : player(playable, {
        label: video.title,
        language,
        tracks: tracksFor(beside, { media, language }),
        chapters: beside.chapters,
        startSeconds: startSeconds(start),
        autoplay: autoplay === 'true' || autoplay === '1',
      })
}
${openPage(sharedVideoAddress(video, { key }), { language, ...(playable && { title: video.title }) })}`;
  sessions.sendBarePage(request, response, {
    title: video.title,
    main,
    ...(playable && playerFiles(sessions.site, playable)),
  });
}

/** In a frame of another site nobody is signed in: browsers keep the cookie back. */
export function sendBareNotFound({ sessions, request, response, reader: { language } }: WatchVisit): void {
  const { notFound: title } = watchWords[language];
  const { pathname } = new URL(request.originalUrl, 'http://here.invalid');
  const main = html`<h1 class="unseen">${title}</h1>
${notice('warning', refusals.nothing_to_watch[language])}${openPage(pathname, { language })}`;
  sessions.sendBarePage(request, response, { title, main }, { status: 404 });
}

/** The way to the whole page, in a window of its own; over a player it goes by the title of the video. */
export function openPage(address: string, { language, title }: { language: Language; title?: string }): Html {
  const say = watchWords[language].openPage;
  const named = title === undefined ? undefined : `${say}${colon(language)}${title}`;
  const link = { href: address, target: '_blank', rel: 'noopener', 'aria-label': named };
  return html`<p class="whole-page"><a${attributes(link)}>${title ?? say}</a></p>`;
}
