/**
 * What a reader follows and keeps: in the account of whoever has signed in, else on their device, where `my-list.js` has
 * it and asks for this page with what is in it.
 */
import { formText, openVisitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import express, { type Router } from 'express';
import { accessGroupsOf } from '../../../data/access-groups.ts';
import type { FoundVideo } from '../../../data/found-videos.ts';
import * as lists from '../../../data/my-list.ts';
import { findPlacesAt, type ShownPlace } from '../../../data/places.ts';
import { whyClosed } from '../../../domain/who-may-watch.ts';
import { resizedName } from '../../../storage/layout.ts';
import { addToMyList, myListLimits } from '../../../videos/my-list.ts';
import { addresses, videoAddress } from '../../addresses.ts';
import type { MediaUrls } from '../../media/media-urls.ts';
import { queryText } from '../lists/searched-list.ts';
import { itemsIn, listButton, nameOf } from '../my-list/list-button.ts';
import { myListWords } from '../my-list/my-list-words.ts';
import { addressOfPlace, cards, type FindDeps, type FindVisit, titleOfPlace } from './found.ts';

/** To be mounted at its address. */
export function myListRoutes(deps: FindDeps): Router {
  const { readForm, requireAccount } = deps.sessions;
  const run = openVisitsWith(deps);
  const router = express.Router({ caseSensitive: true });
  router.get('/', run(showMyList));
  router.post('/', ...readForm, requireAccount, run(changeMyList));
  return router;
}

/** What there is to show of a list, to this reader. */
interface ShownList {
  /** Of its items those that are gone, or not for them. */
  missing: readonly lists.ListItem[];
  channels: readonly ShownPlace[];
  videos: readonly FoundVideo[];
  fresh: readonly FoundVideo[];
}

/** So many new videos are shown. */
const mostNew = 24;

async function showMyList(visit: FindVisit): Promise<void> {
  const { engine, request, reader, answer } = visit;
  const { account, language, now } = reader;
  const say = myListWords[language];
  const { db } = engine.services;
  const { visitMs } = myListLimits;
  const since =
    account === undefined
      ? instantIn(queryText(request, 'since'))
      : await lists.noteListVisit(db.pool, { accountId: account.id, now, visitMs });
  const items =
    account === undefined ? itemsIn(queryText(request, 'items')) : await lists.itemsOf(db.pool, account.id);
  const list = items.length > 0 && (await findShown(visit, items, since ?? now));
  const signIn = ui.withQuery(addresses.signIn, { next: addresses.myList });
  answer({
    title: say.title,
    styles: ['find.css'],
    scripts: ['my-list.js'],
    main: html`${account !== undefined && takeOverForm(visit, items)}
<div${attributes({ 'data-my-list': account === undefined && String(visitMs) })}>${list ? listPart(visit, list) : ui.emptyState(say.empty, { because: 'new' })}</div>
${account === undefined && html`<noscript><p>${say.withoutScript}</p></noscript><p>${say.onDevice} <a href="${signIn}">${say.signIn}</a></p>`}`,
  });
}

async function changeMyList(visit: FindVisit): Promise<void> {
  const { engine, request, response, reader } = visit;
  const { account } = reader;
  if (account === undefined) throw new Error('this is open to nobody who has not signed in');
  const items = itemsIn(formText(request, 'items'));
  const { missing, channels, videos } = await findShown(visit, items, reader.now);
  const [accountId, { services }] = [account.id, engine];
  if (formText(request, 'do') === 'remove') await lists.removeItems(services.db.pool, { accountId, items });
  else await addToMyList(services, { accountId, items: items.filter((item) => !missing.includes(item)) });
  const [channel, video] = [channels[0], videos[0]];
  const back = channel ? addressOfPlace(channel) : video && videoAddress(video);
  response.redirect(303, formText(request, 'at') === 'page' && back ? back : addresses.myList);
}

/** Of some items what this reader may see. */
async function findShown(
  { engine: { services }, lookups, reader: { account } }: FindVisit,
  items: readonly lists.ListItem[],
  since: Date,
): Promise<ShownList> {
  const viewer = account && { ...account, accessGroups: await accessGroupsOf(services.db, account.id) };
  const channels = await findPlacesAt(lookups, { kind: 'channels', ids: lists.idsIn(items, 'channels') });
  const found = await lists.findVideosAt(lookups, lists.idsIn(items, 'videos'));
  const videos = found.filter((video) => whyClosed(video, { account: viewer }) === undefined);
  const shown = {
    channels: new Set(channels.map(({ id }) => id)),
    videos: new Set(videos.map(({ id }) => id)),
  };
  return {
    missing: items.filter(({ kind, id }) => !shown[kind].has(id)),
    channels,
    videos,
    fresh: await lists.findNewVideos(lookups, { channelIds: [...shown.channels], since, limit: mostNew }),
  };
}

function listPart(visit: FindVisit, { missing, channels, videos, fresh }: ShownList): Html {
  const { language } = visit.reader;
  const { media } = visit.engine.services;
  const say = myListWords[language];
  const view = { media, language, timeZone: visit.engine.timeZone };
  return html`${missing.length > 0 && html`<div class="row">${say.leftOut(missing.length)} ${listButton(visit, { items: missing, isListed: true, at: 'missing' })}</div>`}
${
  channels.length > 0 &&
  html`<section><h2>${say.whatIsNew}</h2>${fresh.length > 0 ? cards({ ...view, videos: fresh }) : html`<p>${say.nothingNew}</p>`}</section>
<section><h2>${say.channels}</h2><ul class="followed">${channels.map(
    (
      place,
    ) => html`<li>${place.headband && html`<img src="${headbandUrl(place.headband, media)}" alt="" loading="lazy">`}
<a href="${addressOfPlace(place)}" id="channels-${place.id}">${titleOfPlace(place, language)}</a> ${listButton(visit, { items: [{ kind: 'channels', id: place.id }], isListed: true, at: 'entry' })}</li>\n`,
  )}</ul></section>`
}
${videos.length > 0 && html`<section><h2>${say.videos}</h2>${cards({ ...view, videos, below: ({ id }) => listButton(visit, { items: [{ kind: 'videos', id }], isListed: true, at: 'entry' }) })}</section>`}`;
}

/** What the device has beside the account; `my-list.js` shows it where there is something. */
function takeOverForm({ reader: { language }, csrf }: FindVisit, items: readonly lists.ListItem[]): Html {
  const say = myListWords[language];
  return html`<form${attributes({ method: 'post', hidden: true, action: addresses.myList, 'data-take-over': true, 'data-listed': items.map(nameOf).join(',') })}>
${csrf()}${ui.hiddenField('items', '')}<p class="row">${ui.submitButton(say.takeOver)}<button type="button" class="plain">${say.leaveOnDevice}</button></p></form>`;
}

/** The picture of a channel or theme, for whoever is shown its page. */
export function headbandUrl({ id, file }: { id: number; file: string }, media: MediaUrls): string {
  return media.signedKeptUrl('', { table: 'images', id, file: resizedName(file, 'large') });
}

/** Of milliseconds; undefined where that is no moment. */
function instantIn(text: string): Date | undefined {
  return /^\d{1,14}$/.test(text) ? new Date(Number(text)) : undefined;
}
