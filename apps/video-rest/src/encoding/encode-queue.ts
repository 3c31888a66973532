import type { Queue } from '@campus/jobs';

/**
 * Asks for one run of the encoder. A lost worker is noticed by its missing heartbeat; the length of a run is
 * bounded by the duration of its source, far below this.
 */
export const encodeQueue: Queue<{ encodingId: number }> = {
  name: 'encode-video',
  expireInSeconds: 24 * 3600 - 1,
  atStop: 'hand back',
};
