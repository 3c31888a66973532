/** The pages between a selection of videos and what has become of it. */
import {
  attributes,
  badge,
  buttonLink,
  confirmPage,
  type Html,
  hiddenField,
  html,
  type Language,
  notice,
  type Page,
  searchSelect,
  selectedCount,
  selectField,
  table,
} from '@campus/pages';
import type { Picker } from '@campus/rest';
import { addresses, videoEditAddress } from '../../addresses.ts';
import { visibilityField } from '../edit/visibility.ts';
import { managedVideosWords } from './managed-videos-words.ts';
import type { Line, SelectedChange } from './selected-changes.ts';

interface AskedView {
  language: Language;
  csrf: Html;
  change: SelectedChange;
  selected: readonly { id: number; title: string; slug: string }[];
  /** What was chosen before. */
  value: string;
  /** What a type or an owner is chosen from. */
  picker: Picker | undefined;
  problem: string | undefined;
}

/** Asks what is to become of the videos; each can still be left out. */
export function askedPage(view: AskedView): Page {
  const { language, csrf, change, selected, problem } = view;
  const say = managedVideosWords[language];
  const rows = selected.map(({ id, title, slug }) => {
    const box = { type: 'checkbox', id: `video-${id}`, name: 'video', value: id, checked: true };
    return [
      html`<input${attributes({ ...box, 'aria-label': say.select(title) })}>`,
      html`<a href="${videoEditAddress({ slug })}">${title}</a>`,
    ];
  });
  const page = confirmPage({
    ...{ title: say.asked[change], breadcrumbs: listLink(language), problem, csrf, language },
    content: html`${say.means[change] !== '' && html`<p>${say.means[change]}</p>`}`,
    fields: html`${hiddenField('do', change)}${hiddenField('asked', 'true')}
${valueField(view)}
${table({ caption: say.asked[change], headings: [html`<span class="unseen">${say.withSelection}</span>`, say.video], rows })}
<p>${selectedCount('video', say.selected)}</p>`,
    ...{ action: addresses.selectedVideos, button: say.buttons[change] },
    ...{ isDangerous: change === 'delete', back: addresses.videos },
  });
  return { ...page, styles: ['manage.css'], scripts: ['select-all.js', 'search-select.js'] };
}

function valueField({ change, value, picker, language }: AskedView): Html | undefined {
  const say = managedVideosWords[language];
  if (change === 'visibility') return visibilityField({}, { value, language });
  if (change === 'type')
    return selectField({
      ...{ name: 'type', label: say.type, choices: picker?.choices ?? [], value: picker?.value },
      ...{ blank: say.choose, required: true },
    });
  if (change !== 'owner' || picker === undefined) return undefined;
  return searchSelect({
    ...{ name: 'owner', label: say.newOwner, language, ...picker, required: true },
    ...{ source: addresses.apiUsers, valueMember: 'url', labelMember: 'username' },
  });
}

/** Names each video and what became of it. */
export function reportPage(lines: readonly Line[], language: Language): Page {
  const say = managedVideosWords[language];
  const done = lines.filter(({ refused }) => refused === undefined).length;
  return {
    title: say.report,
    breadcrumbs: listLink(language),
    main: html`${notice(done === lines.length ? 'good' : 'warning', say.reportCount(done, lines.length))}
${table({
  caption: say.report,
  headings: [say.video, say.outcome, say.remark],
  rows: lines.map((line) => [
    nameOf(line),
    line.refused === undefined ? badge('good', say.isDone) : badge('bad', say.isRefused),
    html`${line.refused}`,
  ]),
})}
<p>${backToList(language)}</p>`,
  };

  /** The page of one that was deleted leads nowhere. */
  function nameOf({ id, video, refused }: Line): Html {
    if (video === undefined) return html`${id}`;
    return refused === undefined
      ? html`${video.title}`
      : html`<a href="${videoEditAddress(video)}">${video.title}</a>`;
  }
}

/** Nothing is done, for this reason. */
export function refusedPage(problem: string, language: Language): Page {
  const say = managedVideosWords[language];
  return {
    title: say.withSelection,
    breadcrumbs: listLink(language),
    main: html`${notice('bad', problem)}<p>${backToList(language)}</p>`,
  };
}

function listLink(language: Language) {
  return [{ text: managedVideosWords[language].everybodys, href: addresses.videos }];
}

function backToList(language: Language): Html {
  return buttonLink({ text: managedVideosWords[language].back, href: addresses.videos }, { kind: 'plain' });
}
