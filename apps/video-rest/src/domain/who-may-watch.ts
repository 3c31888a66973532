/**
 * Who may watch a video. Said once, as barriers, for a video in memory and for the database that lists many;
 * `who-may-watch.test.ts` holds both together.
 */
import type { Condition } from '@campus/rest';
import { type Account, isAmongOwners, isStaff, mineOf, type Ownership, sharedWith } from './ownership.ts';

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

/** All that decides who may watch a video. */
export interface Watchable extends Closings, Ownership {
  /** Ids of access groups; none exactly when it is not for groups. */
  restrictAccessToGroups: readonly number[];
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
  /** The same of accounts that have nothing else to show; at most one barrier is met by some. */
  met: 'by all' | 'by none' | ((account: Account) => Condition);
  why(viewer: Viewer): Closed;
}

/** In the order in which somebody meets them. */
const barriers: readonly Barrier[] = [
  {
    isDown: ({ isDraft }) => !isDraft,
    down: { columns: ['isDraft'], operator: 'equals', value: false },
    isMet: () => false,
    met: 'by none',
    why: () => 'draft',
  },
  {
    isDown: ({ isRestricted }) => !isRestricted,
    down: { columns: ['isRestricted'], operator: 'equals', value: false },
    isMet: ({ account }) => account !== undefined,
    met: 'by all',
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
    met: 'by none',
    why: () => 'password',
  },
];

/** Whether everybody may watch it, who they are or not. */
export function isPublic(video: Closings): boolean {
  return barriers.every(({ isDown }) => isDown(video));
}

/** The same in the database. */
export const publicConditions: readonly Condition[] = barriers.map(({ down }) => down);

/** Why it is closed to this viewer; undefined: they may watch it. */
export function whyClosed(video: Watchable, viewer: Viewer): Closed | undefined {
  const { account, hasShareLink = false } = viewer;
  if (hasShareLink || (account !== undefined && isAmongOwners(video, account))) return undefined;
  return barriers.find((barrier) => !barrier.isDown(video) && !barrier.isMet(viewer, video))?.why(viewer);
}

/** The videos that every account may watch; most are, and a trigger of `videos` counts them by the same rule. */
const openToAccounts: Condition = {
  counted: 'open_videos',
  meets: barriers.filter(({ met }) => met !== 'by all').map(({ down }) => down),
};

/**
 * The videos that an account may watch without a password or a share link; none: all of them. Those that are open to every
 * account stand apart from the few others, of which each kind is found by an index.
 */
export function watchableBy(account: Account): readonly Condition[] {
  if (isStaff(account)) return [];
  const [mine, shared] = [mineOf(account), sharedWith(account)];
  const passed = barriers.flatMap(({ down, met }) => {
    if (met === 'by all') return [];
    // Who meets one that some meet shows by it that it stands.
    return [met === 'by none' ? down : met(account)];
  });
  const closed: Condition = { not: openToAccounts };
  return [
    {
      apart: [
        openToAccounts,
        { allOf: [mine, closed] },
        { allOf: [shared, closed, { not: mine }] },
        { allOf: [...passed, { not: mine }, { not: shared }] },
      ],
    },
  ];
}
