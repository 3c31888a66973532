import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Request, Response } from 'express';
import type { Html } from '../html.ts';

/** A part of a page at one moment; `isOver` when nothing about it will change by itself any more. */
export interface LivePart {
  content: Html;
  isOver: boolean;
}

// The browser comes again by itself at once, and whoever was signed out or lost a right meanwhile is turned away.
const streamMs = 30_000;

/**
 * Sends a part of a page anew whenever it looks different, as server-sent events (HTML, "Server-sent events"),
 * until it is over, the reader has gone, or the server stops. `live.js` puts it in place.
 *
 * @param look  reads the part as it is now
 * @param options.everyMs  how long after one look the next one comes
 */
export async function sendLive(
  request: Request,
  response: Response,
  look: () => Promise<LivePart>,
  { everyMs = 1_000 }: { everyMs?: number } = {},
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.set({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    // nginx would collect the events.
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  response.write('retry: 500\n\n');
  const endAt = Date.now() + streamMs;
  let sent: string | undefined;
  while (!gone.signal.aborted && Date.now() < endAt && isServing(request)) {
    const { content, isOver } = await look();
    const text = content.toString();
    if (text !== sent) response.write(`event: part\n${dataLines(text)}\n\n`);
    sent = text;
    if (isOver) {
      response.write('event: over\ndata:\n\n');
      break;
    }
    await wait(everyMs, undefined, { signal: gone.signal }).catch(() => {});
  }
  response.end();
}

/** A text of any number of lines; what ends a line is what an event stream takes for it. */
function dataLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}`)
    .join('\n');
}

/** A server that stops waits for its answers: this one must not keep it. */
function isServing(request: Request): boolean {
  // Node's HTTP server puts itself there; its types do not say so.
  const { server } = request.socket as Socket & { server?: { listening: boolean } };
  return server?.listening !== false;
}
