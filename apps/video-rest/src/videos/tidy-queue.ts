import type { Queue } from '@campus/jobs';

/** Asks to remove what a video's folder holds and nothing refers to any more. */
export const tidyQueue: Queue<{ videoId: number }> = { name: 'tidy-video-folder', expireInSeconds: 15 * 60 };
