import { searchWordsName } from '@campus/pages';
import { choicesOf, idOf, type KnownRequest, type Picker, type Row, requesterOf } from '@campus/rest';
import express, { type RequestHandler, type Router } from 'express';
import { ownedBy } from '../../../domain/ownership.ts';
import type { Services } from '../../resources/services.ts';
import { types } from '../../resources/types.ts';
import { users } from '../../resources/users.ts';
import { videos } from '../../resources/videos.ts';
import { knownReader } from '../edit/known-reader.ts';
import { asksForChoices, plainForm, type SentTexts, textOf } from '../edit/sent-form.ts';
import type { WatchDeps } from '../watch/watch-deps.ts';
import { managedVideosWords } from './managed-videos-words.ts';
import { changeOne, changesFor, type Line, type SelectedChange } from './selected-changes.ts';
import { askedPage, refusedPage, reportPage } from './selected-pages.ts';

/** A page of the list holds fewer; each is changed in a transaction of its own while the reader waits. */
const maxAtOnce = 200;

/** More than any platform has: this field has no search. */
const maxTypes = 1000;

/**
 * Changes the videos that are ticked in the list, or removes them: a page asks what is to become of them, and the next one
 * names those that stay as they are, and why.
 */
export function selectedRoutes(deps: WatchDeps): Router {
  const router = express.Router();
  const { requireAccount, readForm } = deps.sessions;
  router.post('/', requireAccount, ...readForm, changeSelected(deps));
  return router;
}

function changeSelected(deps: WatchDeps): RequestHandler {
  const { sessions } = deps;
  return async (request, response) => {
    const known = knownReader(deps, request, response);
    const { language } = known;
    const say = managedVideosWords[language];
    const { texts } = plainForm(request);
    const ids = [...new Set((texts.video ?? []).flatMap((text) => idOf(text) ?? []))];
    const change = changesFor(known.caller).find((one) => one === textOf(texts, 'do'));
    if (change === undefined || ids.length === 0 || ids.length > maxAtOnce) {
      const problem = ids.length > maxAtOnce ? say.tooMany(maxAtOnce) : say.nothingSelected;
      return sessions.sendPage(request, response, refusedPage(problem, language), { status: 400 });
    }
    const value = textOf(texts, change);
    const isConfirmed = textOf(texts, 'asked') !== '' && !asksForChoices(texts);
    const lacksValue = value === '' && change !== 'encode' && change !== 'delete';
    if (isConfirmed && !lacksValue) {
      const lines: Line[] = [];
      for (const id of ids) lines.push(await changeOne(known, id, { kind: change, value }));
      return sessions.sendPage(request, response, reportPage(lines, language));
    }
    const page = askedPage({
      ...{ language, change, value, csrf: sessions.csrfField(request, response) },
      selected: await selectedVideos(known, ids),
      picker: await pickerFor(known, change, texts),
      problem: isConfirmed ? say.chooseFirst : undefined,
    });
    sessions.sendPage(request, response, page, { status: isConfirmed ? 400 : 200 });
  };
}

/** Those of these ids that the reader may change. */
async function selectedVideos(
  known: KnownRequest<Services>,
  ids: readonly number[],
): Promise<{ id: number; title: string; slug: string }[]> {
  const { engine, caller } = known;
  const columns = ['id', 'title', 'slug'];
  const { rows } = await engine
    .storeOf(videos.table)
    .pick(
      { columns, ids: [...ids], conditions: ownedBy(caller), maxBytes: maxListedBytes },
      requesterOf(known),
    );
  return rows.map(({ id, title, slug }: Row) => ({
    id: Number(id),
    title: String(title),
    slug: String(slug),
  }));
}

/** Titles and slugs are short. */
const maxListedBytes = 1024 * 1024;

async function pickerFor(
  known: KnownRequest<Services>,
  change: SelectedChange,
  texts: SentTexts,
): Promise<Picker | undefined> {
  const chosen = textOf(texts, change);
  if (change === 'type') return choicesOf(types, { words: '', chosen, limit: maxTypes }, known);
  if (change !== 'owner') return undefined;
  return choicesOf(users, { words: textOf(texts, searchWordsName('owner')), chosen }, known);
}
