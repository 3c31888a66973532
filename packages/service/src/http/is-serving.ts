import type { Socket } from 'node:net';
import type { Request } from 'express';

/** Whether the server takes requests: one that stops waits for its answers, and a stream must not keep it. */
export function isServing(request: Pick<Request, 'socket'>): boolean {
  // Node's HTTP server puts itself there; its types do not say so.
  const { server } = request.socket as Socket & { server?: { listening: boolean } };
  return server?.listening !== false;
}
