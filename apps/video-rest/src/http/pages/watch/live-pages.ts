/** The pages of broadcasters whose stream a browser can play: what is on air plays, and what is not begins by itself. */
import { openVisitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import { Refusal } from '@campus/rest';
import express, { type Router } from 'express';
import { findLive, type LiveBroadcaster } from '../../../data/broadcasters.ts';
import { isStaff } from '../../../domain/ownership.ts';
import { textLines } from '../../../dublin-core/plain-text.ts';
import { resizedName } from '../../../storage/layout.ts';
import { liveAddress, paths } from '../../addresses.ts';
import { withoutCredentials } from '../../resources/broadcasters.ts';
import type { WatchDeps, WatchVisit } from './opened-video.ts';
import { placeholder, player, playerFiles } from './player.ts';
import { liveWords } from './watch-words.ts';

/** To be mounted at `/live`. Restricted ones are there for staff, as in the API; nobody else learns that they are. */
export function liveRoutes(deps: WatchDeps): Router {
  const run = openVisitsWith(deps);
  const router = express.Router({ caseSensitive: true });
  const below = (address: string) => address.slice(paths.live.length);
  router.get(below(liveAddress({ slug: ':slug' })), run(showLive));
  router.get(below(liveAddress({ slug: ':slug' }, 'state')), run(followLive));
  router.use(() => {
    throw new Refusal('not_found');
  });
  return router;
}

async function findFor(
  { engine, request }: WatchVisit,
  isForStaff: boolean,
): Promise<LiveBroadcaster | undefined> {
  const slug = String(request.params.slug);
  // No column holds other characters, and the database refuses to look for some.
  if (!/^[\w-]+$/.test(slug)) return undefined;
  return findLive(engine.services.db.pool, { slug, isForStaff });
}

function looksAsStaff({ sessions, request }: WatchVisit): boolean {
  const account = sessions.accountOf(request);
  return account !== undefined && isStaff(account);
}

async function showLive(visit: WatchVisit): Promise<void> {
  const { sessions, engine, reader, request, response, answer } = visit;
  const { language } = reader;
  const found = await findFor(visit, looksAsStaff(visit));
  if (found === undefined) throw new Refusal('not_found');
  const { name, slug, isOnAir, posterId, posterFile, buildingName } = found;
  const stream = withoutCredentials(found.streamUrl);
  const file = posterFile && resizedName(posterFile, 'large');
  const poster =
    posterId && file
      ? engine.services.media.signedKeptUrl('', { table: 'images', id: posterId, file })
      : null;
  const playable = {
    ...{ kind: 'video' as const, hls: stream, poster },
    ...{ mp4: [], audio: null, overview: null, thumbnails: [] },
  };
  const { styles, scripts, head } = playerFiles(sessions.site, playable);
  // The one page that may ask the server of this stream.
  ui.securityHeaders({ stream: new URL(stream).origin })(request, response, () => undefined);
  const say = liveWords[language];
  const view = { video: { title: name }, language, tracks: [], chapters: [], startSeconds: 0 };
  const source = `${liveAddress({ slug }, 'state')}?shown=${isOnAir}`;
  answer({
    title: name,
    styles,
    scripts: isOnAir ? [...scripts, 'live.js'] : ['live.js'],
    ...(isOnAir && { head }),
    main: html`${isOnAir ? player(playable, { ...view, autoplay: true }) : placeholder(poster)}
${ui.live({ source, label: say.state, language, loadsAnew: true }, stateOf(found, visit))}
<noscript><p><a href="${stream}">${say.stream}</a></p></noscript>
<p>${buildingName}</p>
${textLines(found.description).map((line) => html`<p>${line}</p>`)}`,
  });
}

function stateOf({ isOnAir }: LiveBroadcaster, { reader }: WatchVisit) {
  const say = liveWords[reader.language];
  return isOnAir ? ui.notice('good', say.onAir) : ui.notice('info', say.notOnAir);
}

/** Until it is no longer as the page shows it, which then loads anew. */
async function followLive(visit: WatchVisit): Promise<void> {
  const { sessions, request, response, reader } = visit;
  const session = sessions.sessionOf(request);
  const wasOnAir = request.query.shown === 'true';
  const isForStaff = looksAsStaff(visit);
  if ((await findFor(visit, isForStaff)) === undefined) throw new Refusal('not_found');
  await visit.live.send(request, response, {
    key: `live ${request.params.slug} ${isForStaff}`,
    everyMs: 2_000,
    look: () => findFor(visit, isForStaff),
    session,
    async reader() {
      if (session !== undefined && (await sessions.lookAgain(request)) === undefined) return undefined;
      return { mayStay: looksAsStaff(visit) === isForStaff };
    },
    kindOf: ({ mayStay }) => `${reader.language} ${wasOnAir} ${mayStay}`,
    show: (found, { mayStay }) => ({
      content: html`${mayStay && found && stateOf(found, visit)}`,
      isOver: !mayStay || found?.isOnAir !== wasOnAir,
    }),
    ended: () => sessions.endedNotice(request),
  });
}
