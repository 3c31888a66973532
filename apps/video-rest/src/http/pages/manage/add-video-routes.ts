import { type Choice, type Problems, searchButtonName, searchWordsName } from '@campus/pages';
import { type Body, baseOf, choicesOf, type FieldChoice, objectUrl, type Picker, write } from '@campus/rest';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { isStaff } from '../../../domain/is-staff.ts';
import { createVideo, type VideoDescription } from '../../../videos/create-video.ts';
import { addresses, videoAddress } from '../../addresses.ts';
import { licences } from '../../resources/fields/licences.ts';
import { types } from '../../resources/types.ts';
import { users } from '../../resources/users.ts';
import { videos } from '../../resources/videos.ts';
import { formFault } from '../edit/form-fault.ts';
import { knownReader } from '../edit/known-reader.ts';
import { languageChoices } from '../edit/language-choices.ts';
import { membersOfVisibility } from '../edit/visibility.ts';
import { signedIn } from '../sign-in/signed-in.ts';
import type { WatchDeps } from '../watch/watch-deps.ts';
import { addVideoPage } from './add-video-page.ts';

/** More than any platform has: this field has no search. */
const maxTypes = 1000;

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
  const router = express.Router();
  router.use(deps.sessions.requireAccount);
  router.get('/', async (request, response) => {
    await sendForm(deps, request, response, { values: initialValues(deps, request) });
  });
  router.post('/', addVideo(deps));
  return router;
}

function addVideo(deps: WatchDeps): RequestHandler {
  const { engine, sessions } = deps;
  const { services } = engine;
  return async (request, response) => {
    // A body that is too large is refused unread.
    let values = initialValues(deps, request);
    const refuse: Refuse = (fields) => {
      values = Object.fromEntries(Object.entries(fields).map(([name, given]) => [name, given.at(-1)]));
      if (!sessions.holdsCsrf(request, values)) return new FormStop('foreign');
      return values[searchButtonName] === undefined ? undefined : new FormStop('search');
    };
    let body: Body | undefined;
    try {
      body = await readForm(deps, request, response, refuse);
      const id = await write(
        videos,
        { known: knownReader(deps, request, response), body, mode: 'create', row: null },
        ({ caller, values: columns, file }) => {
          if (file === undefined) throw new Error('a video without its file came through');
          // The fields of the resource have made these values what a video takes.
          return createVideo(services, {
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
      await explain(deps, request, response, { error, values });
    } finally {
      await body?.dispose();
    }
  };
}

/** Why a form is to be refused before its file is stored; undefined: it is not. */
type Refuse = (fields: Record<string, string[]>) => Error | undefined;

/** The body as the API's engine takes it. @throws FormStop, UploadError, StorageError */
async function readForm(
  deps: WatchDeps,
  request: Request,
  response: Response,
  refuse: Refuse,
): Promise<Body> {
  const { engine } = deps;
  const { caller } = knownReader(deps, request, response);
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
  if (!members.has('owner')) members.set('owner', ownAddress(deps, request));
  return { isForm: true, members, file: form.file, dispose: form.dispose };
}

/** The form again with what is wrong about it; what is not the reader's to mend goes on. */
async function explain(
  deps: WatchDeps,
  request: Request,
  response: Response,
  { error, values }: { error: unknown; values: Texts },
): Promise<void> {
  const language = deps.sessions.languageOf(request);
  if (error instanceof FormStop && error.reason === 'search')
    return sendForm(deps, request, response, { values });
  if (error instanceof FormStop) return deps.sessions.sendForeignForm(request, response);
  const fault = formFault(error, { engine: deps.engine, language, fileField: 'video' });
  if (fault === undefined) throw error;
  const { problems, status, headers } = fault;
  response.set(headers);
  await sendForm(deps, request, response, { values, errors: problems, status });
}

async function sendForm(
  deps: WatchDeps,
  request: Request,
  response: Response,
  { values, errors = {}, status = 200 }: { values: Texts; errors?: Problems; status?: number },
): Promise<void> {
  const { sessions, configuration } = deps;
  const look = knownReader(deps, request, response);
  const { language, caller } = look;
  const page = addVideoPage({
    language,
    csrf: sessions.csrfField(request, response),
    sessionAddress: sessions.sessionAddress(addresses.newVideo),
    types: (await choicesOf(types, { words: '', chosen: values.type ?? '', limit: maxTypes }, look)) ?? none,
    mainLanguages: languageChoices(language),
    licences: licences.choicesIn(language).map(asChoice),
    owners: isStaff(caller) ? await ownersFor(values, look) : undefined,
    maxBytes: configuration.videoMaxUploadSize,
    ownAddress: ownAddress(deps, request),
    values,
    errors,
  });
  sessions.sendPage(request, response, page, { status });
}

/** Those whom the words find, and the one who is chosen. */
function ownersFor(values: Texts, look: ReturnType<typeof knownReader>): Promise<Picker | undefined> {
  const words = values[searchWordsName('owner')] ?? '';
  return choicesOf(users, { words, chosen: values.owner ?? '' }, look);
}

function initialValues(deps: WatchDeps, request: Request): Texts {
  return { main_lang: deps.sessions.languageOf(request), owner: ownAddress(deps, request) };
}

function ownAddress({ engine, sessions }: WatchDeps, request: Request): string {
  return objectUrl(baseOf(request, engine), users.path, signedIn(sessions, request).id);
}

const none: Picker = { choices: [], words: '', value: '' };

function asChoice({ value, display_name }: FieldChoice): Choice {
  return { value, label: display_name };
}
