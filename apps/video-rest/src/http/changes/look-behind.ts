import { type Caller, objectUrl, type Store, showInstant } from '@campus/rest';
import { changeKinds, findChangesOf } from '../../data/changes.ts';
import type { Database } from '../../data/open-database.ts';
import { isWanted } from '../../webhooks/event-patterns.ts';
import type { LookBehind } from '../../webhooks/tell-webhooks.ts';
import { resources } from '../resources/resources.ts';
import { videos } from '../resources/videos.ts';
import { seeStored } from './see-changes.ts';

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
}: {
  db: Database;
  storeOf: (table: string) => Store;
  base: string;
  timeZone: string;
}): LookBehind {
  return async ({ position, events: patterns }) => {
    const kinds = kindsOf(patterns);
    const { stored, upTo } = await findChangesOf(db.pool, { after: position, kinds, most: atOnce });
    const seen = await seeStored({ db, storeOf }, { stored, caller: anyOfStaff });
    const events = seen.map(({ place: { position }, at, kind, path, id, key, videoId, fields }) => ({
      number: position,
      type: `${path}.${kind}`,
      timestamp: showInstant(at, timeZone),
      data: {
        resource: path,
        id,
        url: key === undefined ? null : objectUrl(base, path, key),
        video: videoId === null ? null : objectUrl(base, videos.path, videoId),
        fields,
      },
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
