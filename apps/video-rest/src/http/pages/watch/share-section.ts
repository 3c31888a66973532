import {
  checkbox,
  copyable,
  type Html,
  html,
  type Language,
  qrCode,
  selectField,
  textField,
} from '@campus/pages';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { isPublic } from '../../../domain/who-may-watch.ts';
import { sharedVideoAddress, videoAddress } from '../../addresses.ts';
import { shareWords } from './share-words.ts';

/** Widths and heights that a frame may have; the first is what it has when nothing is said. */
const frameSizes = ['640x360', '854x480', '1280x720', '400x225'] as const;

/**
 * How others come to a video: its address, also as a QR code, and the frame for another site where everybody may watch.
 * With JavaScript `share.js` says in both where it begins.
 *
 * @param options.base  public address of the service
 * @param options.key   of the share link that the reader has come with
 */
export function shareSection(
  video: WatchedVideo,
  {
    base,
    key,
    language,
    plays,
  }: { base: string; key: string | undefined; language: Language; plays: boolean },
): Html {
  const say = shareWords[language];
  const address = `${base}${sharedVideoAddress(video, { key })}`;
  const atTime = html`<p><button type="button" class="plain" hidden data-copy-start="${address}" data-done="${say.copied}">${say.copyAt} <span>0:00</span></button></p>`;
  return html`<section class="sheet"><h2>${say.share}</h2>
${copyable(address, { id: 'address', language, label: say.copyAddress })}
${plays && atTime}
<details><summary>${say.qrCode}</summary>${qrCode(address, { label: say.qrCodeOf(address) })}</details>
${plays && isPublic(video) && embedding(video, { base, language })}
</section>`;
}

function embedding(video: WatchedVideo, { base, language }: { base: string; language: Language }): Html {
  const say = shareWords[language];
  const [width, height] = frameSizes[0].split('x');
  const address = `${base}${videoAddress(video)}?is_iframe=true`;
  const code = html`<iframe src="${address}" title="${video.title}" width="${width}" height="${height}" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>`;
  const choices = frameSizes.map((value) => ({ value, label: value.replace('x', ' × ') }));
  return html`<details><summary>${say.embed}</summary>
<fieldset data-embed="embed" hidden><legend>${say.options}</legend><div class="row">
${textField({ name: 'start', idPrefix: 'embed', label: say.start, placeholder: '0:00' })}
${selectField({ name: 'size', idPrefix: 'embed', label: say.size, choices: [...choices, { value: '', label: say.asWide }] })}
</div>${checkbox({ name: 'autoplay', idPrefix: 'embed', label: say.autoplay })}</fieldset>
${copyable(code.toString(), { id: 'embed', language, label: say.copyCode })}
<noscript><p class="help">${say.embedHelp}</p></noscript></details>`;
}
