import {
  createObject,
  findObject,
  type KnownRequest,
  type ReceivedFile,
  type Resource,
  removeObject,
} from '@campus/rest';
import type { Services } from '../../resources/services.ts';
import { inOwnFolder } from './own-folder.ts';
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
