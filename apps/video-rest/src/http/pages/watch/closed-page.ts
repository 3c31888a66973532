/**
 * Why a video is closed to its reader, and how they get in. It knows the address and the reason, and nothing else of the
 * video. 403: a 401 would have to name a scheme of HTTP (RFC 9110 §15.5.2), for which browsers ask in a dialog.
 */

import { formText, signInRefusal } from '@campus/accounts';
import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import { findBesideVideo } from '../../../data/beside-videos.ts';
import { addresses, sharedVideoAddress, videoAddress } from '../../addresses.ts';
import { refusals } from '../../refusals.ts';
import {
  type ClosedVideo,
  findAt,
  lookUp,
  noVideo,
  type OpenedVideo,
  type WatchVisit,
} from './opened-video.ts';
import { playableOf, player, playerFiles, startSeconds, tracksFor } from './player.ts';
import { videoState } from './video-state.ts';
import { closedWords, watchWords } from './watch-words.ts';

/**
 * The whole page.
 *
 * @param refused  what was wrong with a password that was sent, and the status that says so
 */
export function sendClosed(
  { reader, csrf, answer }: WatchVisit,
  { slug, why, refused }: ClosedVideo & { refused?: { sentence: string; status: number } },
): void {
  const say = closedWords[reader.language];
  const main = html`<div class="sheet narrow">
${ui.notice('info', say[why])}
${why === 'sign_in' && html`<p>${signInLink()}</p>`}
${why === 'password' && passwordForm()}
</div>`;
  answer({ title: say.title, main }, refused?.status ?? 403);

  function signInLink(): Html {
    const href = ui.withQuery(addresses.signIn, { next: videoAddress({ slug }) });
    return ui.buttonLink({ text: say.signIn, href });
  }

  function passwordForm(): Html {
    const errors = refused === undefined ? [] : [refused.sentence];
    return html`<form method="post" action="${videoAddress({ slug })}">
${csrf()}
${ui.textField({ name: 'password', label: say.passwordLabel, type: 'password', required: true, autocomplete: 'off', errors })}
${ui.submitButton(say.watch)}
</form>`;
  }
}

/** For the frames of other sites, where no cookie comes along: the way leads over the whole page. */
export function sendBareClosed(
  { sessions, request, response, reader: { language } }: WatchVisit,
  { slug, why }: ClosedVideo,
): void {
  const say = closedWords[language];
  const main = html`<h1 class="unseen">${say.title}</h1>
${ui.notice('warning', say[why])}${openPage(videoAddress({ slug }), { language })}`;
  sessions.sendBarePage(request, response, { title: say.title, main }, { status: 403 });
}

/** Takes the password of a video from the form of its page, and leads back there. */
export async function sayPassword(visit: WatchVisit): Promise<void> {
  const { passwords, checkPassword, request, response, reader } = visit;
  const found = await lookUp(visit);
  if (found === undefined) throw noVideo();
  if (!('why' in found)) return response.redirect(303, videoAddress(found.video));
  const { slug, why } = found;
  const video = await findAt(visit, slug);
  if (video === undefined || video.passwordHash === null || why !== 'password')
    return sendClosed(visit, found);
  const { id, passwordHash } = video;
  const [name, password, address] = [`video ${id}`, formText(request, 'password'), request.ip ?? ''];
  try {
    await checkPassword({ name, passwordHash, password, address });
  } catch (error) {
    const { code, problem, status } = signInRefusal(error, visit);
    const sentence = code === 'bad_credentials' ? closedWords[reader.language].wrong : problem;
    return sendClosed(visit, { ...found, refused: { sentence, status } });
  }
  passwords.keep(request, response, { id, slug, passwordHash });
  response.redirect(303, videoAddress({ slug }));
}

/** The player alone, for the frames of other sites, where browsers keep the cookie of a session back. */

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
        video,
        language,
        tracks: tracksFor(beside, { media, language }),
        chapters: beside.chapters,
        plays: video.outputs?.trim?.plays,
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
${ui.notice('warning', refusals.nothing_to_watch[language])}${openPage(pathname, { language })}`;
  sessions.sendBarePage(request, response, { title, main }, { status: 404 });
}

/** The way to the whole page, in a window of its own; over a player it goes by the title of the video. */
function openPage(address: string, { language, title }: { language: ui.Language; title?: string }): Html {
  const say = watchWords[language].openPage;
  const named = title === undefined ? undefined : `${say}${ui.colon(language)}${title}`;
  const link = { href: address, target: '_blank', rel: 'noopener', 'aria-label': named };
  return html`<p class="whole-page"><a${attributes(link)}>${title ?? say}</a></p>`;
}
