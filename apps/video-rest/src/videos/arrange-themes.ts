/** Channels and the tree of themes in each: what is below a theme is of its channel, and never above it. */
import type { Queryable } from '@campus/database';
import { TakenError } from '@campus/rest';
import { addChannel, type ChannelChanges, type NewChannel, updateChannel } from '../data/channels.ts';
import type { Removed } from '../data/deletions.ts';
import type { Transaction } from '../data/open-database.ts';
import {
  addTheme,
  findPlace,
  haveRing,
  isWithin,
  lockThemes,
  type NewTheme,
  placeThemes,
  type ThemeChanges,
  updateTheme,
} from '../data/themes.ts';
import { removeObject } from '../deletions/deletions.ts';
import type { VideoDeps } from './video-deps.ts';
import { VideoError } from './video-error.ts';

type Deps = Pick<VideoDeps, 'db'>;
/** The themes that are to be in the channel, beside those that are. */
type Placed = { themes?: number[] };

/** Creates a channel, and gives its id. @throws VideoError, TakenError, VanishedError */
export function createChannel(
  { db }: Deps,
  { themes = [], ...channel }: NewChannel & Placed,
): Promise<number> {
  return db.prisma.$transaction(async (tx) => {
    await lockThemes(tx);
    const id = await addChannel(tx, channel);
    await place(tx, id, themes);
    return id;
  });
}

/**
 * Changes a channel; false when it has vanished. Themes of other channels move to it; those that are not named stay,
 * since a theme is always in a channel.
 *
 * @throws VideoError, TakenError, VanishedError
 */
export function changeChannel(
  { db }: Deps,
  id: number,
  { themes = [], ...changes }: ChannelChanges & Placed,
): Promise<boolean> {
  return db.prisma.$transaction(async (tx) => {
    await lockThemes(tx);
    const isThere = await updateChannel(tx, id, changes);
    if (isThere) await place(tx, id, themes);
    return isThere;
  });
}

async function place(tx: Transaction, channelId: number, ids: number[]): Promise<void> {
  try {
    await placeThemes(tx, { channelId, ids });
  } catch (error) {
    if (error instanceof TakenError) throw new VideoError('titles_meet', {}, { cause: error });
    throw error;
  }
}

/** Creates a theme, and gives its id. @throws VideoError, TakenError, VanishedError */
export function createTheme({ db }: Deps, theme: NewTheme): Promise<number> {
  return db.prisma.$transaction(async (tx) => {
    await lockThemes(tx);
    const parent = await parentOf(tx, theme);
    if (parent !== null && parent.channelId !== theme.channelId) throw new VideoError('parent_elsewhere');
    return addTheme(tx, theme);
  });
}

/**
 * Changes a theme; false when it has vanished. In another channel it stands at the top, unless another parent is named
 * with it; what is below it goes with it.
 *
 * @throws VideoError, TakenError, VanishedError
 */
export function changeTheme({ db }: Deps, id: number, changes: ThemeChanges): Promise<boolean> {
  return db.prisma.$transaction(async (tx) => {
    await lockThemes(tx);
    const now = await findPlace(tx, id);
    if (now === null) return false;
    const { channelId = now.channelId } = changes;
    const { parentId = channelId === now.channelId ? now.parentId : null } = changes;
    if (parentId !== null) {
      if (await isWithin(tx, parentId, id)) throw new VideoError('parent_within');
      const parent = await findPlace(tx, parentId);
      if (parent !== null && parent.channelId !== channelId) throw new VideoError('parent_elsewhere');
    }
    return updateTheme(tx, id, { ...changes, parentId });
  });
}

/** Removes a channel with all its themes, or a theme with all that is below it; false when it has vanished. */
export function removeArranged(
  deps: Pick<VideoDeps, 'db' | 'jobs'>,
  removed: Removed & { table: 'channels' | 'themes' },
): Promise<boolean> {
  return removeObject(deps, removed, lockThemes);
}

/** Refuses a change of many themes that puts one below itself, before it is committed. @throws VideoError `parent_within` */
export async function requireTrees(tx: Queryable): Promise<void> {
  await lockThemes(tx);
  if (await haveRing(tx)) throw new VideoError('parent_within');
}

/** Null also for one that has vanished, which the database refuses. */
async function parentOf(tx: Transaction, { parentId }: NewTheme) {
  return typeof parentId === 'number' ? findPlace(tx, parentId) : null;
}
