/**
 * Who may watch a video, and whose it is. Said once, as barriers, for a video in memory and for the database that
 * lists many; `who-may-watch.test.ts` holds both together.
 */
import type { Condition } from '@campus/rest';
import { isStaff } from '../accounts/is-staff.ts';

/** What closes a video. */
export interface Closings {
  isDraft: boolean;
  isRestricted: boolean;
  isForGroups: boolean;
  passwordHash: string | null;
}

/** The columns of the same. */
export const closingColumns = Object.keys({
  isDraft: true,
  isRestricted: true,
  isForGroups: true,
  passwordHash: true,
} satisfies Record<keyof Closings, true>);

/** Whose a video is, by the ids of accounts. */
export interface Ownership {
  ownerId: number;
  additionalOwners: readonly number[];
}

/** All that decides who may watch a video. */
export interface Watchable extends Closings, Ownership {
  /** Ids of access groups; none exactly when it is not for groups. */
  restrictAccessToGroups: readonly number[];
}

/** Somebody who has signed in. */
export interface Account {
  id: number;
  isStaff: boolean;
  isSuperuser: boolean;
}

/** What is known of the one who asks for a video. */
export interface Viewer {
  /** With the ids of the access groups that it is in; undefined: nobody has signed in. */
  account?: (Account & { accessGroups: readonly number[] }) | undefined;
  /** They have said the password that this video has now. */
  knowsPassword?: boolean;
  /** They have come with a share link of this video that holds. */
  hasShareLink?: boolean;
}

/** Why a video is closed to somebody: what they would have to be, or to do first. */
export type Closed = 'draft' | 'sign_in' | 'groups' | 'password';

/** Something that keeps out all but the owners of a video, unless they meet it. */
interface Barrier {
  isDown(video: Closings): boolean;
  /** The same in the database. */
  down: Condition;
  isMet(viewer: Viewer, video: Watchable): boolean;
  /** The same of an account that has nothing else to show; null: it never meets it. */
  met(account: Account): Condition | null;
  why(viewer: Viewer): Closed;
}

const everything: Condition = { allOf: [] };

/** In the order in which somebody meets them. */
const barriers: readonly Barrier[] = [
  {
    isDown: ({ isDraft }) => !isDraft,
    down: { columns: ['isDraft'], operator: 'equals', value: false },
    isMet: () => false,
    met: () => null,
    why: () => 'draft',
  },
  {
    isDown: ({ isRestricted }) => !isRestricted,
    down: { columns: ['isRestricted'], operator: 'equals', value: false },
    isMet: ({ account }) => account !== undefined,
    met: () => everything,
    why: () => 'sign_in',
  },
  {
    isDown: ({ isForGroups }) => !isForGroups,
    down: { columns: ['isForGroups'], operator: 'equals', value: false },
    isMet: ({ account }, { restrictAccessToGroups }) =>
      account?.accessGroups.some((group) => restrictAccessToGroups.includes(group)) === true,
    met: ({ id }) => ({
      some: 'restrictAccessToGroups',
      meets: [{ some: 'users', meets: [{ columns: ['userId'], operator: 'equals', value: id }] }],
    }),
    why: ({ account }) => (account === undefined ? 'sign_in' : 'groups'),
  },
  {
    isDown: ({ passwordHash }) => passwordHash === null,
    down: { columns: ['passwordHash'], operator: 'equals', value: null },
    isMet: ({ knowsPassword = false }) => knowsPassword,
    met: () => null,
    why: () => 'password',
  },
];

/** Whether everybody may watch it, who they are or not. */
export function isPublic(video: Closings): boolean {
  return barriers.every(({ isDown }) => isDown(video));
}

/** The same in the database. */
export const publicConditions: readonly Condition[] = barriers.map(({ down }) => down);

/** Whether somebody may see and change it, whoever may watch it: its owner, its additional owners, and staff. */
export function isTheirs(video: Ownership, account: Account): boolean {
  return isOwners(video, account) || video.additionalOwners.includes(account.id);
}

/** Whether somebody may remove it and say whose it is: its owner, and staff. */
export function isOwners({ ownerId }: Pick<Ownership, 'ownerId'>, account: Account): boolean {
  return isStaff(account) || account.id === ownerId;
}

/** Why it is closed to this viewer; undefined: they may watch it. */
export function whyClosed(video: Watchable, viewer: Viewer): Closed | undefined {
  const { account, hasShareLink = false } = viewer;
  if (hasShareLink || (account !== undefined && isTheirs(video, account))) return undefined;
  return barriers.find((barrier) => !barrier.isDown(video) && !barrier.isMet(viewer, video))?.why(viewer);
}

/** The videos that an account owns, alone or with others; those of staff are all. */
export function ownedBy(account: Account): Condition {
  if (isStaff(account)) return everything;
  return {
    anyOf: [
      { columns: ['ownerId'], operator: 'equals', value: account.id },
      { columns: ['additionalOwners'], operator: 'holds', value: account.id },
    ],
  };
}

/** The videos that an account may watch without a password or a share link; none: all of them. */
export function watchableBy(account: Account): readonly Condition[] {
  if (isStaff(account)) return [];
  const passed = barriers.map(({ down, met }) => {
    const meets = met(account);
    return meets === null ? down : { anyOf: [down, meets] };
  });
  return [{ anyOf: [ownedBy(account), { allOf: passed }] }];
}
