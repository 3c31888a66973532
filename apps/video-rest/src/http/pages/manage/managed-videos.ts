import {
  actionBar,
  buttonLink,
  type Choice,
  foldedFilter,
  type Html,
  hiddenField,
  html,
  outcomeNotice,
  type Page,
  pager,
  selectAll,
  selectField,
  submitButton,
  table,
  tabs,
  textField,
  withQuery,
} from '@campus/pages';
import { choicesOf, type KnownRequest } from '@campus/rest';
import type { RequestHandler } from 'express';
import { findManagedVideos, type ManagedVideo, managedStates } from '../../../data/managed-videos.ts';
import { findUsage } from '../../../data/usage.ts';
import { isStaff } from '../../../domain/is-staff.ts';
import { limitsOf } from '../../../videos/quotas.ts';
import { addresses } from '../../addresses.ts';
import type { Services } from '../../resources/services.ts';
import { types } from '../../resources/types.ts';
import { editWords } from '../edit/edit-words.ts';
import { knownReader } from '../edit/known-reader.ts';
import { visibilities } from '../edit/visibility.ts';
import { pageAsked, pageOf } from '../lists/list-query.ts';
import { requesterOf, signedIn } from '../sign-in/signed-in.ts';
import type { WatchDeps } from '../watch/watch-deps.ts';
import { type ManagedParameters, managedQuery, orderIn, parametersOf } from './managed-query.ts';
import { managedVideosWords } from './managed-videos-words.ts';
import { changesFor } from './selected-changes.ts';
import { usageNotice } from './usage-notice.ts';
import { videoRow } from './video-row.ts';

/** The check boxes of the list, which its bar of actions sends. */
const selection = { id: 'selection', name: 'video' };

/** More than any platform has: this field has no search. */
const maxTypes = 1000;

/** The list of videos for whoever has signed in: their own, or all for staff; behind `requireAccount`. */
export function managedVideos(deps: WatchDeps): RequestHandler {
  const { engine, sessions } = deps;
  return async (request, response) => {
    const account = signedIn(sessions, request);
    const isOfAll = isStaff(account);
    const parameters = parametersOf(request);
    const { db, quotas } = engine.services;
    const query = managedQuery(request, parameters, isOfAll ? undefined : account.id);
    const found = await findManagedVideos(db, requesterOf(sessions, request, response), query);
    const known = knownReader(deps, request, response);
    const usage = await findUsage(db.prisma, account.id);
    const page = managedVideosPage({
      ...{ parameters, known, isOfAll, page: pageAsked(request), ...pageOf(found) },
      types: await typeChoices(known),
      csrf: sessions.csrfField(request, response),
      usage: usage && usageNotice(usage, limitsOf(usage, quotas), known.language),
    });
    sessions.sendPage(request, response, page);
  };
}

/** By their ids, as the address of the list has them. */
async function typeChoices(known: KnownRequest<Services>): Promise<Choice[]> {
  const picker = await choicesOf(types, { words: '', chosen: '', limit: maxTypes }, known);
  return (picker?.choices ?? []).map(({ value, label }) => ({ value: value.split('/').at(-2) ?? '', label }));
}

interface ManagedVideosView {
  parameters: ManagedParameters;
  known: KnownRequest<Services>;
  /** Whether they are those of everybody. */
  isOfAll: boolean;
  page: number;
  shown: readonly ManagedVideo[];
  hasNext: boolean;
  types: readonly Choice[];
  csrf: Html;
  /** What those of the reader take. */
  usage: Html | undefined;
}

function managedVideosPage(view: ManagedVideosView): Page {
  const { parameters, known, isOfAll, page, shown, hasNext, csrf, usage } = view;
  const { language } = known;
  const say = managedVideosWords[language];
  const title = isOfAll ? say.everybodys : say.mine;
  const isRestricted = Object.keys(parameters).some((name) => name !== 'order');
  return {
    title,
    styles: ['lists.css', 'manage.css'],
    scripts: ['select-all.js'],
    main: html`${outcomeNotice(known.request.query.done, { deleted: { mood: 'good', text: say.deleted } })}
<div class="list-head">${stateTabs(view)}${buttonLink({ text: say.add, href: addresses.newVideo })}</div>
${filterForm(view)}
${shown.length === 0 ? html`<p>${isRestricted ? say.noneFound : say.none}</p>` : videoTable(view, title)}
${pager({ page, hasNext, language, addressOf: (to) => withQuery(addresses.videos, { ...parameters, page: to }) })}
${usage && html`<section class="quiet usage" aria-label="${say.usage}">${usage}</section>`}
${
  shown.length > 0 &&
  actionBar(
    {
      ...selection,
      label: say.withSelection,
      selected: say.selected,
      action: addresses.selectedVideos,
      csrf,
    },
    html`${changesFor(known.caller).map((change) =>
      submitButton(say.changes[change], {
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
  const tab = (state: (typeof managedStates)[number] | undefined) => ({
    text: state === undefined ? say.allStates : say.states[state],
    href: withQuery(addresses.videos, { ...parameters, state }),
    isOpen: parameters.state === state,
  });
  return tabs([undefined, ...managedStates].map(tab), { label: say.encoding, language });
}

function filterForm({ parameters, types: all, isOfAll, known: { language } }: ManagedVideosView): Html {
  const say = managedVideosWords[language];
  const { q, visibility, type, owner, state, order } = parameters;
  const isSet = [q, visibility, type, owner].some((value) => value !== undefined);
  return foldedFilter(
    { label: say.filter, isSet },
    html`<form class="row" method="get" action="${addresses.videos}" role="search" aria-label="${say.filter}">
${state !== undefined && hiddenField('state', state)}${order !== undefined && hiddenField('order', order)}
${textField({ name: 'q', label: isOfAll ? say.searchAll : say.searchMine, type: 'search', value: q })}
${selectField({
  ...{ name: 'visibility', label: say.visibility, value: visibility, blank: say.any },
  choices: visibilities.map((value) => ({ value, label: editWords[language].visibilities[value].word })),
})}
${selectField({ name: 'type', label: say.type, value: type, choices: all, blank: say.any })}
${isOfAll && textField({ name: 'owner', label: say.ownerExactly, type: 'search', value: owner })}
${submitButton(say.search, { kind: 'plain' })}
${isSet && html`<a href="${withQuery(addresses.videos, { state, order })}">${say.reset}</a>`}
</form>`,
  );
}

function videoTable({ parameters, known, isOfAll, shown }: ManagedVideosView, caption: string): Html {
  const { language } = known;
  const say = managedVideosWords[language];
  const { order, descending } = orderIn(parameters);
  const sorted = (by: typeof order, text: string) => {
    const isOpen = by === order;
    // What is newest or longest comes first, titles from A.
    const next = isOpen ? !descending : by !== 'title';
    return {
      text,
      href: withQuery(addresses.videos, { ...parameters, order: `${next ? '-' : ''}${by}` }),
      order: isOpen ? (descending ? ('descending' as const) : ('ascending' as const)) : undefined,
    };
  };
  return table({
    caption,
    headings: [
      selectAll(selection.name, { heading: say.withSelection, text: say.all, label: say.selectAll }),
      sorted('title', say.video),
      ...[say.visibility, say.encoding],
      sorted('duration', say.duration),
      sorted('added', say.added),
      say.actions,
    ],
    rows: shown.map((video) => videoRow(video, { known, isOfAll, selection })),
  });
}
