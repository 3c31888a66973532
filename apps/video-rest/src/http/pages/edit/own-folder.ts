import { createObject, InvalidInput, type KnownRequest, objectUrl } from '@campus/rest';
import { folderOfVideos } from '../../../data/kept-files.ts';
import { folders } from '../../resources/folders.ts';
import type { Services } from '../../resources/services.ts';
import { users } from '../../resources/users.ts';
import { bodyWith } from './sent-form.ts';

/**
 * Where a file goes that somebody sends to a video: their own folder of that name, made when it is not there.
 *
 * @returns the members of a file or an image in the API that say so
 */
export async function inOwnFolder(
  known: KnownRequest<Services>,
): Promise<{ folder: string; created_by: string }> {
  const caller = objectUrl(known.base, users.path, known.caller.id);
  const address = (id: unknown) => ({ folder: objectUrl(known.base, folders.path, id), created_by: caller });
  const find = () =>
    known.engine.storeOf(folders.table).find(
      ['id'],
      [
        { columns: ['ownerId'], operator: 'equals', value: known.caller.id },
        { columns: ['name'], operator: 'equals', value: folderOfVideos },
      ],
    );
  const there = await find();
  if (there !== null) return address(there.id);
  try {
    const { id } = await createObject(folders, known, bodyWith({ name: folderOfVideos, owner: caller }));
    return address(id);
  } catch (error) {
    // Another form of theirs has made it meanwhile.
    const made = error instanceof InvalidInput ? await find() : null;
    if (made === null) throw error;
    return address(made.id);
  }
}
