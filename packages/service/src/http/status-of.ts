import type { ServerResponse } from 'node:http';

/** What nginx calls a request whose client went away before its answer; also one that was cut at the stop. */
export const unanswered = 499;

/** The status of an answer that is over: the one that was sent, or `unanswered`. */
export function statusOf(response: Pick<ServerResponse, 'headersSent' | 'statusCode'>): number {
  return response.headersSent ? response.statusCode : unanswered;
}
