import { InvalidInput, objectUrl } from '@campus/rest';
import { accountsNamed } from '../../../data/account-names.ts';
import { users } from '../../resources/users.ts';
import { nobodyProblem } from './edit-problems.ts';
import type { EditedVideo } from './edited-video.ts';

/**
 * The additional owners by their user names, as the API takes them; nothing where they stay the same.
 *
 * @throws InvalidInput  a name that nobody has who could be one
 */
export async function namedOwners(
  { row, known }: EditedVideo,
  names: readonly string[],
): Promise<{ additional_owners?: string[] }> {
  const held = (row.additionalOwners ?? []) as readonly number[];
  const found = await accountsNamed(known.engine.services.db, names.filter(isStorable));
  const problems = names
    // Who is no more let in stays what they were.
    .filter(
      (name) =>
        !found.some(({ username, isActive, id }) => username === name && (isActive || held.includes(id))),
    )
    .map(nobodyProblem);
  if (problems.length > 0) throw new InvalidInput({ additional_owners: problems });
  const ids = found.map(({ id }) => id);
  const isSame = ids.length === held.length && ids.every((id) => held.includes(id));
  return isSame ? {} : { additional_owners: ids.map((id) => objectUrl(known.base, users.path, id)) };
}

/** The database refuses to look for what no column holds. */
function isStorable(name: string): boolean {
  return !name.includes('\0');
}
