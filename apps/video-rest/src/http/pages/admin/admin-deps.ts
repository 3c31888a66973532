import type { LiveParts } from '@campus/pages';
import type { VideoDeps } from '../../../videos/video-deps.ts';
import type { Sessions } from '../sign-in/open-sessions.ts';
import type { Visit } from '../sign-in/visit.ts';

/** What the pages of the administration work with. */
export interface AdminDeps extends Pick<VideoDeps, 'db' | 'jobs' | 'queueLimits' | 'now' | 'timeZone'> {
  sessions: Sessions;
  live: LiveParts;
  /** Public address of the service; undefined: as callers reach it. */
  baseUrl: string | undefined;
}

/** Somebody of the administration before a page. */
export type AdminVisit = AdminDeps & Visit;
