import { randomBytes } from 'node:crypto';
import { settleInstanceKey } from '@campus/database';
import * as feed from '@campus/feed';
import * as rest from '@campus/rest';
import { createTurns, inOneGo } from '@campus/service';
import { beginning, findNewestPlace, findPlaceOf, keptChanges } from '../../data/changes.ts';
import { isStaff } from '../../domain/ownership.ts';
import { placeChanges } from '../../videos/place-changes.ts';
import { addresses } from '../addresses.ts';
import { fieldMessages, refusals } from '../refusals.ts';
import { apiWords } from '../resources/api-words.ts';
import type { Services } from '../resources/services.ts';
import { defaultChangesPage, describedChanges, maxChangesPage } from './described-changes.ts';
import { type SeeingDeps, type SeenChange, seeChanges, toldOf } from './see-changes.ts';

/** For those who cannot wait for others who give changes their places. */
const patienceMs = 250;

/**
 * Pages are looked up so many at a time, those of one caller in turn with those of others: whoever reads all that is kept, in
 * many streams, and all who are woken together, leave room for what others do.
 */
export const changePageTurns = {
  atATime: 2,
  waiting: 2 * feed.followLimits.ofAll,
  waitingPerCaller: 2 * feed.followLimits.ofCaller,
};

/** What happens to the objects of the API, in one order, to be asked for or followed. */
export function changeRoute({ db, storeOf }: SeeingDeps): rest.OwnRoute<Services> {
  const turns = createTurns(changePageTurns);
  const see = (asked: feed.PageAsked<rest.Caller>) =>
    turns.run(asked.scope.username, () => seeChanges({ db, storeOf }, asked));
  const followers = feed.createFollowers({
    settle: inOneGo(async () => {
      await placeChanges(db, { patienceMs });
    }),
    findEnd: () => findNewestPlace(db.pool),
    find: see,
  });
  const cursorKey = () => settleInstanceKey(db, { name: 'change-cursors', proposal: randomBytes(32) });
  const act = async (work: rest.Work<Services>) => {
    const { waitSeconds, ...asked } = queryOf(work);
    const asking = feedRequest(work, { cursorKey, followers, see, ...asked });
    if (!feed.asksForStream(work.request)) return rest.ok(await feed.listChanges(asking, { waitSeconds }));
    await feed.streamChanges(asking);
    return rest.ok(undefined);
  };
  return {
    path: addresses.changes,
    title: apiWords.changes,
    isStream: true,
    methods: {
      HEAD: { may: () => true, changes: false, act },
      GET: { may: () => true, changes: false, act, described: describedChanges },
    },
  };
}

/** @throws InvalidInput */
function queryOf({ request, engine }: rest.Work<Services>) {
  const parameters = rest.parametersOf(request);
  rest.requireKnown(parameters, { filters: ['after', 'wait'], tolerated: engine.toleratedParameters });
  const problems: ConstructorParameters<typeof rest.InvalidInput>[0] = {};
  const numberIn = (
    name: string,
    { fallback, least, most }: { fallback: number; least: number; most: number },
  ) => {
    const given = parameters.get(name);
    const value = given === undefined ? fallback : /^-?\d{1,9}$/.test(given) ? Number(given) : undefined;
    if (value === undefined) problems[name] = [{ code: 'not_an_integer' }];
    else if (value < least) problems[name] = [{ code: 'min_value', values: { limit: least } }];
    else if (value > most) problems[name] = [{ code: 'max_value', values: { limit: most } }];
    return value ?? fallback;
  };
  const after = parameters.get('after');
  if (after !== undefined && after !== 'now' && !feed.cursorForm.test(after))
    problems.after = [{ text: fieldMessages.not_a_cursor }];
  const waitSeconds = numberIn('wait', { fallback: 0, least: 0, most: feed.maxWaitSeconds });
  const size = numberIn('page_size', { fallback: defaultChangesPage, least: 1, most: maxChangesPage });
  if (Object.keys(problems).length > 0) throw new rest.InvalidInput(problems);
  const broken = feed.asksForStream(request)
    ? feed.lastEventId(request, () => {
        throw new rest.InvalidInput({ 'Last-Event-ID': [{ text: fieldMessages.not_a_cursor }] });
      })
    : undefined;
  return { after: broken ?? after, waitSeconds, size };
}

interface Following {
  /** Of sealed cursors, the same for all processes. */
  cursorKey: () => Promise<Uint8Array>;
  followers: feed.Followers<rest.Caller, SeenChange>;
  see: feed.FeedRequest<rest.Caller, SeenChange>['find'];
  after: string | undefined;
  size: number;
}

function feedRequest(
  { request, response, caller, engine, base }: rest.Work<Services>,
  { cursorKey, see, ...asked }: Following,
): feed.FeedRequest<rest.Caller, SeenChange> {
  const { db } = engine.services;
  return {
    ...asked,
    ...{ request, response },
    caller: String(caller.id),
    // Who comes from elsewhere is the same reader.
    scope: { ...caller, address: undefined },
    find: see,
    placeOf: async (after) => {
      if (after === undefined) return beginning;
      if (after === 'now') return findNewestPlace(db.pool);
      // What is told of places that others make up would tell them how many changes there were.
      const isTheirs = isStaff(caller) || !feed.isOpenCursor(after);
      const told = isTheirs ? await feed.placeIn(after, cursorKey) : null;
      const place = told && (await findPlaceOf(db.pool, told));
      if (place === null) throw new rest.Refusal(refusals.unknown_cursor);
      if (place === 'forgotten') throw new rest.Refusal(refusals.old_cursor, { values: keptChanges });
      return place;
    },
    cursors: async () => (isStaff(caller) ? feed.openCursors : feed.sealedCursors(await cursorKey())),
    show: (change, cursors) => ({
      cursor: cursors.ofChange(change.place),
      at: rest.showInstant(change.at, engine.timeZone),
      event: change.kind,
      ...toldOf(change, base),
    }),
    async isStillOpen() {
      const now = await rest.callerNow({ request, engine, caller }).catch((error: unknown) => {
        const refused = engine.explain(error);
        if (refused instanceof rest.Refusal && refused.status < 500) return undefined;
        throw error;
      });
      return now?.id === caller.id && isStaff(now) === isStaff(caller);
    },
  };
}
