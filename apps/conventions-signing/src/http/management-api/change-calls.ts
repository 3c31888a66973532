import { callerOf } from '@campus/auth';
import type { Queryable } from '@campus/database';
import * as feed from '@campus/feed';
import type { Request } from 'express';
import { type ChainPlace, chainStart } from '../../chain/chain.ts';
import { findChanges, findPlaceOfCursor, type LedgerChange } from '../../data/changes.ts';
import { findChainEnd } from '../../data/ledger.ts';
import type { Scope } from '../../domain/scope.ts';
import { changesOutput } from '../../wire/outputs.ts';
import { changesQuery } from '../../wire/queries.ts';
import { z } from '../../wire/schema.ts';
import { showChange } from '../../wire/show.ts';
import { cacheControl } from '../answer/send-document.ts';
import type { Asked } from '../calls/call.ts';
import { ofLookups, sent } from '../calls/parts.ts';
import { InputError } from '../receive/input-error.ts';
import { scopeOf } from '../scope/scope.ts';
import { call, type ManagementDeps } from './management-call.ts';

/** What happened to all records, in one order, to be asked for or followed. */
export const changeCalls = [
  call('GET /changes', {
    summary: 'What happened to all records, in one order, from which nothing is missing',
    description: `Keep the cursor with what came of the changes, and ask again with it. With \`Accept: text/event-stream\` the same as server-sent events: each has the cursor as its id, and \`Last-Event-ID\` goes before \`after\`. At a time ${feed.followLimits.ofCaller} requests of one token may wait or stream.`,
    query: changesQuery,
    headers: z.object({
      'Last-Event-ID': z.string().optional().openapi({ description: 'Of an event stream: its last cursor' }),
    }),
    answer: sent('The changes after the cursor', {
      'application/json': { schema: changesOutput },
      'text/event-stream': { schema: z.string(), example: 'retry: 1000\nid: 42\n\n' },
    }),
    problems: ['invalid_header', 'unknown_cursor', ...ofLookups],
    run: (deps, asked) => (feed.asksForStream(asked.request) ? stream(deps, asked) : list(deps, asked)),
  }),
];

type ChangesAsked = Asked<z.output<typeof changesQuery>>;

async function list(deps: ManagementDeps, asked: ChangesAsked): Promise<void> {
  const { query, response } = asked;
  const { after, wait: waitSeconds } = query();
  const page = await feed.listChanges(feedRequest(deps, asked, after), { waitSeconds });
  response.set('Cache-Control', cacheControl).json(page);
}

async function stream(deps: ManagementDeps, asked: ChangesAsked): Promise<void> {
  const { query, request } = asked;
  const { after } = query();
  const broken = feed.lastEventId(request, (why) => {
    throw new InputError('invalid_header', why);
  });
  await feed.streamChanges(feedRequest(deps, asked, broken ?? after));
}

function feedRequest(
  deps: ManagementDeps,
  { lookups, request, response, query }: ChangesAsked,
  after: string | undefined,
): feed.FeedRequest<Scope, LedgerChange> {
  return {
    ...{ request, response, after },
    followers: deps.followers,
    isStillOpen: deps.isStillOpen,
    caller: callerOf(request).fingerprint,
    scope: scopeOf(request),
    size: query().page_size,
    placeOf: (cursor) => placeOf(deps, { after: cursor, lookups }),
    cursors: () => cursorsFor(deps, request),
    find: (page) => findChanges(lookups, page),
    show: showChange,
  };
}

/** A program with a scope is not told how much there is out of it. */
async function cursorsFor({ cursorKey }: ManagementDeps, request: Request): Promise<feed.Cursors> {
  return scopeOf(request) === 'everything' ? feed.openCursors : feed.sealedCursors(await cursorKey());
}

/** @throws InputError  `unknown_cursor` */
async function placeOf(
  { db, cursorKey }: ManagementDeps,
  { after, lookups }: { after: string | undefined; lookups: Queryable },
): Promise<ChainPlace> {
  if (after === undefined) return chainStart;
  if (after === 'now') return findChainEnd(db.pool);
  const asked = await feed.placeIn(after, cursorKey);
  const place = asked && (await findPlaceOfCursor(lookups, asked));
  if (place !== null) return place;
  throw new InputError(
    'unknown_cursor',
    `the history has no entry at the cursor ${after}: it is of another database, or of one that was put back; compare your records, and go on with after=now`,
  );
}
