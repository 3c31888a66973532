import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** A request as it arrived, complete. */
export interface RecordedRequest {
  method: string;
  /** Path and query, as on the request line. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** When its header arrived. */
  receivedAt: Date;
}

/** Answers one request; it may take its time, or destroy the connection. */
export type RecordingHandler = (request: RecordedRequest, response: ServerResponse) => void | Promise<void>;

export interface RecordingServer {
  /** Such as `http://127.0.0.1:40123`, without a slash at the end. */
  url: string;
  /** Oldest first. */
  requests: RecordedRequest[];
  /** From now on requests are answered so; those under way keep their handler. */
  answerWith(handler: RecordingHandler): void;
  /** Cuts open connections too. */
  stop(): Promise<void>;
}

/**
 * Starts a real HTTP server that plays the other side: it records every request, then answers by the handler
 * (at first: 200 without a body).
 */
export async function startRecordingServer(handler: RecordingHandler = answerOk): Promise<RecordingServer> {
  const requests: RecordedRequest[] = [];
  let current = handler;
  const server = createServer(async (request, response) => {
    const answer = current;
    try {
      const recorded = await record(request);
      requests.push(recorded);
      await answer(recorded, response);
    } catch {
      // The caller has gone, or the handler is broken: either way there is nothing more to say.
      response.destroy();
    }
  });
  const { port, stop } = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answerWith(next) {
      current = next;
    },
    stop,
  };
}

async function record(request: IncomingMessage): Promise<RecordedRequest> {
  const receivedAt = new Date();
  const { method = '', url = '', headers } = request;
  return { method, url, headers, body: await buffer(request), receivedAt };
}

function answerOk(_request: RecordedRequest, response: ServerResponse): void {
  response.writeHead(200).end();
}
