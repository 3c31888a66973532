import type { Queue } from '@campus/jobs';

/**
 * Asks for one run of the encoder: the one that is next when a worker is free, not the one that the job was sent for,
 * whose id is no more than the number by which a job finds its run again (`claimEncoding`). A lost worker is noticed by its missing heartbeat; the length of a run is
 * bounded by the duration of its source, far below this.
 */
export const encodeQueue: Queue<{ encodingId: number }> = {
  name: 'encode-video',
  expireInSeconds: 24 * 3600 - 1,
  atStop: 'hand back',
};
