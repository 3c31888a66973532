import { once } from 'node:events';
import { callerOf } from '@campus/auth';
import type { Queryable } from '@campus/database';
import { openEventStream } from '@campus/pages';
import { isServing, untilClosed } from '@campus/service';
import type { Request } from 'express';
import { type ChainPlace, chainStart } from '../../chain/chain.ts';
import { type Changes, findChanges, findPlaceOfCursor } from '../../data/changes.ts';
import { findChainEnd } from '../../data/ledger.ts';
import { followLimits } from '../../ledger/followers.ts';
import { type Cursors, cursorText, openCursors, placeIn, sealedCursors } from '../../wire/change-cursor.ts';
import { changesOutput } from '../../wire/outputs.ts';
import { changesQuery } from '../../wire/queries.ts';
import { z } from '../../wire/schema.ts';
import { showChange } from '../../wire/show-change.ts';
import { cacheControl } from '../answer/send-document.ts';
import { patienceMs } from '../answer/send-pieces.ts';
import type { Asked } from '../calls/call.ts';
import { sent } from '../calls/parts.ts';
import { InputError } from '../receive/input-error.ts';
import { scopeOf } from '../scope/scope.ts';
import { call, checkTokenMs, type ManagementDeps } from './management-call.ts';

/** Proxies cut what is silent for a minute. */
const silenceMs = 15_000;

/** What happened to all records, in one order, to be asked for or followed. */
export const changeCalls = [
  call('GET /changes', {
    summary: 'What happened to all records, in one order, from which nothing is missing',
    description: `Keep the cursor with what came of the changes, and ask again with it. With \`Accept: text/event-stream\` the same as server-sent events: each has the cursor as its id, and \`Last-Event-ID\` goes before \`after\`. At a time ${followLimits.ofCaller} requests of one token may wait or stream.`,
    query: changesQuery,
    headers: z.object({
      'Last-Event-ID': z.string().optional().openapi({ description: 'Of an event stream: its last cursor' }),
    }),
    answer: sent('The changes after the cursor', {
      'application/json': { schema: changesOutput },
      'text/event-stream': { schema: z.string() },
    }),
    problems: ['invalid_header', 'unknown_cursor', 'too_many_requests', 'busy', 'took_too_long'],
    run: (deps, asked) =>
      asked.request.accepts('application/json', 'text/event-stream') === 'text/event-stream'
        ? stream(deps, asked)
        : list(deps, asked),
  }),
];

type ChangesAsked = Asked<z.output<typeof changesQuery>>;

async function list(
  deps: ManagementDeps,
  { lookups, request, response, query }: ChangesAsked,
): Promise<void> {
  const { after, wait, page_size: size } = query();
  await deps.followers.seal();
  const place = await placeOf(deps, { after, lookups });
  const cursors = await cursorsFor(deps, request);
  let page: Changes = { results: [], place, hasMore: false };
  if (after !== 'now') {
    page = await findChanges(lookups, { after: place, size, scope: scopeOf(request) });
    if (page.results.length === 0 && wait > 0 && request.method !== 'HEAD') {
      const over = AbortSignal.any([untilClosed(response), AbortSignal.timeout(wait * 1000)]);
      await deps.followers.run(callerOf(request).fingerprint, async () => {
        while (page.results.length === 0 && (await mayWait(deps, { request, over })))
          page = (await pageAfter(deps, page, { size, lookups, request, over })) ?? page;
      });
    }
  }
  const results = page.results.map((change) => showChange(change, cursors));
  response.set('Cache-Control', cacheControl).json({ results, cursor: cursors.ofPage(page.place) });
}

async function stream(
  deps: ManagementDeps,
  { lookups, request, response, query }: ChangesAsked,
): Promise<void> {
  const { after: asked, page_size: size } = query();
  await deps.followers.seal();
  const after = lastEventId(request) ?? asked;
  const place = await placeOf(deps, { after, lookups });
  const cursors = await cursorsFor(deps, request);
  // Tells where the stream is, and nothing else: clients take it for their `Last-Event-ID`.
  const idOnly = (at: ChainPlace) => `id: ${cursors.ofPage(at)}\n\n`;
  if (request.method === 'HEAD') {
    openEventStream(response);
    response.end();
    return;
  }
  await deps.followers.run(callerOf(request).fingerprint, async () => {
    const over = untilClosed(response);
    let writtenAt = 0;
    const write = (text: string) => {
      response.write(text);
      writtenAt = Date.now();
    };
    // Who takes nothing would hold their place, whatever became of their token.
    openEventStream(response.setTimeout(patienceMs));
    write(`retry: 1000\n${idOnly(place)}`);
    let page: Changes = { results: [], place, hasMore: true };
    while (await mayWait(deps, { request, over })) {
      const next = await pageAfter(deps, page, { size, lookups, request, over });
      page = next ?? page;
      for (const change of next?.results.map((one) => showChange(one, cursors)) ?? [])
        write(`id: ${change.cursor}\ndata: ${JSON.stringify(change)}\n\n`);
      if (Date.now() - writtenAt > silenceMs) write(`:\n${idOnly(page.place)}`);
      // Whoever does not read is sent no more until they do.
      if (response.writableNeedDrain) await once(response, 'drain', { signal: over }).catch(() => {});
    }
    response.end();
  });
}

interface Waiting {
  request: Request;
  /** When the client has left, or the time is over. */
  over: AbortSignal;
}

/** Whether somebody who follows the changes may go on: a server that stops and a token that was revoked end it. */
async function mayWait({ isStillOpen }: ManagementDeps, { request, over }: Waiting): Promise<boolean> {
  return !over.aborted && isServing(request) && (await isStillOpen(request));
}

/**
 * The page after another one: at once where there is more, else as soon as something happens; undefined when nothing does
 * for a while, since the token may be revoked meanwhile.
 */
function pageAfter(
  deps: ManagementDeps,
  { place: after, hasMore }: Changes,
  { size, lookups, request, over }: Waiting & { size: number; lookups: Queryable },
): Promise<Changes | undefined> {
  if (hasMore) return findChanges(lookups, { after, size, scope: scopeOf(request) });
  return deps.followers.nextChanges(after, {
    size,
    scope: scopeOf(request),
    signal: AbortSignal.any([over, AbortSignal.timeout(checkTokenMs)]),
    isOver: () => !isServing(request),
  });
}

/** A program with a scope is not told how much there is out of it. */
async function cursorsFor({ cursorKey }: ManagementDeps, request: Request): Promise<Cursors> {
  return scopeOf(request) === 'everything' ? openCursors : sealedCursors(await cursorKey());
}

/** What an event stream begins after that was broken off (HTML, "Server-sent events"). */
function lastEventId(request: Request): string | undefined {
  const given = request.get('Last-Event-ID');
  if (given === undefined || given === '') return undefined;
  const cursor = cursorText.safeParse(given);
  if (cursor.success) return cursor.data;
  throw new InputError('invalid_header', 'Last-Event-ID must be a cursor of this feed');
}

/** @throws InputError  `unknown_cursor` */
async function placeOf(
  { db, cursorKey }: ManagementDeps,
  { after, lookups }: { after: string | undefined; lookups: Queryable },
): Promise<ChainPlace> {
  if (after === undefined) return chainStart;
  if (after === 'now') return findChainEnd(db.pool);
  const asked = await placeIn(after, cursorKey);
  const place = asked && (await findPlaceOfCursor(lookups, asked));
  if (place !== null) return place;
  throw new InputError(
    'unknown_cursor',
    `the history has no entry at the cursor ${after}: it is of another database, or of one that was put back; compare your records, and go on with after=now`,
  );
}
