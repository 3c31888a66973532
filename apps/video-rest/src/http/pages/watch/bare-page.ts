/** The player alone, for the frames of other sites, where browsers keep the cookie of a session back. */
import { type Html, html, type Language, notice } from '@campus/pages';
import type { Request, Response } from 'express';
import { findBesideVideo } from '../../../data/beside-videos.ts';
import { sharedVideoAddress } from '../../addresses.ts';
import { refusals } from '../../refusals.ts';
import type { OpenedVideo } from './opened-video.ts';
import { playableOf } from './playable.ts';
import { player, tracksFor } from './player.ts';
import { videoState } from './video-state.ts';
import type { WatchDeps } from './watch-deps.ts';
import { watchWords } from './watch-words.ts';

/** Of the frame: the player alone needs one. */
const scripts = ['player.js'];

/** The player alone, with the way to the whole page. */
export async function sendBareVideo(
  { sessions, engine }: WatchDeps,
  request: Request,
  response: Response,
  { video, key }: OpenedVideo,
): Promise<void> {
  const language = sessions.languageOf(request);
  const { db, media } = engine.services;
  const playable = playableOf(video, media);
  const tracks = tracksFor(await findBesideVideo(db, video.id), { media, language });
  const main = html`<h1 class="unseen">${video.title}</h1>
${
  playable === undefined
    ? videoState(video, { language, isTheirs: false })
    : player(playable, { label: video.title, tracks })
}
${openPage(sharedVideoAddress(video, { key }), language)}`;
  sessions.sendBarePage(request, response, { title: video.title, main, scripts });
}

/** In a frame of another site nobody is signed in: browsers keep the cookie back. */
export function sendBareNotFound({ sessions }: WatchDeps, request: Request, response: Response): void {
  const language = sessions.languageOf(request);
  const { notFound: title } = watchWords[language];
  const { pathname } = new URL(request.originalUrl, 'http://here.invalid');
  const main = html`<h1 class="unseen">${title}</h1>
${notice('warning', refusals.nothing_to_watch[language])}${openPage(pathname, language)}`;
  sessions.sendBarePage(request, response, { title, main, scripts }, { status: 404 });
}

/** The way to the whole page, in a window of its own. */
export function openPage(address: string, language: Language): Html {
  return html`<p><a href="${address}" target="_blank" rel="noopener">${watchWords[language].openPage}</a></p>`;
}
