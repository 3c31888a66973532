import {
  badge,
  buttonLink,
  type Html,
  type HtmlPart,
  html,
  type Language,
  type Page,
  time,
} from '@campus/pages';
import type { RequestHandler } from 'express';
import { isStaff } from '../../../accounts/is-staff.ts';
import { findManagedVideos, type ManagedVideo } from '../../../data/managed-videos.ts';
import { findUsage } from '../../../data/usage.ts';
import { limitsOf } from '../../../videos/quotas.ts';
import { addresses, apiVideoAddress, videoAddress } from '../../addresses.ts';
import { encodingBadge } from '../sign-in/encoding-badge.ts';
import { type Searched, search, searchedList } from '../sign-in/searched-list.ts';
import { requesterOf, signedIn } from '../sign-in/signed-in.ts';
import { managedVideosWords } from './managed-videos-words.ts';
import { usageNotice } from './usage-notice.ts';
import { visibilityBadges } from './visibility-badges.ts';
import type { WatchDeps } from './watch-deps.ts';

/** The list of videos for whoever has signed in: their own, or all for staff; behind `requireAccount`. */
export function managedVideos({ engine, sessions }: WatchDeps): RequestHandler {
  return async (request, response) => {
    const account = signedIn(sessions, request);
    const isOfAll = isStaff(account);
    const ownerId = isOfAll ? undefined : account.id;
    const requester = requesterOf(sessions, request, response);
    const videos = await search(request, (asked) =>
      findManagedVideos(engine.services.db, requester, { ownerId, ...asked }),
    );
    const { db, quotas } = engine.services;
    const usage = await findUsage(db.prisma, account.id);
    const language = sessions.languageOf(request);
    const view = {
      language,
      timeZone: engine.timeZone,
      isOfAll,
      usage: usage && usageNotice(usage, limitsOf(usage, quotas), language),
    };
    sessions.sendPage(request, response, managedVideosPage(videos, view));
  };
}

interface ManagedVideosView {
  language: Language;
  timeZone: string;
  /** Whether they are those of everybody. */
  isOfAll: boolean;
  /** What those of the reader take. */
  usage: Html | undefined;
}

/** Videos for those who manage them: their own, or all for staff; newest first. */
function managedVideosPage(videos: Searched<ManagedVideo>, view: ManagedVideosView): Page {
  const { language, isOfAll, usage } = view;
  const say = managedVideosWords[language];
  const title = isOfAll ? say.everybodys : say.mine;
  const headings = [
    say.title,
    ...(isOfAll ? [say.owner] : []),
    say.visibility,
    say.encoding,
    say.added,
    say.actions,
  ];
  const none = html`<p>${videos.words === '' ? say.none : say.noneFound(videos.words)}</p>`;
  const label = isOfAll ? say.searchAll : say.searchMine;
  const list = { address: addresses.videos, label, button: say.search, caption: title };
  const rows = videos.rows.map((video) => rowOf(video, view));
  return {
    title,
    main: html`<p>${buttonLink({ text: say.add, href: addresses.newVideo })}</p>
${usage}
${searchedList({ ...list, headings, rows, none }, videos, language)}`,
  };
}

function rowOf(video: ManagedVideo, { language, timeZone, isOfAll }: ManagedVideosView): HtmlPart[] {
  const say = managedVideosWords[language];
  const { title, ownerUsername, encoding, dateAdded } = video;
  const watch = { text: say.watch, href: videoAddress(video) };
  const change = { text: say.change, href: apiVideoAddress(video) };
  return [
    html`<a href="${watch.href}">${title}</a>`,
    ...(isOfAll ? [ownerUsername] : []),
    visibilityBadges(video, language),
    encoding === null ? badge('warning', say.notEncoded) : encodingBadge(encoding, language),
    time(dateAdded, { language, timeZone }),
    html`${buttonLink(watch, { kind: 'plain', label: say.watchNamed(title) })}
${buttonLink(change, { kind: 'plain', label: say.changeNamed(title) })}`,
  ];
}
