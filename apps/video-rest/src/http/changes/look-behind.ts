import { type Caller, objectUrl, type Store, showInstant } from '@campus/rest';
import type { Database } from '../../data/open-database.ts';
import type { LookBehind } from '../../webhooks/tell-webhooks.ts';
import { videos } from '../resources/videos.ts';
import { seeChanges } from './see-changes.ts';

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
  return async (number) => {
    const after = { position: number, hash: '' };
    const { results, place } = await seeChanges({ db, storeOf }, { after, size: atOnce, scope: anyOfStaff });
    const events = results.map(({ place: { position }, at, kind, path, id, key, videoId, fields }) => ({
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
    return { events, upTo: place.position };
  };
}
