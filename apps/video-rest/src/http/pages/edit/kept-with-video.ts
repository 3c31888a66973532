import {
  createObject,
  findObject,
  InvalidInput,
  type KnownRequest,
  objectUrl,
  type ReceivedFile,
  type Resource,
  removeObject,
} from '@campus/rest';
import { folderOfVideos } from '../../../data/kept-files.ts';
import { folders } from '../../resources/folders.ts';
import type { Services } from '../../resources/services.ts';
import { users } from '../../resources/users.ts';
import { bodyWith } from './sent-form.ts';

/**
 * Keeps a file in the sender's own folder for what refers to it then; where that is refused, it goes again.
 *
 * @param use  refers to it, by its id
 * @throws as the API does of a file, and what `use` throws
 */
export async function keepFor(
  resource: Resource<Services>,
  known: KnownRequest<Services>,
  file: ReceivedFile | undefined,
  use: (id: number) => Promise<unknown>,
): Promise<void> {
  // Its name is that of the file that was sent.
  const members = { ...(await inOwnFolder(known)), name: 'file' };
  const { id } = await createObject(resource, known, bodyWith(members, file));
  try {
    await use(id);
  } catch (error) {
    await removeObject(
      resource,
      known,
      await findObject(resource, known, { key: String(id), toChange: true }),
    );
    throw error;
  }
}

/**
 * Where a file goes that somebody sends to a video: their own folder of that name, made when it is not there.
 *
 * @returns the members of a file or an image in the API that say so
 */
async function inOwnFolder(known: KnownRequest<Services>): Promise<{ folder: string; created_by: string }> {
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
