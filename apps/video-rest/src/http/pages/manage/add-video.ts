import { visitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { attributes, html } from '@campus/pages/html';
import {
  askAgain,
  type Body,
  baseOf,
  type Caller,
  choicesOf,
  objectUrl,
  type Picker,
  write,
} from '@campus/rest';
import express, { type Router } from 'express';
import { isStaff } from '../../../domain/ownership.ts';
import { createVideo, type VideoDescription } from '../../../videos/create-video.ts';
import { addresses, videoAddress } from '../../addresses.ts';
import { licences } from '../../resources/fields/licences.ts';
import { users } from '../../resources/users.ts';
import { videos } from '../../resources/videos.ts';
import { knownReader, type ManageVisit } from '../edit/edited-video.ts';
import {
  asChoices,
  languageChoices,
  membersOfVisibility,
  ownerField,
  typePicker,
  visibilityField,
} from '../edit/form-parts.ts';
import { formFault } from '../errors/form-fault.ts';
import type { WatchDeps } from '../watch/opened-video.ts';
import { watchWords } from '../watch/watch-words.ts';

/** Why a form is not taken to its end, though nothing about its fields is wrong. */
class FormStop extends Error {
  /** `foreign`: no page of ours sent it; `search`: it asks for other choices. */
  readonly reason: 'foreign' | 'search';

  constructor(reason: 'foreign' | 'search') {
    super(reason);
    this.name = 'FormStop';
    this.reason = reason;
  }
}

/** The texts of a form: of a repeated field the last, as in the API. */
type Texts = Readonly<Record<string, string | undefined>>;

/** The page that adds a video, for whoever has signed in. What is sent is judged and stored as by the API. */
export function addVideoRoutes(deps: WatchDeps): Router {
  const run = visitsWith(deps);
  const router = express.Router();
  router.use(deps.sessions.requireAccount);
  router.get(
    '/',
    run((visit) => sendForm(visit, { values: initialValues(visit) })),
  );
  router.post('/', run(addVideo));
  return router;
}

async function addVideo(visit: ManageVisit): Promise<void> {
  const { engine, sessions, request, response } = visit;
  // A body that is too large is refused unread.
  let values = initialValues(visit);
  const refuse: Refuse = (fields) => {
    values = Object.fromEntries(Object.entries(fields).map(([name, given]) => [name, given.at(-1)]));
    if (!sessions.holdsCsrf(request, values)) return new FormStop('foreign');
    return values[ui.searchButtonName] === undefined ? undefined : new FormStop('search');
  };
  let body: Body | undefined;
  try {
    const known = knownReader(visit);
    body = await readForm(visit, { caller: known.caller, refuse });
    await askAgain(known);
    const id = await write(
      videos,
      { known, body, mode: 'create', row: null },
      ({ caller, values: columns, file }) => {
        if (file === undefined) throw new Error('a video without its file came through');
        // The fields of the resource have made these values what a video takes.
        return createVideo(engine.services, {
          description: { ...(columns as VideoDescription), encode: true },
          file,
          callerId: caller.id,
        });
      },
    );
    const row = await engine
      .storeOf(videos.table)
      .find(['slug'], [{ columns: ['id'], operator: 'equals', value: id }]);
    response.redirect(303, videoAddress({ slug: String(row?.slug) }));
  } catch (error) {
    await explain(visit, error, values);
  } finally {
    await body?.dispose();
  }
}

/** Why a form is to be refused before its file is stored; undefined: it is not. */
type Refuse = (fields: Record<string, string[]>) => Error | undefined;

/** The body as the API's engine takes it. @throws FormStop, UploadError, StorageError */
async function readForm(
  visit: ManageVisit,
  { caller, refuse }: { caller: Caller; refuse: Refuse },
): Promise<Body> {
  const { engine, request } = visit;
  const room = await videos.hooks?.room?.(null, { services: engine.services, caller });
  const form = await engine.receiveForm(request, { filePart: 'video', room, refuse });
  // A form without a file was not looked at yet.
  const stop = refuse(form.fields);
  if (stop !== undefined) {
    await form.dispose();
    throw stop;
  }
  const filled = Object.entries(form.fields).filter(([, given]) => given.at(-1) !== '');
  const members = new Map<string, unknown>(filled.map(([name, given]) => [name, given.at(-1)]));
  const visibility = membersOfVisibility(String(members.get('visibility'))) ?? {};
  for (const [name, value] of Object.entries(visibility)) members.set(name, value);
  if (!members.has('owner')) members.set('owner', ownAddress(visit));
  return { isForm: true, members, file: form.file, dispose: form.dispose };
}

/** The form again with what is wrong about it; what is not the reader's to mend goes on. */
async function explain(visit: ManageVisit, error: unknown, values: Texts): Promise<void> {
  const { engine, sessions, request, response, reader } = visit;
  if (error instanceof FormStop && error.reason === 'search') return sendForm(visit, { values });
  if (error instanceof FormStop) return sessions.sendForeignForm(request, response);
  const fault = formFault(error, { engine, language: reader.language, fileField: 'video' });
  if (fault === undefined) throw error;
  const { problems, status, headers } = fault;
  response.set(headers);
  await sendForm(visit, { values, errors: problems, status });
}

interface AddVideoView {
  types: Picker;
  /** Whom the reader may choose as the owner; undefined: nobody but themselves. */
  owners: Picker | undefined;
  /** What was typed, or what it begins with, by the names of the API. */
  values: Texts;
  /** What was wrong, by field. */
  errors: ui.Problems;
}

type SentAgain = Pick<AddVideoView, 'values'> & { errors?: ui.Problems; status?: number };

async function sendForm(visit: ManageVisit, { values, errors = {}, status }: SentAgain): Promise<void> {
  const known = knownReader(visit);
  const owner = { words: values[ui.searchWordsName('owner')] ?? '', chosen: values.owner ?? '' };
  const view = {
    types: await typePicker(values.type ?? '', known),
    owners: isStaff(known.caller) ? await choicesOf(users, owner, known) : undefined,
    ...{ values, errors },
  };
  visit.answer(addVideoPage(visit, view), status);
}

function initialValues(visit: ManageVisit): Texts {
  return { main_lang: visit.reader.language, owner: ownAddress(visit) };
}

/** Of the reader in the API: the owner, where they cannot choose. */
function ownAddress({ engine, request, reader }: ManageVisit): string {
  return objectUrl(baseOf(request, engine), users.path, reader.account.id);
}

const shownFields = new Set([
  ...['title', 'description', 'type', 'owner', 'main_lang', 'licence'],
  ...['visibility', 'allow_downloading', 'video'],
]);

/**
 * The form that adds a video. Its fields are those of `POST /rest/videos/`; the file comes last, so that a form
 * that is not ours is refused before a byte of the file is stored.
 */
function addVideoPage(visit: ManageVisit, { types, owners, values, errors }: AddVideoView): ui.Page {
  const { sessions, configuration, csrf } = visit;
  const { language } = visit.reader;
  const say = watchWords[language];
  const maxBytes = configuration.videoMaxUploadSize;
  const limit = ui.fileSize(maxBytes, language, { rounding: 'down' });
  // Asked before the file is sent.
  const askFirst = sessions.sessionAddress(addresses.newVideo);
  const field = (name: string, label: string) => ({ name, label, value: values[name], errors: errors[name] });
  const box = (name: string, label: string) => ({ name, label, checked: values[name] === 'true' });
  const inPieces = attributes({
    'data-pieces': addresses.uploads,
    'data-account': visit.reader.account.id,
    'data-owner': ownAddress(visit),
    'data-watch': addresses.videos,
    'data-pause': say.pause,
    'data-go-on': say.goOn,
    'data-begun': say.begun,
    'data-lost': say.lost,
    'data-several': say.several,
  });
  const others = Object.entries(errors).flatMap(([name, texts]) => (shownFields.has(name) ? [] : texts));
  return {
    title: say.add,
    styles: ['manage.css'],
    scripts: ['upload-in-pieces.js', 'send-form.js', 'search-select.js'],
    main: html`<p>${say.addIs}</p>
${types.choices.length === 0 && ui.notice('warning', html`${say.noTypes} <a href="${addresses.apiTypes}">${addresses.apiTypes}</a>`)}
${ui.hasProblems(errors) && ui.notice('bad', html`<p>${say.problems}</p>${others.map((text) => html`<p>${text}</p>`)}`)}
<form class="sheet"${ui.fileFormAttributes({ action: addresses.newVideo, language, askFirst })}${inPieces}>
${csrf()}
${ui.textField({ ...field('title', say.title), required: true, maxLength: 250 })}
${ui.selectField({ ...field('type', say.type), ...types, blank: say.choose, required: true })}
${ui.textArea({ ...field('description', say.description), help: say.descriptionHelp, rows: 6 })}
${ui.selectField({ ...field('main_lang', say.mainLang), choices: languageChoices(language) })}
${ui.selectField({ ...field('licence', say.licence), choices: asChoices(licences.choicesIn(language)), blank: say.noLicence })}
${owners !== undefined && ownerField(owners, { label: say.chosenOwner, errors: errors.owner, language })}
${visibilityField({ errors: errors.visibility }, { value: values.visibility ?? 'public', language })}
${ui.checkbox(box('allow_downloading', say.allowDownloading))}
${ui.fileField({
  ...field('video', say.file),
  accept: 'video/*,audio/*',
  help: say.fileHelp(limit),
  limit: { maxBytes, message: say.fileTooLarge(limit) },
  required: true,
})}
${ui.submitButton(say.send)}
</form>`,
  };
}
