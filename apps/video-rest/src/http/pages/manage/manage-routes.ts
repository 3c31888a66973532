import { visitsWith } from '@campus/accounts';
import express, { type Router } from 'express';
import { videoEditAddress } from '../../addresses.ts';
import type { ManageVisit } from '../edit/edited-video.ts';
import { requireMine, type WatchDeps } from '../watch/opened-video.ts';
import { addVideoRoutes } from './add-video.ts';
import { chunkRoutes } from './chunk-routes.ts';
import { listVideos } from './managed-videos.ts';
import { changeSelected } from './selected-videos.ts';

/** The pages of those who manage videos, to be mounted at `/video`: a list, and what adds or changes one. */
export function manageRoutes(deps: WatchDeps): Router {
  const { requireAccount, readForm } = deps.sessions;
  const run = visitsWith(deps);
  const router = express.Router();
  router.get('/', run(listVideos));
  router.use('/add', addVideoRoutes(deps));
  router.post('/selected', requireAccount, ...readForm, run(changeSelected));
  router.use('/api', chunkRoutes(deps));
  router.get('/edit/:slug', run(leadToEditing));
  return router;
}

async function leadToEditing(visit: ManageVisit): Promise<void> {
  const video = await requireMine(visit, visit.request.params.slug);
  visit.response.redirect(303, videoEditAddress(video));
}
