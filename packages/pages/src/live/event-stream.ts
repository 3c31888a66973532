import type { Request, Response } from 'express';
import type { Html } from '../html.ts';

/** Whether a request is that of a part which keeps itself up to date: what `EventSource` of a browser sends. */
export function asksForEvents({ headers }: Pick<Request, 'headers'>): boolean {
  return headers.accept === 'text/event-stream';
}

/** Begins a stream of server-sent events (HTML, "Server-sent events"). */
export function openEventStream(response: Response): void {
  response.set({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    // nginx would collect the events.
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
}

/** A text of any number of lines as one event; what ends a line is what an event stream takes for it. */
export function eventText(name: string, text = ''): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => `data:${line === '' ? '' : ` ${line}`}`);
  return `event: ${name}\n${lines.join('\n')}\n\n`;
}

/** Answers who may follow a part no more: `live.js` puts the notice above the part, and asks no more. */
export function sendEnded(response: Response, notice: Html): void {
  openEventStream(response);
  response.end(eventText('ended', notice.toString()));
}
