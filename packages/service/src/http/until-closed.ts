import type { Response } from 'express';

const signals = new WeakMap<Response, AbortSignal>();

/** Aborts when the answer is over or its client has left: the rest reaches nobody. The same one for each response. */
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
