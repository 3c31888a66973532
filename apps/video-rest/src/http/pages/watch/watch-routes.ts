import { type Html, html, live, notice, securityHeaders } from '@campus/pages';
import { baseOf, idOf, Refusal } from '@campus/rest';
import express, { type Request, type Response, type Router } from 'express';
import { findWatchedVideo, type WatchedVideo } from '../../../data/watched-videos.ts';
import { isActive } from '../../../videos/encoding-states.ts';
import { launchEncoding } from '../../../videos/launch-encoding.ts';
import { isPublic, isTheirs } from '../../../videos/visibility.ts';
import { videoAddress, videoLiveAddress } from '../../addresses.ts';
import { addVideoRoutes } from './add-video-routes.ts';
import { managedVideosRoute } from './managed-videos-route.ts';
import { downloadsOf, playableOf, signedAddressesOf } from './playable.ts';
import { player } from './player.ts';
import { videoState } from './video-state.ts';
import type { WatchDeps } from './watch-deps.ts';
import { watchPage } from './watch-page.ts';
import { watchWords } from './watch-words.ts';

// Express decodes only what a pattern takes: whatever else an address may hold names nothing here. Slugs have no limit
// but that of a request's head: rows may hold longer ones than are made.
const at = {
  page: /^\/(?<slug>[\w-]+)\/?$/,
  live: /^\/(?<slug>[\w-]+)\/live\/?$/,
  addresses: /^\/(?<slug>[\w-]+)\/addresses\/?$/,
  encode: /^\/(?<slug>[\w-]+)\/encode\/?$/,
};

/**
 * The pages of videos for people, to be mounted at `/video`: one to watch each, one to add another,
 * and a list for those who manage them.
 *
 * Public videos are for everybody, and no cookie is set for strangers. A draft or restricted one is there for its
 * owner and staff alone: to everybody else its address is like one where nothing is.
 */
export function watchRoutes(deps: WatchDeps): Router {
  const { engine, sessions } = deps;
  const { services } = engine;
  const router = express.Router();
  const find = (slug: string) =>
    findWatchedVideo(services.db, { slug, id: idOf(/^\d*/.exec(slug)?.[0] ?? '') });
  // The one page that other sites may show in a frame.
  const openToFrames = securityHeaders({ frames: 'anyone' });

  router.get('/', sessions.requireAccount, managedVideosRoute(deps));
  router.use('/add', addVideoRoutes(deps));

  router.get(at.page, async (request, response) => {
    const isBare = String(request.query.is_iframe).toLowerCase() === 'true';
    if (isBare) openToFrames(request, response, () => undefined);
    const video = await findSeen(request);
    if (video === undefined) {
      if (!isBare) throw noVideo();
      return sendBareNotFound(request, response);
    }
    const { pathname, search } = new URL(request.originalUrl, 'http://here.invalid');
    const right = videoAddress(video);
    if (pathname !== right) return response.redirect(`${right}${search}`);
    if (isBare) sendBare(request, response, video);
    else sendPage(request, response, video);
  });

  router.get(at.live, async (request, response) => {
    const playing = idOf(String(request.query.playing));
    const first = await findSeen(request);
    if (first === undefined) throw noVideo();
    const session = sessions.sessionOf(request);
    await deps.live.send(request, response, {
      key: `video ${first.id}`,
      look: () => find(first.slug),
      session,
      async reader() {
        if (session !== undefined && (await sessions.lookAgain(request)) === undefined) return undefined;
        return { account: sessions.accountOf(request), language: sessions.languageOf(request) };
      },
      // What is theirs depends on the video too, and few look at a video that is not for everybody.
      kindOf: ({ account, language }) => `${account?.id} ${language} ${playing}`,
      show(video) {
        if (video === undefined || !isSeen(request, video)) return { content: html``, isOver: true };
        return { content: livePart(request, { video, playing }), isOver: !isActive(video.latest.state) };
      },
      ended: () => sessions.endedNotice(request),
    });
  });

  // For a page that is open for longer than its signed addresses hold.
  router.get(at.addresses, async (request, response) => {
    const video = await findSeen(request);
    if (video === undefined) throw noVideo();
    const mayDownload = isMine(request, video);
    response
      .set('Cache-Control', 'no-store')
      .json({ addresses: mayDownload ? signedAddressesOf(video, services.media) : [] });
  });

  router.post(at.encode, ...sessions.readForm, sessions.requireAccount, async (request, response) => {
    const video = await findSeen(request);
    if (video === undefined || !isMine(request, video)) throw noVideo();
    await launchEncoding(services, video.id);
    response.redirect(303, videoAddress(video));
  });

  router.use(() => {
    throw noVideo();
  });
  return router;

  /** The video at an address when it exists for this reader. A slug of another time is found by the id it begins with. */
  async function findSeen(request: Request): Promise<WatchedVideo | undefined> {
    const video = await find(String(request.params.slug).toLowerCase());
    return video !== undefined && isSeen(request, video) ? video : undefined;
  }

  function isSeen(request: Request, video: WatchedVideo): boolean {
    return isPublic(video) || isMine(request, video);
  }

  function isMine(request: Request, video: WatchedVideo): boolean {
    const account = sessions.accountOf(request);
    return account !== undefined && isTheirs(video, account);
  }

  function sendPage(request: Request, response: Response, video: WatchedVideo): void {
    const language = sessions.languageOf(request);
    const say = watchWords[language];
    const { titleEtb, defaultDcCoverage, defaultDcRights } = deps.configuration;
    const isManaged = isMine(request, video);
    const playable = playableOf(video, services.media);
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
      downloads: isManaged || video.allowDownloading ? downloadsOf(video, services.media) : undefined,
      csrf: isManaged ? sessions.csrfField(request, response) : undefined,
      isSignedIn: sessions.accountOf(request) !== undefined,
    });
    sessions.sendPage(request, response, page);
  }

  /** @param shown.playing  the run that the reader's player plays; null: there is no player yet */
  function livePart(
    request: Request,
    { video, playing }: { video: WatchedVideo; playing: number | null },
  ): Html {
    const language = sessions.languageOf(request);
    const say = watchWords[language];
    const isTheirs = isMine(request, video);
    const state = videoState(video, { language, isTheirs });
    const reload = html`<a href="${videoAddress(video)}">${say.reload}</a>`;
    if (video.encodingId !== playing)
      return html`${state}${notice('good', html`${playing === null ? say.ready : say.replaced} ${reload}`)}`;
    // Their page has another button now.
    return html`${state}${isTheirs && !isActive(video.latest.state) && html`<p>${reload}</p>`}`;
  }

  /** The player alone, with the way to the whole page. */
  function sendBare(request: Request, response: Response, video: WatchedVideo): void {
    const language = sessions.languageOf(request);
    const say = watchWords[language];
    const playable = playableOf(video, services.media);
    const main = html`<h1 class="unseen">${video.title}</h1>
${
  playable === undefined
    ? videoState(video, { language, isTheirs: false })
    : player(playable, { label: video.title })
}
${openPage(videoAddress(video), say)}`;
    sessions.sendBarePage(request, response, { title: video.title, main, scripts });
  }

  /** In a frame of another site nobody is signed in: browsers keep the cookie back. */
  function sendBareNotFound(request: Request, response: Response): void {
    const language = sessions.languageOf(request);
    const { notFound: title } = watchWords[language];
    const { pathname } = new URL(request.originalUrl, 'http://here.invalid');
    const main = html`<h1 class="unseen">${title}</h1>
${notice('warning', noVideo().detail(language))}${openPage(pathname, watchWords[language])}`;
    sessions.sendBarePage(request, response, { title, main, scripts }, { status: 404 });
  }
}

/** Of the frame: the player alone needs one. */
const scripts = ['player.js'];

const nothingToWatch = {
  en: 'There is no video at this address, or it is not open to everybody. If it is yours, sign in to see it.',
  fr: "Il n'y a pas de vidéo à cette adresse, ou elle n'est pas ouverte à tous. Si c'est la vôtre, connectez-vous pour la voir.",
};

function noVideo(): Refusal {
  return new Refusal({ status: 404, text: nothingToWatch });
}

function openPage(address: string, say: { openPage: string }): Html {
  return html`<p><a href="${address}" target="_blank" rel="noopener">${say.openPage}</a></p>`;
}
