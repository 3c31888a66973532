import type { Response } from 'express';

const signals = new WeakMap<Response, AbortSignal>();

/**
 * Aborts as soon as the answer is over or its client has left: what is still done for it reaches nobody. The same for
 * each call with a response.
 */
export function untilClosed(response: Response): AbortSignal {
  const known = signals.get(response);
  if (known !== undefined) return known;
  const controller = new AbortController();
  if (response.closed) controller.abort();
  // One more than the shell and a pipe have, which Node would take for a leak.
  else response.setMaxListeners(response.getMaxListeners() + 1).once('close', () => controller.abort());
  signals.set(response, controller.signal);
  return controller.signal;
}
