import { badge, type Html, html, type Page, tabs } from '@campus/pages';
import { addresses, type VideoSection, videoAddress, videoEditAddress } from '../../addresses.ts';
import { playbackOf } from '../../media/media-urls.ts';
import { encodingBadge } from '../encoding-state/encoding-badge.ts';
import { shownLength } from '../watch/shown-length.ts';
import { visibilityBadges } from '../watch/visibility-badges.ts';
import { editWords } from './edit-words.ts';
import type { EditedVideo } from './edited-video.ts';

const sections: readonly VideoSection[] = [
  ...(['metadata', 'thumbnail', 'access', 'tracks', 'chapters', 'source'] as const),
  'delete',
];

/** The page of a section, below what the video is and the way to the others. */
export function editPage(
  edited: EditedVideo,
  { section, scripts = [], content }: { section: VideoSection; scripts?: readonly string[]; content: Html },
): Page {
  const { video, known, isTheirs } = edited;
  const { language } = known;
  const say = editWords[language];
  const mayOpen = sections.filter((name) => name !== 'delete' || isTheirs);
  const ways = mayOpen.map((name) => ({
    text: say.sections[name],
    href: videoEditAddress(video, name),
    isOpen: name === section,
  }));
  return {
    title: say.edit(video.title),
    breadcrumbs: [
      { text: say.videos, href: addresses.videos },
      { text: video.title, href: videoAddress(video) },
    ],
    styles: ['lists.css', 'manage.css'],
    scripts,
    main: html`${summary(edited)}
${tabs(ways, { label: say.parts, language })}
<h2 class="unseen">${say.sections[section]}</h2>
${content}`,
  };
}

function summary({ video, known }: EditedVideo): Html {
  const { language, engine } = known;
  const say = editWords[language];
  const { poster } = playbackOf(video, engine.services.media, '');
  const { state } = video.latest;
  return html`<div class="edited">
${poster !== null && html`<img class="poster" src="${poster}" alt="" width="128" height="72">`}
<p>${visibilityBadges(video, language)} ${state === null ? badge('warning', say.notEncoded) : encodingBadge(state, language)}
<span class="quiet">${shownLength(video.durationSeconds)}</span>
<br><a href="${videoAddress(video)}">${say.watch}</a></p>
</div>`;
}
