import { once } from 'node:events';
import { openEventStream } from '@campus/pages';
import { isServing, untilClosed } from '@campus/service';
import type { Request, Response } from 'express';
import { type Cursors, cursorForm, type Place } from './cursors.ts';
import type { Followers, Page, PageAsked } from './followers.ts';

/** Proxies cut what is silent for a minute. */
const silenceMs = 15_000;

/** Answers that last are asked this often whether their request may go on. */
export const checkEveryMs = 1_000;

/** Who takes nothing of a stream for so long is cut off. */
const patienceMs = 60_000;

/** What a request asks of a feed, and how it is answered. */
export interface FeedRequest<Scope, Change> {
  request: Request;
  response: Response;
  /** Whose budget it takes. */
  caller: string;
  scope: Scope;
  followers: Followers<Scope, Change>;
  /** A cursor; `now`: where the order ends; absent: from its beginning. */
  after: string | undefined;
  size: number;
  /** The place of a cursor, or of where to begin. @throws what the service refuses it with */
  placeOf(after: string | undefined): Promise<Place>;
  cursors(): Promise<Cursors>;
  /** A page for this request alone. */
  find(asked: PageAsked<Scope>): Promise<Page<Change>>;
  show(change: Change, cursors: Cursors): { cursor: string };
  /** Whether a request that lasts may go on: its token may be revoked meanwhile. */
  isStillOpen(request: Request): Promise<boolean>;
}

/** Whether a request wants the changes as server-sent events. */
export function asksForStream(request: Request): boolean {
  return request.accepts('application/json', 'text/event-stream') === 'text/event-stream';
}

/** The changes after a place; where there are none the answer waits for the next for some seconds. */
export async function listChanges<Scope, Change>(
  asked: FeedRequest<Scope, Change>,
  { waitSeconds }: { waitSeconds: number },
): Promise<{ results: { cursor: string }[]; more: boolean; cursor: string }> {
  const { followers, after, size, scope, request } = asked;
  await followers.settle();
  const place = await asked.placeOf(after);
  const cursors = await asked.cursors();
  let page: Page<Change> = { results: [], place, hasMore: false };
  if (after !== 'now') {
    page = await asked.find({ after: place, size, scope });
    if (page.results.length === 0 && waitSeconds > 0 && request.method !== 'HEAD') {
      const over = AbortSignal.any([untilClosed(asked.response), AbortSignal.timeout(waitSeconds * 1000)]);
      await followers.run(asked.caller, async () => {
        while (page.results.length === 0 && (await mayWait(asked, over)))
          page = (await pageAfter(asked, page, over)) ?? page;
      });
    }
  }
  return {
    results: page.results.map((change) => asked.show(change, cursors)),
    more: page.hasMore,
    // Last: clients of the shell read it at the end of the line, as that of examples/changes-consumer does.
    cursor: cursors.ofPage(page.place),
  };
}

/** The changes after a place as server-sent events, as they happen. */
export async function streamChanges<Scope, Change>(asked: FeedRequest<Scope, Change>): Promise<void> {
  const { followers, request, response } = asked;
  await followers.settle();
  const place = await asked.placeOf(asked.after);
  const cursors = await asked.cursors();
  // Tells where the stream is, and nothing else: clients take it for their `Last-Event-ID`.
  const idOnly = (at: Place) => `id: ${cursors.ofPage(at)}\n\n`;
  if (request.method === 'HEAD') {
    openEventStream(response);
    response.end();
    return;
  }
  await followers.run(asked.caller, async () => {
    const over = untilClosed(response);
    let writtenAt = 0;
    const write = (text: string) => {
      response.write(text);
      writtenAt = Date.now();
    };
    // Who takes nothing would hold their place, whatever became of their token.
    openEventStream(response.setTimeout(patienceMs));
    write(`retry: 1000\n${idOnly(place)}`);
    let page: Page<Change> = { results: [], place, hasMore: true };
    while (await mayWait(asked, over)) {
      const next = await pageAfter(asked, page, over);
      page = next ?? page;
      for (const change of next?.results.map((one) => asked.show(one, cursors)) ?? [])
        write(`id: ${change.cursor}\ndata: ${JSON.stringify(change)}\n\n`);
      if (Date.now() - writtenAt > silenceMs) write(`:\n${idOnly(page.place)}`);
      // Whoever does not read is sent no more until they do.
      if (response.writableNeedDrain) await once(response, 'drain', { signal: over }).catch(() => {});
    }
    response.end();
  });
}

/**
 * What an event stream begins after that was broken off (HTML, "Server-sent events"); undefined: nothing is said.
 *
 * @param refuse  throws why it is none of ours
 */
export function lastEventId(request: Request, refuse: (why: string) => never): string | undefined {
  const given = request.get('Last-Event-ID');
  if (given === undefined || given === '') return undefined;
  return cursorForm.test(given) ? given : refuse('Last-Event-ID must be a cursor of this feed');
}

/** Whether somebody who follows the changes may go on: a server that stops and a token that was revoked end it. */
async function mayWait(
  { request, isStillOpen }: Pick<FeedRequest<never, never>, 'request' | 'isStillOpen'>,
  over: AbortSignal,
): Promise<boolean> {
  return !over.aborted && isServing(request) && (await isStillOpen(request));
}

/**
 * The page after another one: at once where there is more, else as soon as something happens; undefined when nothing does
 * for a while, since the token may be revoked meanwhile.
 *
 * @param over  when the client has left, or the time is over
 */
function pageAfter<Scope, Change>(
  { followers, find, request, size, scope }: FeedRequest<Scope, Change>,
  { place: after, hasMore }: Page<Change>,
  over: AbortSignal,
): Promise<Page<Change> | undefined> {
  if (hasMore) return find({ after, size, scope });
  return followers.nextChanges({
    ...{ after, size, scope },
    signal: AbortSignal.any([over, AbortSignal.timeout(checkEveryMs)]),
    isOver: () => !isServing(request),
  });
}
