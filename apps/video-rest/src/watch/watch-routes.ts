import { type Html, html, live, notice, renderBarePage, securityHeaders, sendLive } from '@campus/pages';
import express, { type Request, type Response, type Router } from 'express';
import { findWatchedVideo, type WatchedVideo } from '../data/watched-videos.ts';
import { isActive } from '../encoding/encoding-states.ts';
import { paths } from '../pages/open-people.ts';
import { baseOf } from '../rest/exchange.ts';
import { idOf } from '../rest/lookup.ts';
import { launchEncoding } from '../videos/launch-encoding.ts';
import { isPublic, isTheirs } from '../videos/visibility.ts';
import { addVideoRoutes } from './add-video-routes.ts';
import { downloadsOf, playableOf } from './playable.ts';
import { player } from './player.ts';
import { videoState } from './video-state.ts';
import type { WatchDeps } from './watch-deps.ts';
import { watchPage } from './watch-page.ts';
import { watchWords } from './watch-words.ts';

// Express decodes only what a pattern takes: whatever else an address may hold names nothing here.
const at = {
  page: /^\/(?<slug>[\w-]{1,300})\/?$/,
  live: /^\/(?<slug>[\w-]{1,300})\/live\/?$/,
  encode: /^\/(?<slug>[\w-]{1,300})\/encode\/?$/,
};

/**
 * The pages of videos for people, to be mounted at `/video`: one to watch each, and one to add another.
 *
 * Public videos are for everybody, and no cookie is set for strangers. A draft or restricted one is there for its
 * owner and staff alone: to everybody else its address is like one where nothing is.
 */
export function watchRoutes(deps: WatchDeps): Router {
  const { engine, people } = deps;
  const { services } = engine;
  const router = express.Router();
  // The one page that other sites may show in a frame.
  const openToFrames = securityHeaders({ frames: 'anyone' });

  router.use('/add', addVideoRoutes(deps));

  router.get(at.page, async (request, response) => {
    const isBare = String(request.query.is_iframe).toLowerCase() === 'true';
    if (isBare) openToFrames(request, response, () => undefined);
    const video = await findSeen(request);
    if (video === undefined) return sendNotFound(request, response, { isBare });
    const { pathname, search } = new URL(request.originalUrl, 'http://here.invalid');
    const right = pageAddress(video);
    if (pathname !== right) return response.redirect(`${right}${search}`);
    if (isBare) sendBare(request, response, video);
    else sendPage(request, response, video);
  });

  router.get(at.live, async (request, response) => {
    const playing = idOf(String(request.query.playing));
    const first = await findSeen(request);
    if (first === undefined) return sendNotFound(request, response, { isBare: false });
    await sendLive(request, response, async () => {
      const video = await findSeen(request);
      if (video === undefined) return { content: html``, isOver: true };
      return { content: livePart(request, { video, playing }), isOver: !isActive(video.latest.state) };
    });
  });

  router.post(at.encode, ...people.readForm, people.requireAccount, async (request, response) => {
    const video = await findSeen(request);
    if (video === undefined || !isMine(request, video))
      return sendNotFound(request, response, { isBare: false });
    await launchEncoding(services, video.id);
    response.redirect(303, pageAddress(video));
  });

  router.use((request, response) => sendNotFound(request, response, { isBare: false }));
  return router;

  /** The video at an address when it exists for this reader. A slug of another time is found by the id it begins with. */
  async function findSeen(request: Request): Promise<WatchedVideo | undefined> {
    const slug = String(request.params.slug).toLowerCase();
    const video = await findWatchedVideo(services.db, { slug, id: idOf(/^\d*/.exec(slug)?.[0] ?? '') });
    return video !== undefined && (isPublic(video) || isMine(request, video)) ? video : undefined;
  }

  function isMine(request: Request, video: WatchedVideo): boolean {
    const account = people.accountOf(request);
    return account !== undefined && isTheirs(video, account);
  }

  function sendPage(request: Request, response: Response, video: WatchedVideo): void {
    const language = people.languageOf(request);
    const say = watchWords[language];
    const { titleEtb, defaultDcCoverage, defaultDcRights } = deps.configuration;
    const isManaged = isMine(request, video);
    const playable = playableOf(video, services.media);
    const state = videoState(video, { say, isTheirs: isManaged });
    const source = `${pageAddress(video)}live/${playable === undefined ? '' : `?playing=${video.encodingId}`}`;
    const followed =
      isActive(video.latest.state) && state !== undefined
        ? html`${live({ source, label: say.progress }, state)}
<noscript><p><a href="${pageAddress(video)}">${say.reload}</a></p></noscript>`
        : state;
    const page = watchPage({
      video,
      language,
      instance: {
        baseUrl: baseOf(request, engine),
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
      csrf: isManaged ? people.csrfField(request, response) : undefined,
      isSignedIn: people.accountOf(request) !== undefined,
    });
    people.send(request, response, page);
  }

  /** @param shown.playing  the run that the reader's player plays; null: there is no player yet */
  function livePart(
    request: Request,
    { video, playing }: { video: WatchedVideo; playing: number | null },
  ): Html {
    const say = watchWords[people.languageOf(request)];
    const playable = playableOf(video, services.media);
    const state = videoState(video, { say, isTheirs: isMine(request, video) });
    if (playing === null)
      return html`${playable !== undefined && player(playable, { label: video.title })}${state}`;
    const isReplaced = video.encodingId !== playing;
    const reload = html`${say.replaced} <a href="${pageAddress(video)}">${say.reload}</a>`;
    return html`${state}${isReplaced && notice('good', reload)}`;
  }

  /** The player alone, with the way to the whole page. */
  function sendBare(request: Request, response: Response, video: WatchedVideo): void {
    const say = watchWords[people.languageOf(request)];
    const playable = playableOf(video, services.media);
    const main = html`<h1 class="unseen">${video.title}</h1>
${
  playable === undefined
    ? videoState(video, { say, isTheirs: false })
    : player(playable, { label: video.title })
}
${openPage(pageAddress(video), say)}`;
    sendBarePage(request, response, { title: video.title, main, status: 200 });
  }

  function sendNotFound(request: Request, response: Response, { isBare }: { isBare: boolean }): void {
    const say = watchWords[people.languageOf(request)];
    const main = notice('warning', say.notFoundIs);
    if (!isBare) {
      people.send(request, response, { title: say.notFound, main }, { status: 404 });
      return;
    }
    // In a frame of another site nobody is signed in: browsers keep the cookie back.
    const { pathname } = new URL(request.originalUrl, 'http://here.invalid');
    const whole = html`<h1 class="unseen">${say.notFound}</h1>${main}${openPage(pathname, say)}`;
    sendBarePage(request, response, { title: say.notFound, main: whole, status: 404 });
  }

  function sendBarePage(
    request: Request,
    response: Response,
    { title, main, status }: { title: string; main: Html; status: number },
  ): void {
    const language = people.languageOf(request);
    response
      .status(status)
      .set({ 'Cache-Control': 'no-store', 'Content-Language': language, Vary: 'Accept-Language, Cookie' })
      .type('html')
      .send(renderBarePage({ site: people.site, language }, { title, main, scripts: ['player.js'] }));
  }
}

function openPage(address: string, say: { openPage: string }): Html {
  return html`<p><a href="${address}" target="_blank" rel="noopener">${say.openPage}</a></p>`;
}

function pageAddress({ slug }: Pick<WatchedVideo, 'slug'>): string {
  return `${paths.video}/${slug}/`;
}
