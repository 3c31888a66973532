import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import { idOf, type KnownRequest } from '@campus/rest';
import type { Request } from 'express';
import * as managed from '../../../data/managed-videos.ts';
import { findUsage, type Usage } from '../../../data/usage.ts';
import { isStaff } from '../../../domain/ownership.ts';
import { type Limits, limitsOf } from '../../../videos/quotas.ts';
import { shownLength } from '../../../videos/time-in-video.ts';
import { addresses, videoAddress, videoEditAddress } from '../../addresses.ts';
import { playbackOf } from '../../media/media-urls.ts';
import type { Services } from '../../resources/services.ts';
import { editWords } from '../edit/edit-words.ts';
import { knownReader, type ManageVisit } from '../edit/edited-video.ts';
import { typePicker, visibilities } from '../edit/form-parts.ts';
import { encodingBadge } from '../encoding-state/encoding-badge.ts';
import { pageAsked, pageOf, queryText, rowsOf } from '../lists/searched-list.ts';
import { visibilityBadges } from '../watch/video-state.ts';
import { managedVideosWords } from './managed-videos-words.ts';
import { changesFor } from './selected-videos.ts';

/** The check boxes of the list, which its bar of actions sends. */
const selection = { id: 'selection', name: 'video' };

/** The list of videos for whoever has signed in: their own, or all for staff. */
export async function listVideos(visit: ManageVisit): Promise<void> {
  const { engine, lookups, request, reader, csrf, answer } = visit;
  const { account } = reader;
  const isOfAll = isStaff(account);
  const parameters = parametersOf(request);
  const { db, quotas } = engine.services;
  const query = managedQuery(request, parameters, isOfAll ? undefined : account.id);
  const found = await managed.findManagedVideos(lookups, query);
  const known = knownReader(visit);
  const usage = await findUsage(db.pool, account.id);
  answer(
    managedVideosPage({
      ...{ parameters, known, isOfAll, page: pageAsked(request), ...pageOf(found) },
      types: await typeChoices(known),
      csrf: csrf(),
      usage: usage && usageNotice(usage, limitsOf(usage, quotas), known.language),
    }),
  );
}

/** What the list of videos is asked for: the parameters of its address, which lead to it again. */
type ManagedParameters = Readonly<
  Partial<Record<'q' | 'state' | 'visibility' | 'type' | 'owner' | 'order', string>>
>;

/** What of an address restricts the list and puts it in order; what says nothing is left out. */
function parametersOf(request: Request): ManagedParameters {
  const names = ['q', 'state', 'visibility', 'type', 'owner', 'order'] as const;
  const given = names.map((name) => [name, queryText(request, name)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** The column and its direction in an address: `title`, `-added`. */
function orderIn({
  order: given = '-added',
}: ManagedParameters): Pick<managed.ManagedQuery, 'order' | 'descending'> {
  const names = Object.keys(managed.managedOrders) as (keyof typeof managed.managedOrders)[];
  const order = names.find((name) => name === given.replace(/^-/, ''));
  return order === undefined
    ? { order: 'added', descending: true }
    : { order, descending: given.startsWith('-') };
}

/** @param ownerId  whose videos the list is of; undefined: those of everybody, which one more parameter restricts */
function managedQuery(
  request: Request,
  parameters: ManagedParameters,
  ownerId: number | undefined,
): managed.ManagedQuery {
  const { q = '', state, visibility, type = '', owner = '' } = parameters;
  return {
    ...{ ownerId, words: q, owner: ownerId === undefined ? owner : '', typeId: idOf(type) },
    state: managed.managedStates.find((one) => one === state),
    visibility: visibilities.find((one) => one === visibility),
    ...orderIn(parameters),
    ...rowsOf(pageAsked(request)),
  };
}

/** By their ids, as the address of the list has them. */
async function typeChoices(known: KnownRequest<Services>): Promise<ui.Choice[]> {
  const { choices } = await typePicker('', known);
  return choices.map(({ value, label }) => ({ value: value.split('/').at(-2) ?? '', label }));
}

interface ManagedVideosView {
  parameters: ManagedParameters;
  known: KnownRequest<Services>;
  /** Whether they are those of everybody. */
  isOfAll: boolean;
  page: number;
  shown: readonly managed.ManagedVideo[];
  hasNext: boolean;
  types: readonly ui.Choice[];
  csrf: Html;
  /** What those of the reader take. */
  usage: Html | undefined;
}

function nothingListed(isRestricted: boolean, language: ui.Language): Html {
  const say = managedVideosWords[language];
  if (isRestricted) return ui.emptyState(say.noneFound, { because: 'search' });
  const next = ui.buttonLink({ text: say.add, href: addresses.newVideo });
  return ui.emptyState(say.none, { because: 'new', next });
}

function managedVideosPage(view: ManagedVideosView): ui.Page {
  const { parameters, known, isOfAll, page, shown, hasNext, csrf, usage } = view;
  const { language } = known;
  const say = managedVideosWords[language];
  const title = isOfAll ? say.everybodys : say.mine;
  const isRestricted = Object.keys(parameters).some((name) => name !== 'order');
  return {
    title,
    styles: ['lists.css', 'manage.css'],
    scripts: ['select-all.js'],
    main: html`${ui.outcomeNotice(known.request.query.done, { deleted: { mood: 'good', text: say.deleted } })}
<div class="list-head">${stateTabs(view)}${ui.buttonLink({ text: say.add, href: addresses.newVideo })}</div>
${filterForm(view)}
${shown.length === 0 ? nothingListed(isRestricted, language) : videoTable(view, title)}
${ui.pager({ page, hasNext, language, addressOf: (to) => ui.withQuery(addresses.videos, { ...parameters, page: to }) })}
${usage && html`<section class="quiet usage" aria-label="${say.usage}">${usage}</section>`}
${
  shown.length > 0 &&
  ui.actionBar(
    {
      ...selection,
      label: say.withSelection,
      selected: say.selected,
      action: addresses.selectedVideos,
      csrf,
    },
    html`${changesFor(known.caller).map((change) =>
      ui.submitButton(say.changes[change], {
        ...{ name: 'do', value: change },
        kind: change === 'delete' ? 'danger' : 'plain',
      }),
    )}`,
  )
}`,
  };
}

function stateTabs({ parameters, known: { language } }: ManagedVideosView): Html {
  const say = managedVideosWords[language];
  const tab = (state: (typeof managed.managedStates)[number] | undefined) => ({
    text: state === undefined ? say.allStates : say.states[state],
    href: ui.withQuery(addresses.videos, { ...parameters, state }),
    isOpen: parameters.state === state,
  });
  return ui.tabs([undefined, ...managed.managedStates].map(tab), { label: say.encoding, language });
}

function filterForm({ parameters, types: all, isOfAll, known: { language } }: ManagedVideosView): Html {
  const say = managedVideosWords[language];
  const { q, visibility, type, owner, state, order } = parameters;
  const isSet = [q, visibility, type, owner].some((value) => value !== undefined);
  return ui.foldedFilter(
    { label: say.filter, isSet },
    html`<form class="row" method="get" action="${addresses.videos}" role="search" aria-label="${say.filter}">
${state !== undefined && ui.hiddenField('state', state)}${order !== undefined && ui.hiddenField('order', order)}
${ui.textField({ name: 'q', label: isOfAll ? say.searchAll : say.searchMine, type: 'search', value: q })}
${ui.selectField({
  ...{ name: 'visibility', label: say.visibility, value: visibility, blank: say.any },
  choices: visibilities.map((value) => ({ value, label: editWords[language].visibilities[value].word })),
})}
${ui.selectField({ name: 'type', label: say.type, value: type, choices: all, blank: say.any })}
${isOfAll && ui.textField({ name: 'owner', label: say.ownerExactly, type: 'search', value: owner })}
${ui.submitButton(say.search, { kind: 'plain' })}
${isSet && html`<a href="${ui.withQuery(addresses.videos, { state, order })}">${say.reset}</a>`}
</form>`,
  );
}

function videoTable(view: ManagedVideosView, caption: string): Html {
  const { parameters, known, shown } = view;
  const { language } = known;
  const say = managedVideosWords[language];
  const { order, descending } = orderIn(parameters);
  const sorted = (by: typeof order, text: string) => {
    const isOpen = by === order;
    // What is newest or longest comes first, titles from A.
    const next = isOpen ? !descending : by !== 'title';
    return {
      text,
      href: ui.withQuery(addresses.videos, { ...parameters, order: `${next ? '-' : ''}${by}` }),
      order: isOpen ? (descending ? ('descending' as const) : ('ascending' as const)) : undefined,
    };
  };
  return ui.table({
    caption,
    headings: [
      ui.selectAll(selection.name, { heading: say.withSelection, text: say.all, label: say.selectAll }),
      sorted('title', say.video),
      ...[say.visibility, say.encoding],
      sorted('duration', say.duration),
      sorted('added', say.added),
      say.actions,
    ],
    rows: shown.map((video) => videoRow(video, view)),
  });
}

/** The cells of a video: what it is called and whose it is in two lines beside its picture. */
function videoRow(
  video: managed.ManagedVideo,
  { known: { engine, language }, isOfAll }: Pick<ManagedVideosView, 'known' | 'isOfAll'>,
): Html[] {
  const say = managedVideosWords[language];
  const { id, title, ownerUsername, typeTitles, encoding, percent, dateAdded, durationSeconds } = video;
  const { poster } = playbackOf(video, engine.services.media, '');
  const about = [...(isOfAll ? [ownerUsername] : []), ui.textIn(language, typeTitles)];
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
    html`${encoding === null ? ui.badge('warning', say.notEncoded) : encodingBadge(encoding, language)}${atWork && html` <span class="quiet">${percent} %</span>`}`,
    html`${shownLength(durationSeconds)}`,
    ui.time(dateAdded, { language, timeZone: engine.timeZone }),
    ui.buttonLink(edit, { kind: 'plain', label: say.changeNamed(title) }),
  ];
}

/** What somebody's videos take, and how much of what they may where that has a limit. */
function usageNotice(used: Usage, allowed: Limits, language: ui.Language): Html {
  const say = managedVideosWords[language];
  const size = (bytes: number) => ui.fileSize(bytes, language);
  const bytes =
    allowed.bytes === undefined ? size(used.bytes) : say.of(size(used.bytes), size(allowed.bytes));
  const videos =
    allowed.videos === undefined ? String(used.videos) : say.of(String(used.videos), String(allowed.videos));
  return html`<p>${say.sources(bytes)}${bar(used.bytes, allowed.bytes, say.sources(bytes))}</p>
<p>${say.videos(videos)}${bar(used.videos, allowed.videos, say.videos(videos))}</p>`;
}

function bar(used: number, allowed: number | undefined, label: string): Html | undefined {
  if (allowed === undefined) return undefined;
  return html` <progress max="${Math.max(allowed, 1)}" value="${Math.min(used, allowed)}" aria-label="${label}"></progress>`;
}
