/**
 * Who may watch, said once more for the tests: shorter than the service says it, and apart from it.
 */

/** What closes a video; whoever may watch it meets all of it. */
export interface Closing {
  isDraft?: true;
  isRestricted?: true;
  isForGroup?: true;
  hasPassword?: true;
}

export const closings = {
  public: {},
  draft: { isDraft: true },
  restricted: { isRestricted: true },
  group: { isForGroup: true },
  password: { hasPassword: true },
  'restricted and group': { isRestricted: true, isForGroup: true },
  'restricted and password': { isRestricted: true, hasPassword: true },
  'group and password': { isForGroup: true, hasPassword: true },
  'draft and password': { isDraft: true, hasPassword: true },
  'all of it': { isDraft: true, isRestricted: true, isForGroup: true, hasPassword: true },
} satisfies Record<string, Closing>;

export type ClosingName = keyof typeof closings;

export interface Traits {
  hasAccount?: true;
  /** In the one group that videos are for. */
  isMember?: true;
  isOwner?: true;
  isAdditionalOwner?: true;
  isStaff?: true;
  /** In a browser that has been told the password of each video that asks for it. */
  knowsPasswords?: true;
  /** Comes with a share link of the very video. */
  hasShareLinks?: true;
}

export const callers = {
  anonymous: {},
  account: { hasAccount: true },
  member: { hasAccount: true, isMember: true },
  'additional owner': { hasAccount: true, isAdditionalOwner: true },
  owner: { hasAccount: true, isOwner: true },
  staff: { hasAccount: true, isStaff: true },
  'holder of the passwords': { knowsPasswords: true },
  'member with the passwords': { hasAccount: true, isMember: true, knowsPasswords: true },
  'holder of the share links': { hasShareLinks: true },
} satisfies Record<string, Traits>;

export type CallerName = keyof typeof callers;

/** Whether they may change it. */
export function owns({ isOwner, isAdditionalOwner, isStaff }: Traits): boolean {
  return Boolean(isOwner || isAdditionalOwner || isStaff);
}

/** Whether they may watch it, by whatever they have. */
export function mayWatch(caller: Traits, closing: Closing): boolean {
  if (owns(caller) || caller.hasShareLinks) return true;
  if (closing.isDraft) return false;
  if (closing.isRestricted && !caller.hasAccount) return false;
  if (closing.isForGroup && !caller.isMember) return false;
  return !closing.hasPassword || Boolean(caller.knowsPasswords);
}

/** Whether they may by their account alone: programs have neither passwords nor share links. */
export function mayRead({ knowsPasswords, hasShareLinks, ...caller }: Traits, closing: Closing): boolean {
  return caller.hasAccount === true && mayWatch(caller, closing);
}

/** Whether it is there for everybody. */
export function isPublic(closing: Closing): boolean {
  return Object.keys(closing).length === 0;
}
