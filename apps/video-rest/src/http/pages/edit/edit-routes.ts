import { hasProblems, html, notice, outcomeNotice, type Problems, withQuery } from '@campus/pages';
import { Refusal } from '@campus/rest';
import express, { type Request, type Response, type Router } from 'express';
import { paths, videoEditAddress } from '../../addresses.ts';
import type { WatchDeps } from '../watch/watch-deps.ts';
import { accessSection } from './access-section.ts';
import { chaptersSection } from './chapters-section.ts';
import { deletionRoutes } from './deletion.ts';
import { editPage } from './edit-page.ts';
import { editWords } from './edit-words.ts';
import { type EditedVideo, requireEdited } from './edited-video.ts';
import { formFault } from './form-fault.ts';
import { metadataSection } from './metadata-section.ts';
import type { Section } from './section.ts';
import { asksForChoices, formWithFile, onlyWithFile, plainForm, type SentForm } from './sent-form.ts';
import { sourceSection } from './source-section.ts';
import { thumbnailSection } from './thumbnail-section.ts';
import { tracksSection } from './tracks-section.ts';

/**
 * The pages that change a video, for whoever may, to be mounted at `/video`: a section each, whose forms are judged and
 * obeyed as requests to the API are.
 */
export function editRoutes(deps: WatchDeps): Router {
  const router = express.Router({ caseSensitive: true });
  // Before Express decodes it: whatever else an address may hold names nothing here.
  router.use((request, _response, next) => next(/^[\w/-]+$/.test(request.path) ? undefined : 'router'));
  const all = [
    ...[metadataSection, thumbnailSection, accessSection, tracksSection, chaptersSection],
    sourceSection(deps),
  ];
  for (const section of all) router.use(sectionRoutes(deps, section));
  router.use(deletionRoutes(deps));
  return router;
}

function sectionRoutes(deps: WatchDeps, section: Section): Router {
  const { requireAccount, readForm } = deps.sessions;
  const router = express.Router({ caseSensitive: true });
  const path = videoEditAddress({ slug: ':slug' }, section.name).slice(paths.video.length);
  router.get(path, requireAccount, async (request, response) => {
    const edited = await requireEdited(deps, request, response);
    await sendSection(deps, { request, response, edited, section });
  });
  const { filePart } = section;
  if (filePart !== undefined)
    router.post(path, onlyWithFile, requireAccount, async (request, response) => {
      const edited = await requireEdited(deps, request, response);
      const read = () => formWithFile(deps, edited.known, filePart(edited));
      await obey(deps, { request, response, edited, section }, read);
    });
  router.post(path, requireAccount, ...readForm, async (request, response) => {
    const edited = await requireEdited(deps, request, response);
    await obey(deps, { request, response, edited, section }, async () => plainForm(request));
  });
  return router;
}

interface Visit {
  request: Request;
  response: Response;
  edited: EditedVideo;
  section: Section;
}

async function obey(deps: WatchDeps, visit: Visit, read: () => Promise<SentForm>): Promise<void> {
  const { engine, sessions } = deps;
  const { request, response, edited, section } = visit;
  const { language } = edited.known;
  let sent: SentForm | undefined;
  try {
    sent = await read();
    const { texts } = sent;
    if (asksForChoices(texts)) return await sendSection(deps, { ...visit, texts });
    const done = await section.obey(edited, sent);
    if ('shownOnce' in done) {
      response.set('Cache-Control', 'no-store');
      return await sendSection(deps, { ...visit, shownOnce: done.shownOnce });
    }
    response.redirect(303, withQuery(videoEditAddress(edited.video, section.name), { done: done.done }));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'csrf') return sessions.sendForeignForm(request, response);
    const { filePart } = section;
    const fault = formFault(error, { engine, language, fileField: filePart?.(edited).name });
    if (fault === undefined) throw error;
    const { problems, status, headers } = fault;
    response.set(headers);
    await sendSection(deps, { ...visit, texts: sent?.texts, problems, status });
  } finally {
    await sent?.dispose();
  }
}

async function sendSection(
  { sessions }: WatchDeps,
  shown: Visit & {
    texts?: SentForm['texts'] | undefined;
    problems?: Problems;
    status?: number;
    shownOnce?: ReturnType<typeof html>;
  },
): Promise<void> {
  const { request, response, edited, section, texts, problems = {}, status = 200, shownOnce } = shown;
  const { language } = edited.known;
  const say = editWords[language];
  const others = Object.entries(problems).flatMap(([name, sentences]) =>
    section.fields.includes(name) ? [] : sentences,
  );
  const hidden = html`${sessions.csrfField(request, response)}${sessions.onceField(request)}`;
  const form = { language, hidden, sent: texts, problems };
  const content = html`${outcomeNotice(request.query.done, say.outcomes)}${shownOnce}
${hasProblems(problems) && notice('bad', html`<p>${say.problems}</p>${others.map((text) => html`<p>${text}</p>`)}`)}
${await section.show(edited, form)}`;
  const { name, scripts } = section;
  sessions.sendPage(request, response, editPage(edited, { section: name, scripts, content }), { status });
}
