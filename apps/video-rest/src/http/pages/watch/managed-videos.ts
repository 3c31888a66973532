import {
  badge,
  buttonLink,
  type Html,
  type HtmlPart,
  html,
  type Language,
  type Page,
  pager,
  submitButton,
  table,
  textField,
  time,
  withQuery,
} from '@campus/pages';
import type { RequestHandler } from 'express';
import { isStaff } from '../../../accounts/is-staff.ts';
import { findManagedVideos, type ManagedVideo } from '../../../data/managed-videos.ts';
import { isPublic } from '../../../videos/visibility.ts';
import { addresses, apiVideoAddress, videoAddress } from '../../addresses.ts';
import { encodingBadge } from '../admin/encoding-badge.ts';
import { pageAsked, pageOf, queryText, rowsOf } from '../sign-in/list-query.ts';
import { requesterOf, signedIn } from '../sign-in/signed-in.ts';
import { managedVideosWords } from './managed-videos-words.ts';
import type { WatchDeps } from './watch-deps.ts';

/** The list of videos for whoever has signed in: their own, or all for staff; behind `requireAccount`. */
export function managedVideos({ engine, sessions }: WatchDeps): RequestHandler {
  return async (request, response) => {
    const account = signedIn(sessions, request);
    const isOfAll = isStaff(account);
    const words = queryText(request, 'q');
    const page = pageAsked(request);
    const ownerId = isOfAll ? undefined : account.id;
    const found = await findManagedVideos(engine.services.db, requesterOf(sessions, request, response), {
      ownerId,
      words,
      ...rowsOf(page),
    });
    const { shown: videos, hasNext } = pageOf(found);
    const reader = { language: sessions.languageOf(request), timeZone: engine.timeZone };
    const view = { ...reader, isOfAll, words, page, videos, hasNext };
    sessions.sendPage(request, response, managedVideosPage(view));
  };
}

interface ManagedVideosView {
  language: Language;
  timeZone: string;
  /** Whether they are those of everybody. */
  isOfAll: boolean;
  /** That were searched for; empty: all videos. */
  words: string;
  page: number;
  videos: readonly ManagedVideo[];
  hasNext: boolean;
}

/** Videos for those who manage them: their own, or all for staff; newest first. */
function managedVideosPage(view: ManagedVideosView): Page {
  const { language, isOfAll, words, page, videos, hasNext } = view;
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
  const none = words === '' ? say.none : say.noneFound(words);
  return {
    title,
    main: html`<p>${buttonLink({ text: say.add, href: addresses.newVideo })}</p>
<form class="row" role="search" method="get" action="${addresses.videos}">
${textField({ name: 'q', label: isOfAll ? say.searchAll : say.searchMine, type: 'search', value: words })}
${submitButton(say.search, { kind: 'plain' })}
</form>
${
  videos.length === 0
    ? html`<p>${none}</p>`
    : table({ caption: title, headings, rows: videos.map((video) => rowOf(video, view)) })
}
${pager({ page, hasNext, language, addressOf: (to) => withQuery(addresses.videos, { q: words, page: to }) })}`,
  };
}

function rowOf(
  video: ManagedVideo,
  { language, timeZone, isOfAll }: Pick<ManagedVideosView, 'language' | 'timeZone' | 'isOfAll'>,
): HtmlPart[] {
  const say = managedVideosWords[language];
  const { title, ownerUsername, encoding, dateAdded } = video;
  const watch = { text: say.watch, href: videoAddress(video) };
  const change = { text: say.change, href: apiVideoAddress(video) };
  return [
    html`<a href="${watch.href}">${title}</a>`,
    ...(isOfAll ? [ownerUsername] : []),
    visibilityOf(video, language),
    encoding === null ? badge('warning', say.notEncoded) : encodingBadge(encoding, language),
    time(dateAdded, { language, timeZone }),
    html`${buttonLink(watch, { kind: 'plain', label: say.watchNamed(title) })}
${buttonLink(change, { kind: 'plain', label: say.changeNamed(title) })}`,
  ];
}

function visibilityOf(video: ManagedVideo, language: Language): Html {
  const say = managedVideosWords[language];
  if (isPublic(video)) return badge('good', say.published);
  return html`${video.isDraft && badge('warning', say.draft)} ${video.isRestricted && badge('warning', say.restricted)}`;
}
