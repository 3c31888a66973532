import {
  type Caller,
  changeObject,
  findObject,
  type KnownRequest,
  Refusal,
  type Row,
  removeObject,
} from '@campus/rest';
import { isStaff } from '../../../domain/is-staff.ts';
import type { Services } from '../../resources/services.ts';
import { videos } from '../../resources/videos.ts';
import { formFault } from '../edit/form-fault.ts';
import { bodyWith } from '../edit/sent-form.ts';
import { membersOfVisibility } from '../edit/visibility.ts';
import { managedVideosWords } from './managed-videos-words.ts';

const selectedChanges = ['visibility', 'type', 'owner', 'encode', 'delete'] as const;

/** What can be done with several videos at once. */
export type SelectedChange = (typeof selectedChanges)[number];

/** What an account may do with videos that it manages: staff alone gives them away. */
export function changesFor(caller: Caller): readonly SelectedChange[] {
  return selectedChanges.filter((change) => change !== 'owner' || isStaff(caller));
}

/** What became of one video. */
export interface Line {
  id: number;
  /** Absent: it is not there. */
  video?: { title: string; slug: string };
  /** Why it is as it was; absent: it is done. */
  refused?: string;
}

/**
 * Changes or removes one of several videos, as the API would: what it refuses stops none of the others.
 *
 * @param change.value  what it is to have: a word of visibility, or the address of a type or of an account
 */
export async function changeOne(
  known: KnownRequest<Services>,
  id: number,
  change: { kind: SelectedChange; value: string },
): Promise<Line> {
  const { engine, language, request } = known;
  const say = managedVideosWords[language];
  let row: Row | undefined;
  const lineOf = (refused?: string): Line => ({
    id,
    ...(row !== undefined && { video: { title: String(row.title), slug: String(row.slug) } }),
    ...(refused !== undefined && { refused }),
  });
  try {
    row = await findObject(videos, known, { key: String(id), toChange: true });
    if (change.kind === 'delete') await removeObject(videos, known, row);
    else await changeObject(videos, known, { body: bodyWith(membersOf(change)), mode: 'patch', row });
    return lineOf();
  } catch (error) {
    const isGone = row === undefined && error instanceof Refusal;
    const fault = isGone ? undefined : formFault(error, { engine, language });
    if (isGone) return lineOf(say.notThere);
    if (fault !== undefined) return lineOf(Object.values(fault.problems).flat().join(' '));
    request.log.error({ err: error }, `video ${id} was not changed`);
    return lineOf(say.internal);
  }
}

function membersOf({ kind, value }: { kind: SelectedChange; value: string }): Record<string, string> {
  switch (kind) {
    case 'visibility':
      return membersOfVisibility(value) ?? {};
    case 'encode':
      return { encode: 'true' };
    default:
      return { [kind]: value };
  }
}
