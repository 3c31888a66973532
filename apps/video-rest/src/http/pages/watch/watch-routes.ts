import { type Html, html, type Language, live, notice, securityHeaders } from '@campus/pages';
import { baseOf, idOf, Refusal } from '@campus/rest';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { accessGroupsOf } from '../../../data/access-groups.ts';
import { findWatchedVideo, type WatchedVideo } from '../../../data/watched-videos.ts';
import { isActive } from '../../../videos/encoding-states.ts';
import { launchEncoding } from '../../../videos/launch-encoding.ts';
import { isTheirs, type Viewer, whyClosed } from '../../../videos/who-may-watch.ts';
import { paths, videoAddress, videoEncodeAddress, videoLiveAddress } from '../../addresses.ts';
import { refusals } from '../../refusals.ts';
import { addVideoRoutes } from './add-video-routes.ts';
import { sendBareNotFound, sendBareVideo } from './bare-page.ts';
import { managedVideos } from './managed-videos.ts';
import { downloadsOf, playableOf, signedAddressesOf } from './playable.ts';
import { player } from './player.ts';
import { videoState } from './video-state.ts';
import type { WatchDeps } from './watch-deps.ts';
import { watchPage } from './watch-page.ts';
import { watchWords } from './watch-words.ts';

/**
 * The pages of videos for people, to be mounted at `/video`: one to watch each, one to add another,
 * and a list for those who manage them.
 *
 * Public videos are for everybody, and no cookie is set for strangers. A draft or restricted one is there for its
 * owner and staff alone: to everybody else its address is like one where nothing is.
 */
export function watchRoutes(deps: WatchDeps): Router {
  const router = express.Router();
  router.get('/', deps.sessions.requireAccount, managedVideos(deps));
  router.use('/add', addVideoRoutes(deps));
  router.use(videoRoutes(deps));
  return router;
}

/** Slugs have no limit but that of a request's head: rows may hold longer ones than are made. */
function videoRoutes(deps: WatchDeps): Router {
  const { requireAccount, readForm } = deps.sessions;
  const router = express.Router({ caseSensitive: true });
  // Before Express decodes it: whatever else an address may hold names nothing here.
  router.use((request, _response, next) => {
    if (!/^[\w/-]+$/.test(request.path)) throw noVideo();
    next();
  });
  const video = { slug: ':slug' };
  const below = (address: string) => address.slice(paths.video.length);
  router.get(below(videoAddress(video)), showVideo(deps));
  router.get(below(videoLiveAddress(video)), followVideo(deps));
  router.get(below(`${videoAddress(video)}addresses/`), renewAddresses(deps));
  router.post(below(videoEncodeAddress(video)), ...readForm, requireAccount, encode(deps));
  // In this router: Express would answer OPTIONS where a route is, whether there is a video or not.
  router.use(() => {
    throw noVideo();
  });
  return router;
}

/** Of all addresses where there is none for this reader. */
function noVideo(): Refusal {
  return new Refusal(refusals.nothing_to_watch);
}

function showVideo(deps: WatchDeps): RequestHandler {
  // The one page that other sites may show in a frame.
  const openToFrames = securityHeaders({ frames: 'anyone' });
  return async (request, response) => {
    const isBare = String(request.query.is_iframe).toLowerCase() === 'true';
    if (isBare) openToFrames(request, response, () => undefined);
    const video = await findSeen(deps, request);
    if (video === undefined) {
      if (!isBare) throw noVideo();
      return sendBareNotFound(deps, request, response);
    }
    const { pathname, search } = new URL(request.originalUrl, 'http://here.invalid');
    const right = videoAddress(video);
    if (pathname !== right) return response.redirect(`${right}${search}`);
    if (isBare) sendBareVideo(deps, request, response, video);
    else sendVideo(deps, request, response, video);
  };
}

function followVideo(deps: WatchDeps): RequestHandler {
  const { sessions } = deps;
  return async (request, response) => {
    const playing = idOf(String(request.query.playing));
    const first = await findSeen(deps, request);
    if (first === undefined) throw noVideo();
    const session = sessions.sessionOf(request);
    await deps.live.send(request, response, {
      key: `video ${first.id}`,
      look: () => find(deps, first.slug),
      session,
      async reader() {
        if (session !== undefined && (await sessions.lookAgain(request)) === undefined) return undefined;
        return { viewer: await viewerOf(deps, request), language: sessions.languageOf(request) };
      },
      // What is theirs depends on the video too, and few look at a video that is not for everybody.
      kindOf: ({ viewer, language }) => `${viewer.account?.id} ${language} ${playing}`,
      show(video, { viewer }) {
        if (video === undefined || whyClosed(video, viewer) !== undefined)
          return { content: html``, isOver: true };
        const reader = { language: sessions.languageOf(request), isTheirs: isMine(deps, request, video) };
        return { content: livePart(video, { playing, ...reader }), isOver: !isActive(video.latest.state) };
      },
      ended: () => sessions.endedNotice(request),
    });
  };
}

/** For a page that is open for longer than its signed addresses hold. */
function renewAddresses(deps: WatchDeps): RequestHandler {
  return async (request, response) => {
    const video = await findSeen(deps, request);
    if (video === undefined) throw noVideo();
    const withSource = isMine(deps, request, video) || video.allowDownloading;
    const addresses = signedAddressesOf(video, deps.engine.services.media, { withSource });
    response.set('Cache-Control', 'no-store').json({ addresses });
  };
}

function encode(deps: WatchDeps): RequestHandler {
  return async (request, response) => {
    const video = await findSeen(deps, request);
    if (video === undefined || !isMine(deps, request, video)) throw noVideo();
    await launchEncoding(deps.engine.services, video.id);
    response.redirect(303, videoAddress(video));
  };
}

function find({ engine }: WatchDeps, slug: string): Promise<WatchedVideo | undefined> {
  return findWatchedVideo(engine.services.db, { slug, id: idOf(/^\d*/.exec(slug)?.[0] ?? '') });
}

/** The video at an address when it exists for this reader. A slug of another time is found by the id it begins with. */
async function findSeen(deps: WatchDeps, request: Request): Promise<WatchedVideo | undefined> {
  const video = await find(deps, String(request.params.slug).toLowerCase());
  if (video === undefined) return undefined;
  return whyClosed(video, await viewerOf(deps, request)) === undefined ? video : undefined;
}

async function viewerOf({ sessions, engine }: WatchDeps, request: Request): Promise<Viewer> {
  const account = sessions.accountOf(request);
  if (account === undefined) return {};
  return { account: { ...account, accessGroups: await accessGroupsOf(engine.services.db, account.id) } };
}

function isMine({ sessions }: WatchDeps, request: Request, video: WatchedVideo): boolean {
  const account = sessions.accountOf(request);
  return account !== undefined && isTheirs(video, account);
}

function sendVideo(deps: WatchDeps, request: Request, response: Response, video: WatchedVideo): void {
  const { sessions, engine } = deps;
  const { media } = engine.services;
  const language = sessions.languageOf(request);
  const say = watchWords[language];
  const { titleEtb, defaultDcCoverage, defaultDcRights } = deps.configuration;
  const isManaged = isMine(deps, request, video);
  const playable = playableOf(video, media);
  const state = videoState(video, { language, isTheirs: isManaged });
  const source = `${videoLiveAddress(video)}${playable === undefined ? '' : `?playing=${video.encodingId}`}`;
  // The first files bring more than a player; what plays is not taken away from under its reader.
  const loadsAnew = playable === undefined;
  const followed =
    isActive(video.latest.state) && state !== undefined
      ? html`${live({ source, label: say.progress, language, loadsAnew }, state)}
<noscript><p><a href="${videoAddress(video)}">${say.reload}</a></p></noscript>`
      : state;
  const page = watchPage({
    video,
    language,
    base: baseOf(request, engine),
    instance: {
      publisher: titleEtb,
      coverage: defaultDcCoverage ?? '',
      rights: defaultDcRights ?? '',
      timeZone: engine.timeZone,
    },
    playable,
    // What plays is not touched by what comes of a run.
    stage: playable === undefined ? html`${followed}` : player(playable, { label: video.title }),
    state: playable === undefined ? undefined : followed,
    downloads: isManaged || video.allowDownloading ? downloadsOf(video, media) : undefined,
    csrf: isManaged ? sessions.csrfField(request, response) : undefined,
    isSignedIn: sessions.accountOf(request) !== undefined,
  });
  sessions.sendPage(request, response, page);
}

/** @param shown.playing  the run that the reader's player plays; null: there is no player yet */
function livePart(
  video: WatchedVideo,
  { playing, language, isTheirs }: { playing: number | null; language: Language; isTheirs: boolean },
): Html {
  const say = watchWords[language];
  const state = videoState(video, { language, isTheirs });
  const reload = html`<a href="${videoAddress(video)}">${say.reload}</a>`;
  if (video.encodingId !== playing)
    return html`${state}${notice('good', html`${playing === null ? say.ready : say.replaced} ${reload}`)}`;
  // Their page has another button now.
  return html`${state}${isTheirs && !isActive(video.latest.state) && html`<p>${reload}</p>`}`;
}
