import express, { type RequestHandler, type Router } from 'express';
import { videoEditAddress } from '../../addresses.ts';
import { findAt, isMine, noVideo } from '../watch/opened-video.ts';
import type { WatchDeps } from '../watch/watch-deps.ts';
import { addVideoRoutes } from './add-video-routes.ts';
import { chunkRoutes } from './chunk-routes.ts';
import { managedVideos } from './managed-videos.ts';
import { selectedRoutes } from './selected-routes.ts';

/** The pages of those who manage videos, to be mounted at `/video`: a list, and what adds or changes one. */
export function manageRoutes(deps: WatchDeps): Router {
  const router = express.Router();
  router.get('/', deps.sessions.requireAccount, managedVideos(deps));
  router.use('/add', addVideoRoutes(deps));
  router.use('/selected', selectedRoutes(deps));
  router.use('/api', chunkRoutes(deps));
  router.get('/edit/:slug', deps.sessions.requireAccount, leadToEditing(deps));
  return router;
}

function leadToEditing(deps: WatchDeps): RequestHandler {
  return async (request, response) => {
    const video = await findAt(deps, String(request.params.slug).toLowerCase());
    if (video === undefined || !isMine(deps, request, video)) throw noVideo();
    response.redirect(303, videoEditAddress(video));
  };
}
