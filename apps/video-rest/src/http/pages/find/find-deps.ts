import type { WatchDeps } from '../watch/watch-deps.ts';

/** What the pages for everybody work with. */
export type FindDeps = Pick<WatchDeps, 'engine' | 'sessions'>;
