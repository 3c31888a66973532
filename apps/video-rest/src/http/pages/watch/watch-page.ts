import {
  copyable,
  day,
  facts,
  type Html,
  html,
  type Language,
  notice,
  type Page,
  submitButton,
  textIn,
  time,
} from '@campus/pages';
import type { BesideVideo } from '../../../data/beside-videos.ts';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { textLines } from '../../../dublin-core/plain-text.ts';
import {
  type DublinCoreElements,
  type DublinCoreInstance,
  dublinCoreElements,
} from '../../../dublin-core/record.ts';
import { isActive } from '../../../videos/encoding-states.ts';
import { clockTime } from '../../../videos/encoding-step.ts';
import { isPublic } from '../../../videos/who-may-watch.ts';
import { apiVideoAddress, shareLinksAddress, videoAddress, videoEncodeAddress } from '../../addresses.ts';
import type { downloadsOf, Playable } from './playable.ts';
import { visibilityBadges } from './visibility-badges.ts';
import { watchWords } from './watch-words.ts';

/** What the page of a video shows, for this reader. */
interface WatchView {
  video: WatchedVideo;
  language: Language;
  /** Of the instance: what its records have in common. */
  instance: DublinCoreInstance;
  /** Public address of the service. */
  base: string;
  playable: Playable | undefined;
  /** The player, or what there is in its place. */
  stage: Html;
  /** What is told of a run beside a player. */
  state: Html | undefined;
  /** Of what plays. */
  chapters: BesideVideo['chapters'];
  /** Files that go with it. */
  documents: readonly { name: string; url: string }[];
  /** Undefined where the reader may not have them. */
  downloads: ReturnType<typeof downloadsOf> | undefined;
  /** The hidden field of the forms; undefined for whoever is not to manage the video. */
  csrf: Html | undefined;
  isSignedIn: boolean;
}

/** The page of a video: player, facts, and what search engines read. */
export function watchPage(view: WatchView): Page {
  const { video, language, base, stage, state } = view;
  const say = watchWords[language];
  const lines = textLines(video.description);
  return {
    title: video.title,
    head: headOf(view),
    scripts: ['player.js', 'live.js', 'copy.js'],
    main: html`${hiddenNotice(video, language)}
${stage}
${state}
<div class="columns">
<section class="sheet"><h2>${say.about}</h2>${facts(factsOf(view))}</section>
<div>
${
  lines.length > 0 &&
  html`<section class="sheet"><h2>${say.description}</h2>
<p>${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</p></section>`
}
${chapterSection(view)}
${documentSection(view)}
${downloadSection(view)}
${manageSection(view)}
${isPublic(video) && embedSection(video, { base, language })}
</div>
</div>`,
  };
}

/** Why strangers see nothing here. */
function hiddenNotice(video: WatchedVideo, language: Language): Html | false {
  const say = watchWords[language];
  return (
    !isPublic(video) &&
    notice('warning', html`${visibilityBadges(video, language)} ${video.isDraft && say.onlyYou}`)
  );
}

function factsOf({ video, language, instance, isSignedIn }: WatchView): (readonly [string, Html | string])[] {
  const say = watchWords[language];
  // The name that somebody signs in with is not for strangers.
  const owner = video.ownerName || (isSignedIn ? video.ownerUsername : '');
  const sizes = video.outputs?.renditions.map(({ width, height }) => `${width} × ${height}`) ?? [];
  const shown: (readonly [string, Html | string | undefined])[] = [
    [say.owner, owner],
    [say.type, textIn(language, video.typeTitles)],
    [say.date, video.dateEvt === null ? '' : day(video.dateEvt, language)],
    [say.added, time(video.dateAdded, { language, timeZone: instance.timeZone })],
    [say.duration, clockTime(video.durationSeconds)],
    [say.spoken, new Intl.DisplayNames([language], { type: 'language' }).of(video.mainLang)],
    [say.renditions, sizes.join(', ')],
  ];
  return shown.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  );
}

/** `player.js` goes there. */
function chapterSection({ chapters, language }: WatchView): Html | false {
  return (
    chapters.length > 0 &&
    html`<section class="sheet"><h2>${watchWords[language].chapters}</h2><ol>
${chapters.map(
  ({ title, startSeconds }) =>
    html`<li><a href="#t=${startSeconds}" data-seek="${startSeconds}">${title}</a> ${clockTime(startSeconds)}</li>\n`,
)}</ol></section>`
  );
}

function documentSection({ documents, language }: WatchView): Html | false {
  return (
    documents.length > 0 &&
    html`<section class="sheet"><h2>${watchWords[language].documents}</h2><ul>
${documents.map(({ name, url }) => html`<li><a href="${url}">${name}</a></li>\n`)}</ul></section>`
  );
}

function downloadSection({ downloads, language }: WatchView): Html | undefined {
  if (downloads === undefined) return undefined;
  const say = watchWords[language];
  return html`<section class="sheet"><h2>${say.downloads}</h2><ul>
${downloads.encoded.map(
  ({ url, name, height }) =>
    html`<li><a href="${url}" download="${name}">${height === undefined ? say.sound : say.mp4(height)}</a></li>\n`,
)}<li><a href="${downloads.source.url}">${say.source}</a></li>
</ul></section>`;
}

function manageSection({ video, csrf, language }: WatchView): Html | undefined {
  if (csrf === undefined) return undefined;
  const say = watchWords[language];
  const isAgain = video.encodingId !== null || video.latest.state !== null;
  return html`<section class="sheet"><h2>${say.manage}</h2>
<ul><li><a href="${apiVideoAddress(video)}">${say.apiObject}</a></li>
<li><a href="${shareLinksAddress(video)}">${say.shareLinks}</a></li></ul>
${!isActive(video.latest.state) && encodeForm()}
</section>`;

  function encodeForm(): Html {
    const button = submitButton(isAgain ? say.encodeAgain : say.encode, { kind: 'plain' });
    return html`<form method="post" action="${videoEncodeAddress(video)}">${csrf}${button}</form>
${video.encodingId !== null && html`<p class="help">${say.encodeAgainIs}</p>`}`;
  }
}

function embedSection(video: WatchedVideo, { base, language }: { base: string; language: Language }): Html {
  const say = watchWords[language];
  const address = `${base}${videoAddress(video)}?is_iframe=true`;
  const code = html`<iframe src="${address}" title="${video.title}" width="640" height="390" allowfullscreen></iframe>`;
  return html`<details class="sheet"><summary>${say.embed}</summary>
${copyable(code.toString(), { id: 'embed', language })}</details>`;
}

function headOf({ video, language, instance, base, playable }: WatchView): Html {
  const { typeTitles: _, mediaKind: kind, ...rest } = video;
  const address = `${base}${videoAddress(video)}`;
  const record = { ...rest, address, kind, subjects: [textIn(language, video.typeTitles)] };
  const elements = dublinCoreElements(record, instance);
  const poster = isPublic(video) && playable?.poster;
  return html`<link rel="canonical" href="${address}">
${dublinCoreHead(elements)}
<meta property="og:title" content="${video.title}">
<meta property="og:type" content="${kind === 'audio' ? 'music.song' : 'video.other'}">
<meta property="og:url" content="${address}">
${poster && html`<meta property="og:image" content="${base}${poster}">`}`;
}

/**
 * The Dublin Core of a video in the head of its page, where search engines and reference managers read it.
 *
 * @see DCMI, "Expressing Dublin Core in HTML/XHTML meta and link elements"
 */
function dublinCoreHead(elements: DublinCoreElements): Html {
  const pairs = Object.entries(elements).flatMap(([name, values]) =>
    values.map((value) => [name.replace(/^dc:/, 'DC.'), value] as const),
  );
  return html`<link rel="schema.DC" href="http://purl.org/dc/elements/1.1/">
${pairs.map(([name, content]) => html`<meta name="${name}" content="${content}">\n`)}`;
}
