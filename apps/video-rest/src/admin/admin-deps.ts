import type { People } from '../people/open-people.ts';
import type { VideoDeps } from '../videos/video-deps.ts';

/** What the pages of the administration work with. */
export interface AdminDeps extends Pick<VideoDeps, 'db' | 'jobs' | 'now' | 'timeZone'> {
  people: People;
  /** Public address of the service; undefined: as callers reach it. */
  baseUrl: string | undefined;
}
