import * as rest from '@campus/rest';
import {
  isAmongOwners,
  isOwnerOrStaff,
  isStaff,
  mineOf,
  type Ownership,
  ownedBy,
} from '../../domain/ownership.ts';
import { watchableBy } from '../../domain/who-may-watch.ts';
import { refusals } from '../refusals.ts';

/** What everybody who is signed in reads and staff changes. */
export const readByAllWrittenByStaff: rest.Rights = {
  may: (caller, action) => action === 'list' || action === 'retrieve' || isStaff(caller),
  sees: () => [],
};

/** What is for staff alone. */
export const forStaff: rest.Rights = { may: isStaff, sees: () => [] };

/** Broadcasters: everybody has those that are not restricted, staff all; staff changes them. */
export const openBroadcasters: rest.Rights = {
  ...readByAllWrittenByStaff,
  sees: (caller) =>
    isStaff(caller) ? [] : [{ columns: ['isRestricted'], operator: 'equals', value: false }],
};

/**
 * The rights of what has an owner and additional owners: these may do what the owner may, but remove it and say whose it
 * is. Staff does everything.
 */
function ownedRights(sees: rest.Rights['sees']): rest.Rights {
  return {
    may: () => true,
    sees,
    judgedBy: ['ownerId', 'additionalOwners'],
    mayChange: owns,
    mayRemove: (caller, row) => isOwner(caller, row) || new rest.Refusal(refusals.owners_alone),
    mayWrite(caller, changes, row) {
      if (isStaff(caller)) return true;
      const { ownerId, additionalOwners } = changes;
      if (row === null || isOwner(caller, row)) return ownerId === undefined || ownerId === caller.id;
      const isLeft = ownerId === undefined && additionalOwners === undefined;
      return isLeft || new rest.Refusal(refusals.owners_alone);
    },
  };
}

/** Whether the caller is one of the owners of this row, or staff. */
export function owns(caller: rest.Caller, row: rest.Row): boolean {
  return isAmongOwners(ownershipOf(row), caller);
}

function isOwner(caller: rest.Caller, row: rest.Row): boolean {
  return isOwnerOrStaff(ownershipOf(row), caller);
}

function ownershipOf({ ownerId, additionalOwners }: rest.Row): Ownership {
  return { ownerId, additionalOwners } as Ownership;
}

/** What somebody owns, and besides what is open to all who are signed in. */
function ownOr(isOpen: rest.Condition): rest.Rights['sees'] {
  return (caller) => (isStaff(caller) ? [] : [{ anyOf: [...ownedBy(caller), isOpen] }]);
}

/** Events: everybody who is signed in has those that are no drafts and whose broadcaster they have. */
export const openEvents: rest.Rights = ownedRights(
  ownOr({
    allOf: ['isDraft', 'broadcaster.isRestricted'].map((column) => ({
      columns: [column],
      operator: 'equals',
      value: false,
    })),
  }),
);

/**
 * Playlists: everybody who is signed in has the public ones. Those that are protected would want a password, which nobody
 * can say here, as with videos.
 */
export const openPlaylists: rest.Rights = ownedRights(
  ownOr({ columns: ['visibility'], operator: 'equals', value: 'public' }),
);

/** Videos: everybody has those that they may watch, and changes those that they own. */
export const watchedVideos: rest.Rights = ownedRights(watchableBy);

/** What belongs to a video: seen by whom sees the video, written by whom may change it. */
export const partsOfVideos = rest.partRights('video', watchedVideos);

/**
 * The same of what is at moments of its source: of a video of which something is left out its owners have it alone, as the
 * source itself. Its pages show what of it plays.
 */
export const momentsOfVideos = rest.partRights(
  'video',
  ownedRights((caller) => {
    const isWhole: rest.Condition = { columns: ['plays'], operator: 'equals', value: '' };
    const owned = ownedBy(caller);
    return owned.length === 0 ? [] : [...watchableBy(caller), { anyOf: [...owned, isWhole] }];
  }),
);

/** The same where it is nobody's business but theirs who may change the video. */
export const partsOfOwnVideos = rest.partRights('video', ownedRights(ownedBy));

/** Whether the caller is one of the owners of the video that this row belongs to, or staff. */
export function ownsVideoOf(caller: rest.Caller, row: rest.Row): boolean {
  return partsOfVideos.mayChange?.(caller, row) === true;
}

/** Folders: staff has all, everybody else their own. */
export const ownFolders: rest.Rights = {
  may: () => true,
  sees: (caller) => (isStaff(caller) ? [] : [mineOf(caller)]),
  judgedBy: ['ownerId'],
  mayChange: (caller, { ownerId }) => isOwnerOrStaff({ ownerId: Number(ownerId) }, caller),
  mayWrite: (caller, { ownerId }) => isStaff(caller) || ownerId === undefined || ownerId === caller.id,
};

/** Owners: staff has all, everybody else the one that they are; staff changes them. */
export const ownersRights: rest.Rights = {
  may: readByAllWrittenByStaff.may,
  sees: (caller) => (isStaff(caller) ? [] : [{ columns: ['userId'], operator: 'equals', value: caller.id }]),
};

/**
 * What is in folders: staff has all, everybody else what is in theirs, made by themselves. What something shows is there
 * besides for whoever sees that, to look at, and stands in no list: nothing else of the folder is told. Only what is in
 * folders of one's own is for naming, since what names it opens it to others, with whatever it is to hold one day.
 *
 * @param shownBy  the relations of what shows it, with their rights
 */
function inFolders(shownBy: Readonly<Record<string, rest.Rights>>): rest.Rights {
  const own = rest.partRights('folder', ownFolders);
  return {
    ...own,
    lists: own.sees,
    names: own.sees,
    sees(caller) {
      if (isStaff(caller)) return [];
      const shown = Object.entries(shownBy).map(([some, { sees }]) => ({ some, meets: sees(caller) }));
      return [{ anyOf: [...own.sees(caller), ...shown] }];
    },
    mayWrite: (caller, { createdById }) =>
      isStaff(caller) || createdById === undefined || createdById === caller.id,
  };
}

/** Files: those of videos, for whoever sees the video. */
export const filesInFolders = inFolders({
  documents: partsOfVideos,
  tracks: momentsOfVideos,
  enrichments: momentsOfVideos,
});

/** Images: those that objects show, for whoever sees the object. */
export const imagesInFolders = inFolders({
  types: readByAllWrittenByStaff,
  disciplines: readByAllWrittenByStaff,
  buildings: readByAllWrittenByStaff,
  channels: readByAllWrittenByStaff,
  themes: readByAllWrittenByStaff,
  broadcasters: openBroadcasters,
  owners: ownersRights,
  videos: watchedVideos,
  enrichments: momentsOfVideos,
  events: openEvents,
});

/** What nobody but a superuser may set: it decides what an account may do, or whose it is. */
const reserved = ['isSuperuser', 'isStaff', 'isActive', 'username'];
/** What people may change of their own account. */
const personal = ['firstName', 'lastName', 'email', 'password'];

/**
 * Users: superusers change everything, staff all but what decides about rights and all but superusers,
 * everybody else what is personal in their own account, the only one that they see. Whoever owns something names others
 * as additional owners by the addresses of their accounts.
 */
export const accounts: rest.Rights = {
  may(caller, action) {
    if (action === 'create') return caller.isSuperuser;
    return action !== 'destroy' || isStaff(caller);
  },
  sees: (caller) => (isStaff(caller) ? [] : [{ columns: ['id'], operator: 'equals', value: caller.id }]),
  names: (caller) => (isStaff(caller) ? [] : [{ columns: ['isActive'], operator: 'equals', value: true }]),
  mayChange: (caller, row) => caller.isSuperuser || row.isSuperuser !== true,
  mayWrite(caller, changes) {
    const columns = Object.keys(changes);
    if (caller.isSuperuser) return true;
    if (caller.isStaff) return !columns.some((column) => reserved.includes(column));
    return columns.every((column) => personal.includes(column));
  },
};
