import { createHash } from 'node:crypto';

/** The id of the one job of a queue that says this: a UUID, the same in all processes. */
export function jobId(queue: string, said: string): string {
  const digest = createHash('sha256').update(`${queue} ${said}`).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
