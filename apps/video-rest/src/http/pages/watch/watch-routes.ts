import { addressBlock, openVisitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { baseOf, idOf } from '@campus/rest';
import express, { type Request, type Router } from 'express';
import { findBesideVideo } from '../../../data/beside-videos.ts';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { isActive } from '../../../domain/encoding-states.ts';
import { whyClosed } from '../../../domain/who-may-watch.ts';
import { launchEncoding } from '../../../videos/launch-encoding.ts';
import { noteOpening } from '../../../videos/share-links.ts';
import {
  paths,
  sharedVideoAddress,
  transcriptAddress,
  videoAddress,
  videoEncodeAddress,
  videoLiveAddress,
} from '../../addresses.ts';
import { type MediaUrls, playbackOf } from '../../media/media-urls.ts';
import { findListButton } from '../my-list/list-button.ts';
import { sayPassword, sendBareClosed, sendBareNotFound, sendBareVideo, sendClosed } from './closed-page.ts';
import {
  findAt,
  isMine,
  keepToOneself,
  lookUp,
  noVideo,
  type OpenedVideo,
  requireOpened,
  shareKeyOf,
  viewerOf,
  type WatchDeps,
  type WatchVisit,
} from './opened-video.ts';
import {
  downloadsOf,
  keptUrl,
  placeholder,
  playableOf,
  player,
  playerFiles,
  signedAddressesOf,
  startSeconds,
  tracksFor,
} from './player.ts';
import { sendTranscript, showTranscript, transcriptBeside } from './transcript.ts';
import { videoState } from './video-state.ts';
import { watchPage } from './watch-page.ts';
import { transcriptWords, watchWords } from './watch-words.ts';

/**
 * The pages of videos for people, to be mounted at `/video`: one to watch each.
 *
 * Public videos are for everybody, and no cookie is set for strangers. Of a closed one its address says why, and how to
 * get in; that of a draft is like one where nothing is. Slugs have no limit but that of a request's head: rows may hold
 * longer ones than are made.
 */
export function watchRoutes(deps: WatchDeps): Router {
  const { requireAccount, readForm, readFormOfStrangers } = deps.sessions;
  const run = openVisitsWith(deps);
  const router = express.Router({ caseSensitive: true });
  // Before Express decodes it: whatever else an address may hold names nothing here.
  router.use((request, _response, next) => {
    if (!/^[\w/-]+$/.test(request.path)) throw noVideo();
    next();
  });
  const video = { slug: ':slug' };
  const below = (address: string) => address.slice(paths.video.length);
  router.get(below(videoAddress(video)), run(showVideo));
  router.post(below(videoAddress(video)), ...readFormOfStrangers, run(sayPassword));
  router.get(below(videoLiveAddress(video)), run(followVideo));
  router.get(below(`${videoAddress(video)}addresses/`), run(renewAddresses));
  router.get(below(transcriptAddress(video)), run(showTranscript));
  router.get(below(transcriptAddress(video, 'text')), run(sendTranscript));
  router.post(below(videoEncodeAddress(video)), ...readForm, requireAccount, run(encode));
  // In this router: Express would answer OPTIONS where a route is, whether there is a video or not.
  router.use(() => {
    throw noVideo();
  });
  return router;
}

// The one page that other sites may show in a frame.
const openToFrames = ui.securityHeaders({ frames: 'anyone' });

async function showVideo(visit: WatchVisit): Promise<void> {
  const { engine, request, response } = visit;
  const isBare = String(request.query.is_iframe).toLowerCase() === 'true';
  if (isBare) openToFrames(request, response, () => undefined);
  if (shareKeyOf(request) !== undefined) keepToOneself(response);
  const found = await lookUp(visit);
  if (found === undefined) {
    if (!isBare) throw noVideo();
    return sendBareNotFound(visit);
  }
  if ('why' in found) return (isBare ? sendBareClosed : sendClosed)(visit, found);
  const { video, key } = found;
  const { pathname, search } = new URL(request.originalUrl, 'http://here.invalid');
  const right = videoAddress(video);
  if (pathname !== right) return response.redirect(`${right}${search}`);
  if (key !== undefined && request.method === 'GET')
    await noteOpening(engine.services, { videoId: video.id, key });
  await (isBare ? sendBareVideo : sendVideo)(visit, found);
  noteView(visit, video);
}

/** Counts that somebody is shown a video, unless there is nothing to play, or it is theirs to manage. */
function noteView({ views, request, reader }: WatchVisit, video: WatchedVideo): void {
  if (video.encodingId === null || !isWatching(request) || isMine(video, reader)) return;
  const caller = reader.account ? `account ${reader.account.id}` : addressBlock(request.ip ?? '');
  // Strangers behind one address are told apart by their browsers.
  const viewer = reader.account ? caller : `${caller} ${request.headers['user-agent']}`;
  views.note({ videoId: video.id, viewer, caller });
}

/** Whether there is somebody before the page, as far as a request says: neither a robot nor a browser that looks ahead. */
function isWatching({ method, headers }: Request): boolean {
  const isRobot = /bot\b|crawl|spider|slurp|preview/i.test(headers['user-agent'] ?? '');
  const isAhead = /prefetch/i.test(String(headers['sec-purpose'] ?? headers.purpose));
  return method === 'GET' && !isRobot && !isAhead;
}

async function followVideo(visit: WatchVisit): Promise<void> {
  const { sessions, engine, passwords, request, response } = visit;
  const { language } = visit.reader;
  const playing = idOf(String(request.query.playing));
  const { video: first, key } = await requireOpened(visit);
  const session = sessions.sessionOf(request);
  await visit.live.send(request, response, {
    key: `video ${first.id}`,
    look: () => findAt(visit, first.slug),
    session,
    async reader() {
      if (session !== undefined && (await sessions.lookAgain(request)) === undefined) return undefined;
      return viewerOf(visit, first);
    },
    // What is theirs depends on the video too, and few look at a video that is not for everybody.
    kindOf: ({ account, knowsPassword, hasShareLink }) =>
      [account?.id, knowsPassword, hasShareLink && key, language, playing].join(' '),
    show(video, viewer) {
      const knowsPassword = video !== undefined && passwords.holds(request, video);
      if (video === undefined || whyClosed(video, { ...viewer, knowsPassword }) !== undefined)
        return { content: html``, isOver: true };
      const address = sharedVideoAddress(video, { key });
      const reader = { language, isTheirs: isMine(video, viewer) };
      const content = livePart(video, { playing, address, media: engine.services.media, ...reader });
      return { content, isOver: !isActive(video.latest.state) };
    },
    ended: () => sessions.endedNotice(request),
  });
}

/** For a page that is open for longer than its signed addresses hold. */
async function renewAddresses(visit: WatchVisit): Promise<void> {
  const { video } = await requireOpened(visit);
  const withSource = isMine(video, visit.reader) || video.hasOpenSource;
  const { db, media } = visit.engine.services;
  const beside = await findBesideVideo(db, video.id);
  const addresses = signedAddressesOf(video, media, { withSource, beside });
  visit.response.set('Cache-Control', 'no-store').json({ addresses });
}

async function encode(visit: WatchVisit): Promise<void> {
  const { video } = await requireOpened(visit);
  if (!isMine(video, visit.reader)) throw noVideo();
  await launchEncoding(visit.engine.services, video.id);
  visit.response.redirect(303, videoAddress(video));
}

async function sendVideo(visit: WatchVisit, { video, key }: OpenedVideo): Promise<void> {
  const { sessions, engine, configuration, request, csrf, answer } = visit;
  const { account, language } = visit.reader;
  const { db, media } = engine.services;
  const beside = await findBesideVideo(db, video.id);
  const say = watchWords[language];
  const { titleEtb, defaultDcCoverage, defaultDcRights } = configuration;
  const isManaged = isMine(video, visit.reader);
  const playable = playableOf(video, media);
  const state = videoState(video, { language, isTheirs: isManaged });
  const told = html`${playable === undefined && waitingStage(video, media)}${state}`;
  const source = ui.withQuery(videoLiveAddress(video), {
    playing: playable === undefined ? undefined : String(video.encodingId),
    share: key,
  });
  // The first files bring more than a player; what plays is not taken away from under its reader.
  const loadsAnew = playable === undefined;
  const followed =
    isActive(video.latest.state) && state !== undefined
      ? html`${ui.live({ source, label: say.progress, language, loadsAnew }, told)}
<noscript><p><a href="${sharedVideoAddress(video, { key })}">${say.reload}</a></p></noscript>`
      : told;
  const page = watchPage({
    video,
    language,
    base: baseOf(request, engine),
    key,
    siteName: sessions.site.name[language],
    isFindable: configuration.publicPages,
    instance: {
      publisher: titleEtb,
      coverage: defaultDcCoverage ?? '',
      rights: defaultDcRights ?? '',
      timeZone: engine.timeZone,
    },
    playable,
    player:
      playable === undefined
        ? { scripts: [], styles: ['player.css'], head: html`` }
        : playerFiles(sessions.site, playable),
    // What plays is not touched by what comes of a run.
    stage:
      playable === undefined
        ? followed
        : player(playable, {
            video,
            language,
            tracks: tracksFor(beside, { media, language }),
            chapters: beside.chapters,
            plays: video.outputs?.trim?.plays,
            startSeconds: startSeconds(request.query.start),
          }),
    state: playable === undefined ? undefined : followed,
    transcript:
      playable !== undefined &&
      transcriptBeside({ video, key }, { ...beside, say: transcriptWords[language] }),
    // Where the list shows it: not by the key of a share link, nor by a password.
    listButton:
      configuration.publicPages &&
      playable !== undefined &&
      key === undefined &&
      video.passwordHash === null &&
      (await findListButton(visit, { kind: 'videos', id: video.id })),
    chapters: playable === undefined ? [] : beside.chapters,
    documents: beside.documents.map((stored) => ({ name: stored.name, url: keptUrl(stored, media) })),
    downloads: isManaged || video.allowDownloading ? downloadsOf(video, media) : undefined,
    hasSource: isManaged || video.hasOpenSource,
    csrf: isManaged ? csrf() : undefined,
    isSignedIn: account !== undefined,
  });
  answer(page);
}

/** The place of a player that is not there yet; the poster is there once the encoding has begun. */
function waitingStage(video: WatchedVideo, media: MediaUrls): Html | false {
  return video.mediaKind === 'video' && placeholder(playbackOf(video, media, '').poster);
}

/**
 * @param shown.playing  the run that the reader's player plays; null: there is no player yet
 * @param shown.address  of the page, for this reader
 */
function livePart(
  video: WatchedVideo,
  shown: {
    playing: number | null;
    address: string;
    media: MediaUrls;
    language: ui.Language;
    isTheirs: boolean;
  },
): Html {
  const { playing, address, media, language, isTheirs } = shown;
  const say = watchWords[language];
  const state = html`${playing === null && waitingStage(video, media)}${videoState(video, { language, isTheirs })}`;
  const reload = html`<a href="${address}">${say.reload}</a>`;
  if (video.encodingId !== playing)
    return html`${state}${ui.notice('good', html`${playing === null ? say.ready : say.replaced} ${reload}`)}`;
  // Their page has another button now.
  return html`${state}${isTheirs && !isActive(video.latest.state) && html`<p>${reload}</p>`}`;
}
