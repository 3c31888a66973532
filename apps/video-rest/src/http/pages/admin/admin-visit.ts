import type { Language, Link, LiveParts } from '@campus/pages';
import { type Engine, idOf } from '@campus/rest';
import type { RequestParamHandler } from 'express';
import type { VideoDeps } from '../../../videos/video-deps.ts';
import { addresses } from '../../addresses.ts';
import type { Services } from '../../resources/services.ts';
import type { Sessions, Visit } from '../sign-in/open-sessions.ts';
import { adminWords } from './admin-words.ts';

/** What the pages of the administration work with. */
export interface AdminDeps extends Pick<VideoDeps, 'db' | 'jobs' | 'queueLimits' | 'now' | 'timeZone'> {
  engine: Engine<Services>;
  sessions: Sessions;
  live: LiveParts;
  /** Public address of the service; undefined: as callers reach it. */
  baseUrl: string | undefined;
}

/** Somebody of the administration before a page. */
export type AdminVisit = AdminDeps & Visit;

/** The way to a page of the administration: below the overview, or below the list of a room. */
export function adminBreadcrumbs(
  language: Language,
  room?: 'tokens' | 'users' | 'encodings' | 'webhooks',
): Link[] {
  const say = adminWords[language];
  const overview = { text: say.administration, href: addresses.administration };
  return room === undefined ? [overview] : [overview, { text: say[room], href: addresses[room] }];
}

/** For `router.param`: what cannot be the id of a record is no address of a page. */
export const onlyIds: RequestParamHandler = (_request, _response, next, id: string) => {
  if (idOf(id) === null) next('route');
  else next();
};
