import { visitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { Refusal, removeObject } from '@campus/rest';
import express, { type RequestHandler, type Router } from 'express';
import { shownLength } from '../../../videos/time-in-video.ts';
import { addresses, paths, type VideoSection, videoAddress, videoEditAddress } from '../../addresses.ts';
import { playbackOf } from '../../media/media-urls.ts';
import { refusals } from '../../refusals.ts';
import { videos } from '../../resources/videos.ts';
import { encodingBadge } from '../encoding-state/encoding-badge.ts';
import { formFault } from '../errors/form-fault.ts';
import type { WatchDeps } from '../watch/opened-video.ts';
import { playableOf, playerFiles, startSeconds } from '../watch/player.ts';
import { visibilityBadges } from '../watch/video-state.ts';
import { accessSection } from './access-section.ts';
import { chaptersSection } from './chapters-section.ts';
import { editWords } from './edit-words.ts';
import { type EditedVideo, type ManageVisit, requireEdited } from './edited-video.ts';
import { linesSection } from './lines-section.ts';
import { metadataSection } from './metadata-section.ts';
import {
  asksForChoices,
  formWithFile,
  onlyWithFile,
  plainForm,
  type Section,
  type SentForm,
} from './sent-form.ts';
import { sourceSection } from './source-section.ts';
import { thumbnailSection } from './thumbnail-section.ts';
import { tracksSection } from './tracks-section.ts';

/**
 * The pages that change a video, for whoever may, to be mounted at `/video`: a section each, whose forms are judged and
 * obeyed as requests to the API are.
 */
export function editRoutes(deps: WatchDeps): Router {
  const { requireAccount, readForm, readFormUpTo } = deps.sessions;
  const run = visitsWith(deps);
  const requireRightToEdit: RequestHandler = (request, response, next) =>
    run(async (visit) => {
      await requireEdited(visit);
      next();
    })(request, response, next);
  const router = express.Router({ caseSensitive: true });
  const pathOf = (name: VideoSection) => videoEditAddress({ slug: ':slug' }, name).slice(paths.video.length);
  // Before Express decodes it: whatever else an address may hold names nothing here.
  router.use((request, _response, next) => next(/^[\w/-]+$/.test(request.path) ? undefined : 'router'));
  const all = [
    ...[metadataSection, thumbnailSection, accessSection, tracksSection, linesSection, chaptersSection],
    sourceSection(deps),
  ];
  for (const section of all) {
    const path = pathOf(section.name);
    router.get(
      path,
      run(async (visit) => {
        const edited = await requireEdited(visit);
        const texts = section.begun?.(visit.request.query, edited.video);
        await sendSection({ ...visit, section, edited }, { texts });
      }),
    );
    const { filePart } = section;
    if (filePart !== undefined)
      router.post(
        path,
        onlyWithFile,
        run(async (visit) => {
          const edited = await requireEdited(visit);
          await obey({ ...visit, edited, section }, () => formWithFile(visit, filePart(edited)));
        }),
      );
    const { maxBytes } = section;
    router.post(
      path,
      requireAccount,
      // What is large is read for those alone who may change the video.
      ...(maxBytes === undefined ? readForm : [requireRightToEdit, ...readFormUpTo(maxBytes)]),
      run(async (visit) => {
        const edited = await requireEdited(visit);
        await obey({ ...visit, edited, section }, async () => plainForm(visit.request));
      }),
    );
  }
  router.get(pathOf('delete'), run(askDeletion));
  router.post(pathOf('delete'), requireAccount, ...readForm, run(deleteVideo));
  return router;
}

type SectionVisit = ManageVisit & { edited: EditedVideo; section: Section };

async function obey(visit: SectionVisit, read: () => Promise<SentForm>): Promise<void> {
  const { engine, sessions, request, response, reader, edited, section } = visit;
  let sent: SentForm | undefined;
  try {
    sent = await read();
    const { texts } = sent;
    if (asksForChoices(texts)) return await sendSection(visit, { texts });
    const done = await section.obey(edited, sent);
    if ('again' in done) return await sendSection(visit, { texts: done.again });
    if ('shownOnce' in done) {
      response.set('Cache-Control', 'no-store');
      return await sendSection(visit, { shownOnce: done.shownOnce });
    }
    const page = videoEditAddress(edited.video, section.name);
    // With the player where it was.
    const start = startSeconds(request.query.start) || undefined;
    response.redirect(303, ui.withQuery(page, { ...done.query, start, done: done.done }));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'csrf') return sessions.sendForeignForm(request, response);
    const fileField = section.filePart?.(edited).name;
    const fault = formFault(error, { engine, language: reader.language, fileField });
    if (fault === undefined) throw error;
    const { problems, status, headers } = fault;
    response.set(headers);
    await sendSection(visit, { texts: sent?.texts, problems, status });
  } finally {
    await sent?.dispose();
  }
}

interface Outcome {
  texts?: SentForm['texts'] | undefined;
  problems?: ui.Problems;
  status?: number;
  shownOnce?: Html;
}

async function sendSection(
  { sessions, request, reader, csrf, answer, edited, section }: SectionVisit,
  { texts, problems = {}, status, shownOnce }: Outcome = {},
): Promise<void> {
  const { language } = reader;
  const say = editWords[language];
  const others = Object.entries(problems).flatMap(([name, sentences]) =>
    section.fields.includes(name) ? [] : sentences,
  );
  const hidden = html`${csrf()}${sessions.onceField(request)}`;
  const form = { language, hidden, sent: texts, problems };
  const content = html`${request.method !== 'POST' && ui.outcomeNotice(request.query.done, say.outcomes)}${shownOnce}
${ui.hasProblems(problems) && ui.notice('bad', html`<p>${say.problems}</p>${others.map((text) => html`<p>${text}</p>`)}`)}
${await section.show(edited, form)}`;
  const { name, scripts = [], hasPlayer = false } = section;
  const { media } = edited.known.engine.services;
  const playable = hasPlayer ? playableOf(edited.video, media) : undefined;
  const files = playable && playerFiles(sessions.site, playable);
  const all = { ...files, scripts: [...(files?.scripts ?? []), ...scripts] };
  answer(editPage(edited, { section: name, files: all, content }), status);
}

async function askDeletion(visit: ManageVisit): Promise<void> {
  const edited = await requireTheirs(visit);
  const { video } = edited;
  const { language } = visit.reader;
  const say = editWords[language];
  const asked = ui.confirmPage({
    ...{ title: say.deleteTitle, breadcrumbs: [], language, csrf: visit.csrf() },
    ...{
      content: html`<h3>${say.deleteTitle}</h3><p>${say.deleteIs(video.title)}</p>`,
      button: say.deleteIt,
    },
    ...{ isDangerous: true, action: videoEditAddress(video, 'delete'), back: videoEditAddress(video) },
  });
  visit.answer(editPage(edited, { section: 'delete', content: asked.main }));
}

async function deleteVideo(visit: ManageVisit): Promise<void> {
  const { known, row } = await requireTheirs(visit);
  await removeObject(videos, known, row);
  visit.response.redirect(303, `${addresses.videos}?done=deleted`);
}

/** @throws Refusal  404; 403, for somebody who may change it and no more */
async function requireTheirs(visit: ManageVisit): Promise<EditedVideo> {
  const edited = await requireEdited(visit);
  if (!edited.isTheirs) throw new Refusal(refusals.owners_alone);
  return edited;
}

const sections: readonly VideoSection[] = [
  ...(['metadata', 'thumbnail', 'access', 'tracks', 'chapters', 'source'] as const),
  'delete',
];

type PageFiles = Pick<ui.Page, 'scripts' | 'styles' | 'head'>;

/** The page of a section, below what the video is and the way to the others. */
function editPage(
  edited: EditedVideo,
  { section, files, content }: { section: VideoSection; files?: PageFiles; content: Html },
): ui.Page {
  const { video, known, isTheirs } = edited;
  const { language } = known;
  const say = editWords[language];
  const mayOpen = sections.filter((name) => name !== 'delete' || isTheirs);
  const ways = mayOpen.map((name) => ({
    text: say.sections[name],
    href: videoEditAddress(video, name),
    isOpen: name === (section === 'lines' ? 'tracks' : section),
  }));
  return {
    title: say.edit(video.title),
    breadcrumbs: [
      { text: say.videos, href: addresses.videos },
      { text: video.title, href: videoAddress(video) },
    ],
    ...files,
    styles: [...(files?.styles ?? []), 'lists.css', 'manage.css'],
    scripts: [...(files?.scripts ?? []), 'tabs.js'],
    main: html`${summary(edited)}
${ui.tabs(ways, { label: say.parts, language })}
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
<p>${visibilityBadges(video, language)} ${state === null ? ui.badge('warning', say.notEncoded) : encodingBadge(state, language)}
<span class="quiet">${shownLength(video.durationSeconds)}</span>
<br><a href="${videoAddress(video)}">${say.watch}</a></p>
</div>`;
}
