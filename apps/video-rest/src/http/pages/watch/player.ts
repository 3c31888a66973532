import { attributes, type Html, html, type Language } from '@campus/pages';
import type { BesideVideo } from '../../../data/beside-videos.ts';
import type { MediaUrls } from '../../media/media-urls.ts';
import { keptUrl, type Playable } from './playable.ts';
import { watchWords } from './watch-words.ts';

/**
 * The player of a page: the browser's own, with the MP4 that plays without JavaScript; `player.js` gives it HLS.
 * Sound alone is one file, which needs no script.
 */
export function player(
  { kind, hls, mp4, audio, poster }: Playable,
  { label, tracks }: { label: string; tracks: readonly ShownTrack[] },
): Html {
  const sources = kind === 'audio' && audio !== null ? [{ url: audio, type: 'audio/mp4' }] : [];
  if (sources.length > 0) {
    return html`<audio controls preload="metadata" aria-label="${label}">${sources.map(source)}</audio>`;
  }
  const shown = {
    controls: true,
    playsinline: true,
    preload: 'metadata',
    'aria-label': label,
    poster: poster ?? undefined,
    'data-hls': hls ?? undefined,
  };
  return html`<video${attributes(shown)}>${mp4.map(({ url }) => source({ url, type: 'video/mp4' }))}${tracks.map((shown) => html`<track${attributes(shown)}>`)}</video>`;
}

/** A track as the attributes of its element. */
type ShownTrack = Record<'kind' | 'src' | 'srclang' | 'label', string> & { default: boolean };

/** The tracks of a video for a reader, one in their language shown from the beginning: captions where there are some. */
export function tracksFor(
  { tracks }: BesideVideo,
  { media, language }: { media: MediaUrls; language: Language },
): ShownTrack[] {
  const names = new Intl.DisplayNames([language], { type: 'language' });
  const own = tracks.filter(({ lang }) => lang === language);
  const first = own.find(({ kind }) => kind === 'captions') ?? own[0];
  return tracks.map((track) => {
    const { kind, lang } = track;
    const name = names.of(lang) ?? lang;
    return {
      kind,
      src: keptUrl(track, media),
      srclang: lang,
      label: kind === 'captions' ? watchWords[language].captions(name) : name,
      default: track === first,
    };
  });
}

function source({ url, type }: { url: string; type: string }): Html {
  return html`<source src="${url}" type="${type}">`;
}
