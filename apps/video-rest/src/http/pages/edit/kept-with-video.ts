import * as rest from '@campus/rest';
import { folderOfVideos, showInstead } from '../../../data/kept-files.ts';
import { changeKept } from '../../../library/keep.ts';
import { keptFiles, withSubtitles } from '../../../library/kept-files.ts';
import { refusals } from '../../refusals.ts';
import { files } from '../../resources/files.ts';
import { folders } from '../../resources/folders.ts';
import type { Services } from '../../resources/services.ts';
import { users } from '../../resources/users.ts';
import type { EditedVideo } from './edited-video.ts';
import { bodyWith } from './sent-form.ts';

/**
 * Keeps a file in the sender's own folder for what refers to it then; where that is refused, it goes again.
 *
 * @param use  refers to it, by its id
 * @throws as the API does of a file, and what `use` throws
 */
export async function keepFor(
  resource: rest.Resource<Services>,
  known: rest.KnownRequest<Services>,
  file: rest.ReceivedFile | undefined,
  use: (id: number) => Promise<unknown>,
): Promise<void> {
  const { base, caller, engine } = known;
  const folder = await folderOfVideos(engine.services.db.pool, caller.id);
  const members = {
    folder: rest.objectUrl(base, folders.path, folder),
    created_by: rest.objectUrl(base, users.path, caller.id),
    // Its name is that of the file that was sent.
    name: 'file',
  };
  const { id } = await rest.createObject(resource, known, bodyWith(members, file));
  try {
    await use(id);
  } catch (error) {
    await rest.removeObject(
      resource,
      known,
      await rest.findObject(resource, known, { key: String(id), toChange: true }),
    );
    throw error;
  }
}

/** A track, and the file that holds what it shows. */
interface ShownFile {
  id: number;
  fileId: number;
  name: string;
  /** The name on disk of what was corrected. */
  version: string;
}

/**
 * Keeps subtitles that were corrected, in the place of those that a track shows; where the file is somebody else's, in
 * one of the sender's own, which the track shows from then on.
 *
 * @throws Refusal  409, where it shows others meanwhile; as the API does of a file
 */
export async function keepCorrected(
  { known }: Pick<EditedVideo, 'known'>,
  { id, fileId, name, version }: ShownFile,
  content: string,
): Promise<void> {
  const { engine, caller } = known;
  const { services } = engine;
  const row = await rest.findObject(files, known, { key: String(fileId), toChange: false });
  await withSubtitles(services.storage, { name, content }, async (file) => {
    const change = { id: fileId, storedFile: version, changes: {}, sent: { file, callerId: caller.id } };
    const requireAsItWas = (isAsItWas: boolean) => {
      if (!isAsItWas) throw new rest.Refusal(refusals.lines_changed);
    };
    if (files.rights.mayChange?.(caller, row) !== false)
      requireAsItWas(await changeKept(keptFiles, services, change));
    else
      await keepFor(files, known, file, async (to) =>
        requireAsItWas(await showInstead(services.db, { trackId: id, from: fileId, to })),
      );
  });
}
