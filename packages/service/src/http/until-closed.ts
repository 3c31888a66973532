import type { Response } from 'express';
import type { Log } from '../log/create-log.ts';

/** Made once: an error with its stack for every answer took 2 % of the time of a list. */
const closed = new DOMException('the answer is over, or nobody waits for it', 'AbortError');

const signals = new WeakMap<Response, AbortSignal>();

/** Aborts when the answer is over or its client has left: the rest reaches nobody. The same one for each response. */
export function untilClosed(response: Response): AbortSignal {
  const known = signals.get(response);
  if (known !== undefined) return known;
  const controller = new AbortController();
  if (response.closed) controller.abort(closed);
  // One more than the shell and a pipe have, which Node would take for a leak.
  else response.setMaxListeners(response.getMaxListeners() + 1).once('close', () => controller.abort(closed));
  signals.set(response, controller.signal);
  return controller.signal;
}

/** Logs what nobody has expected, with its stack; that nobody waits for an answer any more is no fault. */
export function logUnexpected(log: Pick<Log, 'error'>, error: unknown): void {
  if (error !== closed) log.error({ err: error }, 'unexpected error');
}
