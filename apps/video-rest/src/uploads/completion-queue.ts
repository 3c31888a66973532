import type { Queue } from '@campus/jobs';

/** Asks to make a video of an upload that has all its bytes, unless that is done. */
export const completionQueue: Queue<{ id: string }> = { name: 'complete-upload', expireInSeconds: 15 * 60 };
