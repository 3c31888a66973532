import { type Caller, showInstant } from '@campus/rest';
import { changeKinds, findChangesOf } from '../../data/changes.ts';
import { isWanted } from '../../webhooks/event-patterns.ts';
import type { LookBehind } from '../../webhooks/tell-webhooks.ts';
import { resources } from '../resources/resources.ts';
import { type SeeingDeps, seeStored, toldOf } from './see-changes.ts';

/** Staff makes webhooks, and sees all. */
const anyOfStaff: Caller = {
  id: 0,
  username: 'webhooks',
  address: undefined,
  isStaff: true,
  isSuperuser: false,
  scheme: 'program',
};

/** So many changes are looked up at once. */
const atOnce = 500;

/**
 * Looks up what happened, for whom staff has told it to.
 *
 * @param base  the public address of the service, without a slash at the end
 */
export function lookBehind({
  db,
  storeOf,
  base,
  timeZone,
}: SeeingDeps & { base: string; timeZone: string }): LookBehind {
  return async ({ position, events: patterns }) => {
    const kinds = kindsOf(patterns);
    const { stored, upTo } = await findChangesOf(db.pool, { after: position, kinds, most: atOnce });
    const seen = await seeStored({ db, storeOf }, { stored, caller: anyOfStaff });
    const events = seen.map((change) => ({
      number: change.place.position,
      type: `${change.path}.${change.kind}`,
      timestamp: showInstant(change.at, timeZone),
      data: toldOf(change, base),
    }));
    return { events, upTo };
  };
}

/** What of which tables a webhook wants to hear of. */
function kindsOf(patterns: readonly string[]): string[] {
  return resources.flatMap(({ path, table }) =>
    changeKinds.filter((kind) => isWanted(patterns, `${path}.${kind}`)).map((kind) => `${table}.${kind}`),
  );
}
