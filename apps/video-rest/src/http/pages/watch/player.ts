import path from 'node:path';
import type * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import type { BesideVideo } from '../../../data/beside-videos.ts';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { isPublic } from '../../../domain/who-may-watch.ts';
import { columnOf } from '../../../ffmpeg/plays.ts';
import type { Span } from '../../../ffmpeg/timeline.ts';
import { addresses } from '../../addresses.ts';
import { type MediaUrls, type Playback, playbackOf } from '../../media/media-urls.ts';
import { languageName } from '../../resources/fields/spoken-languages.ts';
import { playerWords } from './player-words.ts';
import { watchWords } from './watch-words.ts';

/** What a page shows with its player. */
interface PlayerView {
  /** What is live has neither id nor length. */
  video: Pick<WatchedVideo, 'title'> & Partial<Pick<WatchedVideo, 'id' | 'durationSeconds'>>;
  language: ui.Language;
  tracks: readonly ShownTrack[];
  chapters: BesideVideo['chapters'];
  /** Where it begins. */
  startSeconds: number;
  /** What plays of the source, in whose times places are kept and taken. */
  plays?: readonly Span[] | undefined;
  /** Whether it begins without being asked to. */
  autoplay?: boolean;
}

/** What a page needs with this player: scripts, style sheets, and early word of what the scripts import. */
export function playerFiles(
  { asset }: Pick<ui.Site, 'asset'>,
  { hls }: Playable,
): Required<Pick<ui.Page, 'scripts' | 'styles' | 'head'>> {
  const imported = ['video-js.js', 'video.core.js', ...(hls === null ? [] : ['player-hls.js', 'hls.mjs'])];
  return {
    scripts: ['player.js'],
    styles: ['video-js.css', 'player.css'],
    head: html`${imported.map((name) => html`<link rel="modulepreload" href="${asset(name)}">\n`)}`,
  };
}

/** Before there is a player: the picture that somebody has chosen for the video, else its place alone. */
export function placeholder(poster: string | null): Html {
  return html`<div class="stage waiting">${
    poster === null
      ? html`<svg viewBox="0 0 24 24" width="72" height="72" aria-hidden="true" fill="currentColor"><path d="M3 5h18v14H3zm2 2v2h2V7zm0 4v2h2v-2zm0 4v2h2v-2zm12-8v2h2V7zm0 4v2h2v-2zm0 4v2h2v-2zM10 8.5v7l5.5-3.5z" fill-rule="evenodd"/></svg>`
      : html`<img src="${poster}" alt="">`
  }</div>`;
}

/**
 * The player of a page: the browser's own, with the MP4 that plays without JavaScript; `player.js` makes one of
 * video.js of it and gives it HLS.
 */
export function player(playable: Playable, view: PlayerView): Html {
  const { kind, hls, mp4, audio, poster, overview } = playable;
  const { video, language, tracks, chapters, startSeconds, autoplay, plays } = view;
  const isSound = kind === 'audio' && audio !== null;
  const shared = {
    class: 'video-js',
    controls: true,
    // Nothing of it is asked for before somebody plays it.
    preload: 'none',
    'aria-label': video.title,
    'data-player': true,
    'data-words': JSON.stringify(playerWords[language]),
    'data-chapters': JSON.stringify(chapters),
    'data-video': video.id,
    'data-length': video.durationSeconds,
    'data-start': startSeconds,
    'data-autoplay': autoplay,
    'data-plays': plays && JSON.stringify(plays),
  };
  const begins = startSeconds > 0 ? `#t=${startSeconds}` : '';
  const source = (url: string, type: string) => html`<source src="${url}${begins}" type="${type}">`;
  if (isSound)
    return html`<div class="stage sound"><audio${attributes(shared)}>${source(audio, 'audio/mp4')}</audio></div>`;
  const shown = {
    ...shared,
    playsinline: true,
    poster: poster ?? undefined,
    'data-hls': hls ?? undefined,
    'data-overview': overview ?? undefined,
  };
  return html`<div class="stage"><video${attributes(shown)}>${mp4.map(({ url }) => source(url, 'video/mp4'))}${tracks.map((shown) => html`<track${attributes(shown)}>`)}</video></div>`;
}

/** A track as the attributes of its element. */
type ShownTrack = Record<'kind' | 'src' | 'srclang' | 'label', string> & { default: boolean };

/** The tracks of a video for a reader, one in their language shown from the beginning: captions where there are some. */
export function tracksFor(
  { tracks }: Pick<BesideVideo, 'tracks'>,
  { media, language }: { media: MediaUrls; language: ui.Language },
): ShownTrack[] {
  const first = firstTrack(tracks, language);
  return tracks.map((track) => {
    const { kind, lang } = track;
    const name = languageName(lang, language);
    return {
      kind,
      src: keptUrl(track, media),
      srclang: lang,
      label: kind === 'captions' ? watchWords[language].captions(name) : name,
      default: track === first,
    };
  });
}

/** The one in the language of a reader, captions where there are some; undefined: there is none. */
export function firstTrack(tracks: BesideVideo['tracks'], language: ui.Language) {
  const own = tracks.filter(({ lang }) => lang === language);
  return own.find(({ kind }) => kind === 'captions') ?? own[0];
}

/**
 * Where a player is to begin, as addresses say it in `?start=`: seconds, or hours, minutes and seconds with colons.
 *
 * @returns seconds; 0 where nothing of the kind is said
 */
export function startSeconds(said: unknown): number {
  if (typeof said !== 'string' || !/^\d{1,6}(:[0-5]?\d){0,2}$/.test(said)) return 0;
  return said.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

/** What there is to play of a video, as paths that work for whoever is shown them, the largest MP4 first. */
export interface Playable extends Playback {
  kind: 'video' | 'audio';
}

/** Of what is on air; undefined: nothing yet. */
export function playableOf(video: WatchedVideo, media: MediaUrls): Playable | undefined {
  const { encodingId, outputs } = video;
  if (encodingId === null || outputs === null) return undefined;
  const { mp4, ...others } = playbackOf(video, media, '');
  return { kind: outputs.kind, mp4: mp4.reverse(), ...others };
}

/** A file to keep: its address, and the name that it is kept under. */
interface Download {
  url: string;
  name: string;
  /** Undefined for sound alone. */
  height: number | undefined;
}

/** The encoded files, and the source last, by the name that it is served under. */
export function downloadsOf(
  video: WatchedVideo,
  media: MediaUrls,
): { encoded: Download[]; source: Pick<Download, 'url'> } {
  const { id, slug, sourceFile, hasOpenSource } = video;
  const mediaFile = { videoId: id, folder: 'source', file: sourceFile };
  const isForEverybody = isPublic(video) && hasOpenSource;
  const { mp4 = [], audio = null } = playableOf(video, media) ?? {};
  return {
    encoded: [
      ...mp4.map(({ height, url }) => ({ url, height, name: `${slug}-${height}p${path.extname(url)}` })),
      ...(audio === null ? [] : [{ url: audio, height: undefined, name: `${slug}${path.extname(audio)}` }]),
    ],
    source: { url: isForEverybody ? media.publicUrl('', mediaFile) : media.signedUrl('', mediaFile) },
  };
}

/** The address of a file that is kept, for whoever is shown the page. */
export function keptUrl(
  { id, file, plays }: Pick<BesideVideo['tracks'][number], 'id' | 'file' | 'plays'>,
  media: MediaUrls,
): string {
  return media.signedKeptUrl('', { table: 'files', id, file }, plays && columnOf(plays));
}

/** Addresses as above, signed anew, of everything that a page of the video has; the source is there for some. */
export function signedAddressesOf(
  video: WatchedVideo,
  media: MediaUrls,
  { withSource, beside }: { withSource: boolean; beside: BesideVideo },
): string[] {
  const { encoded, source } = downloadsOf(video, media);
  const { hls = null, poster = null } = playableOf(video, media) ?? {};
  const others = [hls, poster, withSource ? source.url : null].filter((address) => address !== null);
  const kept = [...beside.tracks, ...beside.documents].map((stored) => keptUrl(stored, media));
  return [...others, ...kept, ...encoded.map(({ url }) => url)].filter((address) =>
    address.startsWith(addresses.signedMedia),
  );
}
