import { attributes, badge, buttonLink, type Html, html, textIn, time } from '@campus/pages';
import type { KnownRequest } from '@campus/rest';
import type { ManagedVideo } from '../../../data/managed-videos.ts';
import { videoAddress, videoEditAddress } from '../../addresses.ts';
import { playbackOf } from '../../media/media-urls.ts';
import type { Services } from '../../resources/services.ts';
import { encodingBadge } from '../encoding-state/encoding-badge.ts';
import { shownLength } from '../watch/shown-length.ts';
import { visibilityBadges } from '../watch/visibility-badges.ts';
import { managedVideosWords } from './managed-videos-words.ts';

/** The cells of a video: what it is called and whose it is in two lines beside its picture. */
export function videoRow(
  video: ManagedVideo,
  {
    known: { engine, language },
    isOfAll,
    selection,
  }: {
    known: KnownRequest<Services>;
    /** Whether the list is of everybody's videos. */
    isOfAll: boolean;
    /** The form of the check boxes, and their name. */
    selection: { id: string; name: string };
  },
): Html[] {
  const say = managedVideosWords[language];
  const { id, title, ownerUsername, typeTitles, encoding, percent, dateAdded, durationSeconds } = video;
  const { poster } = playbackOf(video, engine.services.media, '');
  const about = [...(isOfAll ? [ownerUsername] : []), textIn(language, typeTitles)];
  const box = { type: 'checkbox', name: selection.name, value: id, form: selection.id };
  const edit = { text: say.change, href: videoEditAddress(video) };
  const atWork = encoding === 'running' && percent !== null;
  return [
    html`<input${attributes({ ...box, id: `video-${id}`, 'aria-label': say.select(title) })}>`,
    html`<div class="listed">${
      poster === null
        ? html`<span class="poster" aria-hidden="true"></span>`
        : html`<img class="poster" src="${poster}" alt="" loading="lazy" width="96" height="54">`
    }<div><a class="title" href="${videoAddress(video)}">${title}</a><br><span class="quiet">${about.join(' · ')}</span></div></div>`,
    visibilityBadges(video, language),
    html`${encoding === null ? badge('warning', say.notEncoded) : encodingBadge(encoding, language)}${atWork && html` <span class="quiet">${percent} %</span>`}`,
    html`${shownLength(durationSeconds)}`,
    time(dateAdded, { language, timeZone: engine.timeZone }),
    buttonLink(edit, { kind: 'plain', label: say.changeNamed(title) }),
  ];
}
