import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { BesideVideo } from '../../../data/beside-videos.ts';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { isActive } from '../../../domain/encoding-states.ts';
import { isPublic, whyClosed } from '../../../domain/who-may-watch.ts';
import { plainText, textLines } from '../../../dublin-core/plain-text.ts';
import {
  type DublinCoreElements,
  type DublinCoreInstance,
  dublinCoreElements,
} from '../../../dublin-core/record.ts';
import { shownLength } from '../../../videos/time-in-video.ts';
import {
  addresses,
  apiVideoAddress,
  embeddedVideoAddress,
  sharedVideoAddress,
  shareLinksAddress,
  videoAddress,
  videoEditAddress,
  videoEncodeAddress,
} from '../../addresses.ts';
import { languageName } from '../../resources/fields/spoken-languages.ts';
import type { downloadsOf, Playable, playerFiles } from './player.ts';
import { visibilityBadges } from './video-state.ts';
import { shareWords, watchWords } from './watch-words.ts';

/** What the page of a video shows, for this reader. */
interface WatchView {
  video: WatchedVideo;
  language: ui.Language;
  /** Of the instance: what its records have in common. */
  instance: DublinCoreInstance;
  /** Public address of the service, and what it is called. */
  base: string;
  /** Of the share link that the reader has come with. */
  key: string | undefined;
  siteName: string;
  /** Whether other sites may ask how it is embedded. */
  isFindable: boolean;
  playable: Playable | undefined;
  /** What the page needs for its player. */
  player: ReturnType<typeof playerFiles>;
  /** The player, or what there is in its place. */
  stage: Html;
  /** What is told of a run beside a player. */
  state: Html | undefined;
  /** What is said. */
  transcript: Html | false;
  /** Keeps the video in the reader's list. */
  listButton: Html | false;
  /** Of what plays. */
  chapters: BesideVideo['chapters'];
  /** Files that go with it. */
  documents: readonly { name: string; url: string }[];
  /** Undefined where the reader may not have them. */
  downloads: ReturnType<typeof downloadsOf> | undefined;
  /** Whether the source is among them. */
  hasSource: boolean;
  /** The hidden field of the forms; undefined for whoever is not to manage the video. */
  csrf: Html | undefined;
  isSignedIn: boolean;
}

/** The page of a video: player, facts, and what search engines read. */
export function watchPage(view: WatchView): ui.Page {
  const { video, language, stage, state, transcript, listButton } = view;
  const say = watchWords[language];
  const lines = textLines(video.description);
  return {
    title: video.title,
    head: html`${view.player.head}${headOf(view)}`,
    styles: view.player.styles,
    scripts: [...view.player.scripts, 'share.js', 'transcript.js', 'live.js', 'copy.js', 'my-list.js'],
    main: html`${hiddenNotice(video, language)}
<div class="watched">${stage}
${transcript}</div>
${state}
${listButton}
<div class="columns">
<div>
${chapterSection(view)}
${
  lines.length > 0 &&
  html`<section class="sheet"><h2>${say.description}</h2>
<p>${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</p></section>`
}
<section class="sheet"><h2>${say.about}</h2>${ui.facts(factsOf(view))}</section>
${documentSection(view)}
</div>
<div>
${shareSection(view)}
${downloadSection(view)}
${manageSection(view)}
</div>
</div>`,
  };
}

/** Why strangers see nothing here. */
function hiddenNotice(video: WatchedVideo, language: ui.Language): Html | false {
  const say = watchWords[language];
  return (
    !isPublic(video) &&
    ui.notice('warning', html`${visibilityBadges(video, language)} ${video.isDraft && say.onlyYou}`)
  );
}

function factsOf({ video, language, instance, isSignedIn }: WatchView): (readonly [string, Html | string])[] {
  const say = watchWords[language];
  // The name that somebody signs in with is not for strangers.
  const owner = video.ownerName || (isSignedIn ? video.ownerUsername : '');
  const sizes = video.outputs?.renditions.map(({ width, height }) => `${width} × ${height}`) ?? [];
  const shown: (readonly [string, Html | string | undefined])[] = [
    [say.owner, owner],
    [say.type, ui.textIn(language, video.typeTitles)],
    [say.date, video.dateEvt === null ? '' : ui.day(video.dateEvt, language)],
    [say.added, ui.time(video.dateAdded, { language, timeZone: instance.timeZone })],
    [say.duration, shownLength(video.durationSeconds)],
    [say.spoken, languageName(video.mainLang, language)],
    [say.renditions, sizes.join(', ')],
  ];
  return shown.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  );
}

/** `player.js` goes there; without it the page begins there. */
function chapterSection({ video, key, chapters, language }: WatchView): Html | false {
  return (
    chapters.length > 0 &&
    html`<section class="sheet"><h2>${watchWords[language].chapters}</h2><ol data-follows>
${chapters.map(
  ({ title, startSeconds }) =>
    html`<li><a href="${ui.withQuery(videoAddress(video), { share: key, start: startSeconds })}" data-seek="${startSeconds}">${title}</a> ${shownLength(startSeconds)}</li>\n`,
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

function downloadSection({ video, downloads, hasSource, language }: WatchView): Html | undefined {
  if (downloads === undefined) return undefined;
  const say = watchWords[language];
  const renditions = video.outputs?.renditions.toReversed() ?? [];
  const withoutFile = renditions.filter(
    (one) => !downloads.encoded.some(({ height }) => height === one.height),
  );
  return html`<section class="sheet"><h2>${say.downloads}</h2><ul>
${downloads.encoded.map(
  ({ url, name, height }) =>
    html`<li><a href="${url}" download="${name}">${height === undefined ? say.sound : say.mp4(height)}</a></li>\n`,
)}${withoutFile.map(({ height }) => html`<li>${say.withoutFile(height)}</li>\n`)}${hasSource && html`<li><a href="${downloads.source.url}">${say.source}</a></li>`}
</ul></section>`;
}

function manageSection({ video, csrf, playable, language }: WatchView): Html | undefined {
  if (csrf === undefined) return undefined;
  const say = watchWords[language];
  const isAgain = video.encodingId !== null || video.latest.state !== null;
  return html`<section class="sheet"><h2>${say.manage}</h2>
<ul><li><a href="${videoEditAddress(video)}">${say.edit}</a></li>
${playable && html`<li><a href="${videoEditAddress(video, 'chapters')}" data-begin-chapter>${say.chapterHere}</a></li>`}
<li><a href="${apiVideoAddress(video)}">${say.apiObject}</a></li>
<li><a href="${shareLinksAddress(video)}">${say.shareLinks}</a></li></ul>
${!isActive(video.latest.state) && encodeForm()}
</section>`;

  function encodeForm(): Html {
    const button = ui.submitButton(isAgain ? say.encodeAgain : say.encode, { kind: 'plain' });
    return html`<form method="post" action="${videoEncodeAddress(video)}">${csrf}${button}</form>
${video.encodingId !== null && html`<p class="help">${say.encodeAgainIs}</p>`}`;
  }
}

function headOf(view: WatchView): Html {
  const { video, language, instance, base, siteName, isFindable, playable } = view;
  const { typeTitles: _, mediaKind: kind, ...rest } = video;
  const address = `${base}${videoAddress(video)}`;
  const record = { ...rest, address, kind, subjects: [ui.textIn(language, video.typeTitles)] };
  const elements = dublinCoreElements(record, instance);
  const isOpen = isPublic(video);
  const poster = isOpen && playable?.poster;
  const summary = isOpen && plainText(video.description).slice(0, 300);
  const oembed = `${base}${ui.withQuery(addresses.embedding, { url: address })}`;
  return html`<link rel="canonical" href="${address}">
${dublinCoreHead(elements)}
<meta property="og:title" content="${video.title}">
<meta property="og:type" content="${kind === 'audio' ? 'music.song' : 'video.other'}">
<meta property="og:url" content="${address}">
<meta property="og:site_name" content="${siteName}">
${summary && html`<meta property="og:description" content="${summary}">`}
${poster && html`<meta property="og:image" content="${base}${poster}">`}
${
  isOpen &&
  html`<meta property="og:video" content="${base}${embeddedVideoAddress(video)}">
<meta property="og:video:type" content="text/html">`
}
${isOpen && isFindable && html`<link rel="alternate" type="application/json+oembed" href="${oembed}" title="${video.title}">`}`;
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

/** Widths and heights that a frame may have; the first is what it has when nothing is said. */
const frameSizes = ['640x360', '854x480', '1280x720', '400x225'] as const;

/**
 * How others come to a video: its address, also as a QR code, and the frame for another site, or why there is none.
 * With JavaScript `share.js` says in both where it begins.
 */
function shareSection({ video, base, key, language, playable, csrf }: WatchView): Html {
  const say = shareWords[language];
  const why = whyClosed(video, { hasShareLink: key !== undefined });
  const address = `${base}${sharedVideoAddress(video, { key })}`;
  const atTime = html`<p><button type="button" class="plain" hidden data-copy-start="${address}" data-done="${say.copied}">${say.copyAt} <span>0:00</span></button></p>`;
  return html`<section class="sheet"><h2>${say.share}</h2>
${ui.copyable(address, { id: 'address', language, label: say.copyAddress })}
${playable && atTime}
<details><summary>${say.qrCode}</summary>${ui.qrCode(address, { label: say.qrCodeOf(address) })}</details>
${
  playable &&
  html`<details><summary>${say.embed}</summary>${
    why === undefined
      ? embedding(video, { base, key, language })
      : html`<p>${say.notEmbedded[why === 'groups' ? 'sign_in' : why]}</p>
${csrf && html`<p><a href="${videoEditAddress(video, 'access')}">${say.embedByLink}</a></p>`}`
  }</details>`
}
</section>`;
}

function embedding(
  video: WatchedVideo,
  { base, key, language }: Pick<WatchView, 'base' | 'key' | 'language'>,
): Html {
  const say = shareWords[language];
  const [width, height] = frameSizes[0].split('x');
  const address = `${base}${ui.withQuery(videoAddress(video), { share: key, is_iframe: 'true' })}`;
  const code = html`<iframe src="${address}" title="${video.title}" width="${width}" height="${height}" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>`;
  const choices = frameSizes.map((value) => ({ value, label: value.replace('x', ' × ') }));
  return html`<fieldset data-embed="embed" hidden><legend>${say.options}</legend><div class="row">
${ui.textField({ name: 'start', idPrefix: 'embed', label: say.start, placeholder: '0:00' })}
${ui.selectField({ name: 'size', idPrefix: 'embed', label: say.size, choices: [...choices, { value: '', label: say.asWide }] })}
</div>${ui.checkbox({ name: 'autoplay', idPrefix: 'embed', label: say.autoplay })}</fieldset>
${ui.copyable(code.toString(), { id: 'embed', language, label: say.copyCode })}
<noscript><p class="help">${say.embedHelp}</p></noscript>`;
}
