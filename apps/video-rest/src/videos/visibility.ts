import { isStaff } from '../accounts/is-staff.ts';

/** What decides who sees a video. */
export interface Visibility {
  isDraft: boolean;
  isRestricted: boolean;
}

/** Whether everybody may watch it, who they are or not. */
export function isPublic({ isDraft, isRestricted }: Visibility): boolean {
  return !isDraft && !isRestricted;
}

/** Whether somebody may see and change it, public or not: its owner, and staff. */
export function isTheirs(
  video: { ownerId: number },
  caller: { id: number; isStaff: boolean; isSuperuser: boolean },
): boolean {
  return isStaff(caller) || caller.id === video.ownerId;
}
