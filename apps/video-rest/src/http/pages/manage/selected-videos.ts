import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import * as rest from '@campus/rest';
import { isStaff, ownedBy } from '../../../domain/ownership.ts';
import { addresses, videoEditAddress } from '../../addresses.ts';
import type { Services } from '../../resources/services.ts';
import { users } from '../../resources/users.ts';
import { videos } from '../../resources/videos.ts';
import { knownReader, type ManageVisit } from '../edit/edited-video.ts';
import { membersOfVisibility, ownerField, typePicker, visibilityField } from '../edit/form-parts.ts';
import { asksForChoices, bodyWith, plainForm, type SentTexts, textOf } from '../edit/sent-form.ts';
import { formFault } from '../errors/form-fault.ts';
import { managedVideosWords } from './managed-videos-words.ts';

/** A page of the list holds fewer; each is changed in a transaction of its own while the reader waits. */
const maxAtOnce = 200;

const selectedChanges = ['visibility', 'type', 'owner', 'encode', 'delete'] as const;

/** What can be done with several videos at once. */
type SelectedChange = (typeof selectedChanges)[number];

/** What an account may do with videos that it manages: staff alone gives them away. */
export function changesFor(caller: rest.Caller): readonly SelectedChange[] {
  return selectedChanges.filter((change) => change !== 'owner' || isStaff(caller));
}

/**
 * Changes the videos that are ticked in the list, or removes them: a page asks what is to become of them, and the next one
 * names those that stay as they are, and why.
 */
export async function changeSelected(visit: ManageVisit): Promise<void> {
  const { request, csrf, answer } = visit;
  const { language } = visit.reader;
  const known = knownReader(visit);
  const say = managedVideosWords[language];
  const { texts } = plainForm(request);
  const ids = [...new Set((texts.video ?? []).flatMap((text) => rest.idOf(text) ?? []))];
  const change = changesFor(known.caller).find((one) => one === textOf(texts, 'do'));
  if (change === undefined || ids.length === 0 || ids.length > maxAtOnce) {
    const problem = ids.length > maxAtOnce ? say.tooMany(maxAtOnce) : say.nothingSelected;
    return answer(refusedPage(problem, language), 400);
  }
  const value = textOf(texts, change);
  const isConfirmed = textOf(texts, 'asked') !== '' && !asksForChoices(texts);
  const lacksValue = value === '' && change !== 'encode' && change !== 'delete';
  if (isConfirmed && !lacksValue) {
    const lines: Line[] = [];
    for (const id of ids) lines.push(await changeOne(known, id, { kind: change, value }));
    return answer(reportPage(lines, language));
  }
  const page = askedPage({
    ...{ language, change, value, csrf: csrf() },
    selected: await selectedVideos(known, ids),
    picker: await pickerFor(known, change, texts),
    problem: isConfirmed ? say.chooseFirst : undefined,
  });
  answer(page, isConfirmed ? 400 : 200);
}

/** What became of one video. */
interface Line {
  id: number;
  /** Absent: it is not there. */
  video?: { title: string; slug: string };
  /** Why it is as it was; absent: it is done. */
  refused?: string;
}

/**
 * Changes or removes one of several videos, as the API would: what it refuses stops none of the others.
 *
 * @param change.value  what it is to have: a word of visibility, or the address of a type or of an account
 */
async function changeOne(
  known: rest.KnownRequest<Services>,
  id: number,
  change: { kind: SelectedChange; value: string },
): Promise<Line> {
  const { engine, language, request } = known;
  const say = managedVideosWords[language];
  let row: rest.Row | undefined;
  const lineOf = (refused?: string): Line => ({
    id,
    ...(row !== undefined && { video: { title: String(row.title), slug: String(row.slug) } }),
    ...(refused !== undefined && { refused }),
  });
  try {
    row = await rest.findObject(videos, known, { key: String(id), toChange: true });
    if (change.kind === 'delete') await rest.removeObject(videos, known, row);
    else await rest.changeObject(videos, known, { body: bodyWith(membersOf(change)), mode: 'patch', row });
    return lineOf();
  } catch (error) {
    const isGone = row === undefined && error instanceof rest.Refusal;
    const fault = isGone ? undefined : formFault(error, { engine, language });
    if (isGone) return lineOf(say.notThere);
    if (fault !== undefined) return lineOf(Object.values(fault.problems).flat().join(' '));
    request.log.error({ err: error }, `video ${id} was not changed`);
    return lineOf(say.internal);
  }
}

function membersOf({ kind, value }: { kind: SelectedChange; value: string }): Record<string, string> {
  switch (kind) {
    case 'visibility':
      return membersOfVisibility(value) ?? {};
    case 'encode':
      return { encode: 'true' };
    default:
      return { [kind]: value };
  }
}

/** Those of these ids that the reader may change. */
async function selectedVideos(
  known: rest.KnownRequest<Services>,
  ids: readonly number[],
): Promise<{ id: number; title: string; slug: string }[]> {
  const { engine, caller } = known;
  const columns = ['id', 'title', 'slug'];
  const { rows } = await engine
    .storeOf(videos.table)
    .pick(
      { columns, ids: [...ids], conditions: ownedBy(caller), maxBytes: maxListedBytes },
      rest.requesterOf(known),
    );
  return rows.map(({ id, title, slug }: rest.Row) => ({
    id: Number(id),
    title: String(title),
    slug: String(slug),
  }));
}

/** Titles and slugs are short. */
const maxListedBytes = 1024 * 1024;

async function pickerFor(
  known: rest.KnownRequest<Services>,
  change: SelectedChange,
  texts: SentTexts,
): Promise<rest.Picker | undefined> {
  const chosen = textOf(texts, change);
  if (change === 'type') return typePicker(chosen, known);
  if (change !== 'owner') return undefined;
  return rest.choicesOf(users, { words: textOf(texts, ui.searchWordsName('owner')), chosen }, known);
}

interface AskedView {
  language: ui.Language;
  csrf: Html;
  change: SelectedChange;
  selected: readonly { id: number; title: string; slug: string }[];
  /** What was chosen before. */
  value: string;
  /** What a type or an owner is chosen from. */
  picker: rest.Picker | undefined;
  problem: string | undefined;
}

/** Asks what is to become of the videos; each can still be left out. */
function askedPage(view: AskedView): ui.Page {
  const { language, csrf, change, selected, problem } = view;
  const say = managedVideosWords[language];
  const rows = selected.map(({ id, title, slug }) => {
    const box = { type: 'checkbox', id: `video-${id}`, name: 'video', value: id, checked: true };
    return [
      html`<input${attributes({ ...box, 'aria-label': say.select(title) })}>`,
      html`<a href="${videoEditAddress({ slug })}">${title}</a>`,
    ];
  });
  const page = ui.confirmPage({
    ...{ title: say.asked[change], breadcrumbs: listLink(language), problem, csrf, language },
    content: html`${say.means[change] !== '' && html`<p>${say.means[change]}</p>`}`,
    fields: html`${ui.hiddenField('do', change)}${ui.hiddenField('asked', 'true')}
${valueField(view)}
${ui.table({ caption: say.asked[change], headings: [html`<span class="unseen">${say.withSelection}</span>`, say.video], rows })}
<p>${ui.selectedCount('video', say.selected)}</p>`,
    ...{ action: addresses.selectedVideos, button: say.buttons[change] },
    ...{ isDangerous: change === 'delete', back: addresses.videos },
  });
  return { ...page, styles: ['manage.css'], scripts: ['select-all.js', 'search-select.js'] };
}

function valueField({ change, value, picker, language }: AskedView): Html | undefined {
  const say = managedVideosWords[language];
  if (change === 'visibility') return visibilityField({}, { value, language });
  if (change === 'type')
    return ui.selectField({
      ...{ name: 'type', label: say.type, choices: picker?.choices ?? [], value: picker?.value },
      ...{ blank: say.choose, required: true },
    });
  if (change !== 'owner' || picker === undefined) return undefined;
  return ownerField(picker, { label: say.newOwner, language });
}

/** Names each video and what became of it. */
function reportPage(lines: readonly Line[], language: ui.Language): ui.Page {
  const say = managedVideosWords[language];
  const done = lines.filter(({ refused }) => refused === undefined).length;
  return {
    title: say.report,
    breadcrumbs: listLink(language),
    main: html`${ui.notice(done === lines.length ? 'good' : 'warning', say.reportCount(done, lines.length))}
${ui.table({
  caption: say.report,
  headings: [say.video, say.outcome, say.remark],
  rows: lines.map((line) => [
    nameOf(line),
    line.refused === undefined ? ui.badge('good', say.isDone) : ui.badge('bad', say.isRefused),
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
function refusedPage(problem: string, language: ui.Language): ui.Page {
  const say = managedVideosWords[language];
  return {
    title: say.withSelection,
    breadcrumbs: listLink(language),
    main: html`${ui.notice('bad', problem)}<p>${backToList(language)}</p>`,
  };
}

function listLink(language: ui.Language) {
  return [{ text: managedVideosWords[language].everybodys, href: addresses.videos }];
}

function backToList(language: ui.Language): Html {
  return ui.buttonLink(
    { text: managedVideosWords[language].back, href: addresses.videos },
    { kind: 'plain' },
  );
}
