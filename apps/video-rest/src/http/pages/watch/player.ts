import { attributes, type Html, html } from '@campus/pages';
import type { Playable } from './playable.ts';

/**
 * The player of a page: the browser's own, with the MP4 that plays without JavaScript; `player.js` gives it HLS.
 * Sound alone is one file, which needs no script.
 */
export function player({ kind, hls, mp4, audio, poster }: Playable, { label }: { label: string }): Html {
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
  return html`<video${attributes(shown)}>${mp4.map(({ url }) => source({ url, type: 'video/mp4' }))}</video>`;
}

function source({ url, type }: { url: string; type: string }): Html {
  return html`<source src="${url}" type="${type}">`;
}
