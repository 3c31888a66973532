import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A call that somebody made to the service, with what it was answered. */
export interface ReceivedCall {
  method: string;
  /** Without its query. */
  path: string;
  /** Null when the connection was closed before the answer. */
  status: number | null;
  /** What the problem document says to people, when the answer was one. */
  detail: string | null;
}

const channel = 'http.server.request.start';

/**
 * Tells every call that this process answers over HTTP, as it was really answered: Node announces each request with
 * its response, so the service runs as it always does, with no proxy before it and nothing added to it.
 *
 * @param ignore  the value of `Authorization` of our own calls
 * @returns a function that ends it
 */
export function watchCalls(ignore: string, onCall: (call: ReceivedCall) => void): () => void {
  const watch = (message: unknown) => {
    // The shape that Node documents for this channel.
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.headers.authorization === ignore) return;
    const { method = '', url = '' } = request;
    const problem = lastWordsOf(response);
    response.once('close', () =>
      onCall({
        method,
        path: url.split('?', 1)[0] ?? '',
        status: response.writableFinished ? response.statusCode : null,
        detail: problem(),
      }),
    );
  };
  subscribe(channel, watch);
  return () => unsubscribe(channel, watch);
}

/** Listens to `end`, with which Express sends a short answer whole. */
function lastWordsOf(response: ServerResponse): () => string | null {
  let body: unknown;
  response.end = new Proxy(response.end, {
    apply(end, self, args) {
      body = args[0];
      return Reflect.apply(end, self, args);
    },
  });
  return () => {
    const isProblem = String(response.getHeader('content-type')).startsWith('application/problem+json');
    return isProblem && (typeof body === 'string' || Buffer.isBuffer(body)) ? explain(String(body)) : null;
  };
}

function explain(problemDocument: string): string {
  const { detail, errors = [] } = JSON.parse(problemDocument) as {
    detail: string;
    errors?: { pointer: string; message: string }[];
  };
  return [detail, ...errors.map(({ pointer, message }) => `${pointer} ${message}`)].join('; ');
}
