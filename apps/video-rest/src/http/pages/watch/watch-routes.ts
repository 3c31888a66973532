import { type Html, html, type Language, live, notice, securityHeaders, withQuery } from '@campus/pages';
import { baseOf, idOf } from '@campus/rest';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { findBesideVideo } from '../../../data/beside-videos.ts';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { isActive } from '../../../domain/encoding-states.ts';
import { whyClosed } from '../../../domain/who-may-watch.ts';
import { launchEncoding } from '../../../videos/launch-encoding.ts';
import { noteOpening } from '../../../videos/share-links.ts';
import {
  paths,
  sharedVideoAddress,
  videoAddress,
  videoEncodeAddress,
  videoLiveAddress,
} from '../../addresses.ts';
import { type MediaUrls, playbackOf } from '../../media/media-urls.ts';
import { sendBareNotFound, sendBareVideo } from './bare-page.ts';
import { sendBareClosed, sendClosed } from './closed-page.ts';
import { noteView } from './note-view.ts';
import {
  findAt,
  isMine,
  lookUp,
  noVideo,
  type OpenedVideo,
  requireOpened,
  shareKeyOf,
  viewerOf,
} from './opened-video.ts';
import { downloadsOf, keptUrl, playableOf, signedAddressesOf } from './playable.ts';
import { placeholder, player, playerFiles, tracksFor } from './player.ts';
import { sayPassword } from './say-password.ts';
import { startSeconds } from './start-time.ts';
import { videoState } from './video-state.ts';
import type { WatchDeps } from './watch-deps.ts';
import { watchPage } from './watch-page.ts';
import { watchWords } from './watch-words.ts';

/**
 * The pages of videos for people, to be mounted at `/video`: one to watch each.
 *
 * Public videos are for everybody, and no cookie is set for strangers. Of a closed one its address says why, and how to
 * get in; that of a draft is like one where nothing is. Slugs have no limit but that of a request's head: rows may hold
 * longer ones than are made.
 */
export function watchRoutes(deps: WatchDeps): Router {
  const { requireAccount, readForm, readFormOfStrangers } = deps.sessions;
  const router = express.Router({ caseSensitive: true });
  // Before Express decodes it: whatever else an address may hold names nothing here.
  router.use((request, _response, next) => {
    if (!/^[\w/-]+$/.test(request.path)) throw noVideo();
    next();
  });
  const video = { slug: ':slug' };
  const below = (address: string) => address.slice(paths.video.length);
  router.get(below(videoAddress(video)), showVideo(deps));
  router.post(below(videoAddress(video)), ...readFormOfStrangers, sayPassword(deps));
  router.get(below(videoLiveAddress(video)), followVideo(deps));
  router.get(below(`${videoAddress(video)}addresses/`), renewAddresses(deps));
  router.post(below(videoEncodeAddress(video)), ...readForm, requireAccount, encode(deps));
  // In this router: Express would answer OPTIONS where a route is, whether there is a video or not.
  router.use(() => {
    throw noVideo();
  });
  return router;
}

function showVideo(deps: WatchDeps): RequestHandler {
  // The one page that other sites may show in a frame.
  const openToFrames = securityHeaders({ frames: 'anyone' });
  return async (request, response) => {
    const isBare = String(request.query.is_iframe).toLowerCase() === 'true';
    if (isBare) openToFrames(request, response, () => undefined);
    if (shareKeyOf(request) !== undefined) keepToOneself(response);
    const found = await lookUp(deps, request);
    if (found === undefined) {
      if (!isBare) throw noVideo();
      return sendBareNotFound(deps, request, response);
    }
    if ('why' in found) return (isBare ? sendBareClosed : sendClosed)(deps, request, response, found);
    const { video, key } = found;
    const { pathname, search } = new URL(request.originalUrl, 'http://here.invalid');
    const right = videoAddress(video);
    if (pathname !== right) return response.redirect(`${right}${search}`);
    if (key !== undefined && request.method === 'GET')
      await noteOpening(deps.engine.services, { videoId: video.id, key });
    await (isBare ? sendBareVideo : sendVideo)(deps, request, response, found);
    noteView(deps, request, video);
  };
}

/** The address is a credential: no other page learns it, and no search engine keeps it. */
function keepToOneself(response: Response): void {
  response.set({ 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' });
}

function followVideo(deps: WatchDeps): RequestHandler {
  const { sessions } = deps;
  return async (request, response) => {
    const playing = idOf(String(request.query.playing));
    const { video: first, key } = await requireOpened(deps, request);
    const session = sessions.sessionOf(request);
    await deps.live.send(request, response, {
      key: `video ${first.id}`,
      look: () => findAt(deps, first.slug),
      session,
      async reader() {
        if (session !== undefined && (await sessions.lookAgain(request)) === undefined) return undefined;
        return { viewer: await viewerOf(deps, request, first), language: sessions.languageOf(request) };
      },
      // What is theirs depends on the video too, and few look at a video that is not for everybody.
      kindOf: ({ viewer: { account, knowsPassword, hasShareLink }, language }) =>
        [account?.id, knowsPassword, hasShareLink && key, language, playing].join(' '),
      show(video, { viewer }) {
        const knowsPassword = video !== undefined && deps.passwords.holds(request, video);
        if (video === undefined || whyClosed(video, { ...viewer, knowsPassword }) !== undefined)
          return { content: html``, isOver: true };
        const address = sharedVideoAddress(video, { key });
        const reader = { language: sessions.languageOf(request), isTheirs: isMine(deps, request, video) };
        const content = livePart(video, { playing, address, media: deps.engine.services.media, ...reader });
        return { content, isOver: !isActive(video.latest.state) };
      },
      ended: () => sessions.endedNotice(request),
    });
  };
}

/** For a page that is open for longer than its signed addresses hold. */
function renewAddresses(deps: WatchDeps): RequestHandler {
  return async (request, response) => {
    const { video } = await requireOpened(deps, request);
    const withSource = isMine(deps, request, video) || video.allowDownloading;
    const { db, media } = deps.engine.services;
    const beside = await findBesideVideo(db, video.id);
    const addresses = signedAddressesOf(video, media, { withSource, beside });
    response.set('Cache-Control', 'no-store').json({ addresses });
  };
}

function encode(deps: WatchDeps): RequestHandler {
  return async (request, response) => {
    const { video } = await requireOpened(deps, request);
    if (!isMine(deps, request, video)) throw noVideo();
    await launchEncoding(deps.engine.services, video.id);
    response.redirect(303, videoAddress(video));
  };
}

async function sendVideo(
  deps: WatchDeps,
  request: Request,
  response: Response,
  { video, key }: OpenedVideo,
): Promise<void> {
  const { sessions, engine } = deps;
  const { db, media } = engine.services;
  const beside = await findBesideVideo(db, video.id);
  const language = sessions.languageOf(request);
  const say = watchWords[language];
  const { titleEtb, defaultDcCoverage, defaultDcRights } = deps.configuration;
  const isManaged = isMine(deps, request, video);
  const playable = playableOf(video, media);
  const state = videoState(video, { language, isTheirs: isManaged });
  const told = html`${playable === undefined && waitingStage(video, media)}${state}`;
  const source = withQuery(videoLiveAddress(video), {
    playing: playable === undefined ? undefined : String(video.encodingId),
    share: key,
  });
  // The first files bring more than a player; what plays is not taken away from under its reader.
  const loadsAnew = playable === undefined;
  const followed =
    isActive(video.latest.state) && state !== undefined
      ? html`${live({ source, label: say.progress, language, loadsAnew }, told)}
<noscript><p><a href="${sharedVideoAddress(video, { key })}">${say.reload}</a></p></noscript>`
      : told;
  const page = watchPage({
    video,
    language,
    base: baseOf(request, engine),
    key,
    siteName: sessions.site.name[language],
    isFindable: deps.configuration.publicPages,
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
            label: video.title,
            language,
            tracks: tracksFor(beside, { media, language }),
            chapters: beside.chapters,
            startSeconds: startSeconds(request.query.start),
          }),
    state: playable === undefined ? undefined : followed,
    chapters: playable === undefined ? [] : beside.chapters,
    documents: beside.documents.map((stored) => ({ name: stored.name, url: keptUrl(stored, media) })),
    downloads: isManaged || video.allowDownloading ? downloadsOf(video, media) : undefined,
    csrf: isManaged ? sessions.csrfField(request, response) : undefined,
    isSignedIn: sessions.accountOf(request) !== undefined,
  });
  sessions.sendPage(request, response, page);
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
    language: Language;
    isTheirs: boolean;
  },
): Html {
  const { playing, address, media, language, isTheirs } = shown;
  const say = watchWords[language];
  const state = html`${playing === null && waitingStage(video, media)}${videoState(video, { language, isTheirs })}`;
  const reload = html`<a href="${address}">${say.reload}</a>`;
  if (video.encodingId !== playing)
    return html`${state}${notice('good', html`${playing === null ? say.ready : say.replaced} ${reload}`)}`;
  // Their page has another button now.
  return html`${state}${isTheirs && !isActive(video.latest.state) && html`<p>${reload}</p>`}`;
}
