import { type Caller, type Condition, partRights, type Rights, type Row } from '@campus/rest';
import { isStaff } from '../../accounts/is-staff.ts';
import { isOwners, isTheirs, type Ownership, ownedBy } from '../../videos/who-may-watch.ts';

/** What everybody who is signed in reads and staff changes. */
export const readByAllWrittenByStaff: Rights = {
  may: (caller, action) => action === 'list' || action === 'retrieve' || isStaff(caller),
  sees: () => [],
};

/** What is for staff alone. */
export const forStaff: Rights = { may: isStaff, sees: () => [] };

/** Broadcasters: everybody has those that are not restricted, staff all; staff changes them. */
export const openBroadcasters: Rights = {
  ...readByAllWrittenByStaff,
  sees: (caller) =>
    isStaff(caller) ? [] : [{ columns: ['isRestricted'], operator: 'equals', value: false }],
};

/**
 * The rights of what has an owner and additional owners: these may do what the owner may, but remove it and say whose it
 * is. Staff does everything, everybody else sees besides what is open to them.
 */
function ownedRights(isOpen: Condition): Rights {
  return {
    may: () => true,
    sees: (caller) =>
      isStaff(caller)
        ? []
        : [
            {
              anyOf: [
                { columns: ['ownerId'], operator: 'equals', value: caller.id },
                { columns: ['additionalOwners'], operator: 'holds', value: caller.id },
                isOpen,
              ],
            },
          ],
    judgedBy: ['ownerId', 'additionalOwners'],
    mayChange: (caller, row) => isOwner(caller, row) || isAmong(row.additionalOwners, caller),
    mayRemove: isOwner,
    mayWrite(caller, changes, row) {
      if (isStaff(caller)) return true;
      const { ownerId, additionalOwners } = changes;
      if (row === null || isOwner(caller, row)) return ownerId === undefined || ownerId === caller.id;
      return ownerId === undefined && additionalOwners === undefined;
    },
  };
}

function isOwner(caller: Caller, { ownerId }: Row): boolean {
  return isStaff(caller) || ownerId === caller.id;
}

function isAmong(ids: unknown, { id }: Caller): boolean {
  return Array.isArray(ids) && ids.includes(id);
}

/** Events: everybody who is signed in has those that are no drafts and whose broadcaster they have. */
export const openEvents: Rights = ownedRights({
  allOf: ['isDraft', 'broadcaster.isRestricted'].map((column) => ({
    columns: [column],
    operator: 'equals',
    value: false,
  })),
});

/** Videos: staff has all, everybody else their own. */
export const ownVideos: Rights = {
  may: () => true,
  sees: (caller) => (isStaff(caller) ? [] : [ownedBy(caller)]),
  judgedBy: ['ownerId', 'additionalOwners'],
  mayChange: (caller, row) => isTheirs(row as unknown as Ownership, caller),
  mayWrite: (caller, { ownerId }) => isStaff(caller) || ownerId === undefined || ownerId === caller.id,
};

/** What belongs to a video: seen by whom sees the video, written by whom may change it. */
export const partsOfVideos = partRights('video', ownVideos);

/** The same where it is nobody's business but theirs who may change the video. */
export const partsOfOwnVideos = partRights('video', ownVideos);

/** Folders: staff has all, everybody else their own. */
export const ownFolders: Rights = {
  may: () => true,
  sees: (caller) => (isStaff(caller) ? [] : [{ columns: ['ownerId'], operator: 'equals', value: caller.id }]),
  judgedBy: ['ownerId'],
  mayChange: (caller, { ownerId }) => isOwners({ ownerId: Number(ownerId) }, caller),
  mayWrite: (caller, { ownerId }) => isStaff(caller) || ownerId === undefined || ownerId === caller.id,
};

/** Owners: staff has all, everybody else the one that they are; staff changes them. */
export const ownersRights: Rights = {
  may: readByAllWrittenByStaff.may,
  sees: (caller) => (isStaff(caller) ? [] : [{ columns: ['userId'], operator: 'equals', value: caller.id }]),
};

/**
 * What is in folders: staff has all, everybody else what is in theirs, made by themselves. What something shows is there
 * besides for whoever sees that, to look at and to name, and stands in no list: nothing else of the folder is told.
 *
 * @param shownBy  the relations of what shows it, with their rights
 */
function inFolders(shownBy: Readonly<Record<string, Rights>>): Rights {
  const own = partRights('folder', ownFolders);
  return {
    ...own,
    lists: own.sees,
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
  tracks: partsOfVideos,
  enrichments: partsOfVideos,
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
  videos: ownVideos,
  enrichments: partsOfVideos,
  events: openEvents,
});

/** What nobody but a superuser may set: it decides what an account may do, or whose it is. */
const reserved = ['isSuperuser', 'isStaff', 'isActive', 'username'];
/** What people may change of their own account. */
const personal = ['firstName', 'lastName', 'email', 'password'];

/**
 * Users: superusers change everything, staff all but what decides about rights and all but superusers,
 * everybody else what is personal in their own account, the only one that they see.
 */
export const accounts: Rights = {
  may(caller, action) {
    if (action === 'create') return caller.isSuperuser;
    return action !== 'destroy' || isStaff(caller);
  },
  sees: (caller) => (isStaff(caller) ? [] : [{ columns: ['id'], operator: 'equals', value: caller.id }]),
  mayChange: (caller, row) => caller.isSuperuser || row.isSuperuser !== true,
  mayWrite(caller, changes) {
    const columns = Object.keys(changes);
    if (caller.isSuperuser) return true;
    if (caller.isStaff) return !columns.some((column) => reserved.includes(column));
    return columns.every((column) => personal.includes(column));
  },
};
