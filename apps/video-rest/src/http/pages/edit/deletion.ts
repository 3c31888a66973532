import { confirmPage, type Html, html, type Page } from '@campus/pages';
import { Refusal, removeObject } from '@campus/rest';
import express, { type Request, type Response, type Router } from 'express';
import { addresses, paths, videoEditAddress } from '../../addresses.ts';
import { refusals } from '../../refusals.ts';
import { videos } from '../../resources/videos.ts';
import type { WatchDeps } from '../watch/watch-deps.ts';
import { editPage } from './edit-page.ts';
import { editWords } from './edit-words.ts';
import { type EditedVideo, requireEdited } from './edited-video.ts';

/** Asks before a video is removed for good, and removes it. */
export function deletionRoutes(deps: WatchDeps): Router {
  const { requireAccount, readForm, csrfField, sendPage } = deps.sessions;
  const router = express.Router({ caseSensitive: true });
  const path = videoEditAddress({ slug: ':slug' }, 'delete').slice(paths.video.length);
  router.get(path, requireAccount, async (request, response) => {
    const edited = await requireTheirs(deps, request, response);
    sendPage(request, response, deletionPage(edited, csrfField(request, response)));
  });
  router.post(path, requireAccount, ...readForm, async (request, response) => {
    const { known, row } = await requireTheirs(deps, request, response);
    await removeObject(videos, known, row);
    response.redirect(303, `${addresses.videos}?done=deleted`);
  });
  return router;
}

/** @throws Refusal  404; 403, for somebody who may change it and no more */
async function requireTheirs(deps: WatchDeps, request: Request, response: Response): Promise<EditedVideo> {
  const edited = await requireEdited(deps, request, response);
  if (!edited.isTheirs) throw new Refusal(refusals.owners_alone);
  return edited;
}

function deletionPage(edited: EditedVideo, csrf: Html): Page {
  const { video, known } = edited;
  const { language } = known;
  const say = editWords[language];
  const asked = confirmPage({
    ...{ title: say.deleteTitle, breadcrumbs: [], language, csrf },
    ...{
      content: html`<h3>${say.deleteTitle}</h3><p>${say.deleteIs(video.title)}</p>`,
      button: say.deleteIt,
    },
    ...{ isDangerous: true, action: videoEditAddress(video, 'delete'), back: videoEditAddress(video) },
  });
  return editPage(edited, { section: 'delete', content: asked.main });
}
