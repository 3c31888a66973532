import { randomUUID } from 'node:crypto';
import { createTurns, type Glance, isServing, type WatchedTogether, watchTogether } from '@campus/service';
import type { Request, Response } from 'express';
import type { Html } from '../html.ts';

/** A part of a page at one moment; `isOver` when nothing about it will change by itself any more. */
export interface LivePart {
  content: Html;
  isOver: boolean;
}

/** What somebody follows, and as whom. */
export interface LiveView<Seen, Reader> extends Omit<WatchedTogether<Seen>, 'everyMs'> {
  /** One second, when absent. */
  everyMs?: number;
  /** The session that the stream counts for; undefined: a stranger's. */
  session: string | undefined;
  /** Who reads, as they are now; asked before each event. Undefined: they may not see it any more. */
  reader(): Promise<Reader | undefined>;
  /** Names all readers who see the same. */
  kindOf(reader: Reader): string;
  show(seen: Seen, reader: Reader): LivePart;
  /** What readers are told who may not see it any more. */
  ended(): Html;
}

export interface LiveParts {
  /**
   * Sends a part of a page anew whenever it looks different, as server-sent events, until it is over, the reader has
   * gone or may see it no more, or the server stops. All who follow the same share each look, and all readers of the
   * same kind what is made of it. `live.js` puts it in place.
   *
   * @throws BudgetSpentError; before the stream begins, what the first look throws
   */
  send<Seen, Reader>(request: Request, response: Response, view: LiveView<Seen, Reader>): Promise<void>;
}

/** What live parts may use up, in each process. */
export const liveLimits = {
  /** Open streams of one session: more windows than anybody looks at. */
  streamsPerSession: 12,
  streams: 500,
  /** Of all who are not signed in: they have no session to count by, and a lecture hall has one address. */
  streamsOfStrangers: 300,
  /** The pool of connections has more, so that requests never wait for live parts alone. */
  looksAtATime: 2,
};

const everySecond = 1_000;
// Proxies cut what is silent for a minute.
const silenceMs = 15_000;

export function createLiveParts(limits: typeof liveLimits = liveLimits): LiveParts {
  const { streamsPerSession, streams, streamsOfStrangers, looksAtATime } = limits;
  const retryAfterSeconds = 10;
  const ofSessions = createTurns({
    atATime: streams,
    waiting: 0,
    retryAfterSeconds,
    atATimePerCaller: streamsPerSession,
    waitingPerCaller: 0,
  });
  const ofStrangers = createTurns({ atATime: streamsOfStrangers, waiting: 0, retryAfterSeconds });
  const looks = createTurns({ atATime: looksAtATime, waiting: streams + streamsOfStrangers });
  const together = watchTogether(looks);

  return {
    async send(request, response, view) {
      if (request.method === 'HEAD') {
        openEventStream(response);
        response.end();
        return;
      }
      const { session } = view;
      const turns = session === undefined ? ofStrangers : ofSessions;
      // Each stranger is somebody else: what is spent is the budget of all of them.
      const caller = session ?? randomUUID();
      await turns.run(caller, () => follow(request, response, view));
    },
  };

  async function follow<Seen, Reader>(
    request: Request,
    response: Response,
    view: LiveView<Seen, Reader>,
  ): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    let sent: string | undefined;
    let writtenAt = 0;

    const write = (text: string) => {
      if (!response.headersSent) {
        openEventStream(response);
        response.write('retry: 500\n\n');
      }
      response.write(text);
      writtenAt = Date.now();
    };
    const see = async (glance: Glance<Seen>): Promise<boolean> => {
      if (!isServing(request)) return true;
      const reader = await view.reader();
      if (gone.signal.aborted) return true;
      if (reader === undefined) {
        write(eventText('ended', view.ended().toString()));
        return true;
      }
      // Somebody who does not read is not sent more and more: they get what there is when they read on.
      if (response.writableNeedDrain) return false;
      const { text, isOver } = glance.shared(view.kindOf(reader), () => {
        const part = view.show(glance.seen, reader);
        return { text: part.content.toString(), isOver: part.isOver };
      });
      if (text !== sent) write(eventText('part', text));
      else if (Date.now() - writtenAt > silenceMs) write(':\n\n');
      sent = text;
      if (isOver) write(eventText('over'));
      return isOver;
    };
    const { key, look, everyMs = everySecond } = view;
    await together.watch({ key, look, everyMs }, { signal: gone.signal, see });
    response.end();
  }
}

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
function eventText(name: string, text = ''): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => `data:${line === '' ? '' : ` ${line}`}`);
  return `event: ${name}\n${lines.join('\n')}\n\n`;
}

/** Answers who may follow a part no more: `live.js` puts the notice above the part, and asks no more. */
export function sendEnded(response: Response, notice: Html): void {
  openEventStream(response);
  response.end(eventText('ended', notice.toString()));
}
