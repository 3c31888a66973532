import type { Turns } from '@campus/service';
import { addImage, changeImage, deleteImage, type ImageColumns, nextImageId } from '../data/kept-images.ts';
import type { MediaTools } from '../ffmpeg/open-media-tools.ts';
import type { LibraryDeps } from './keep-file.ts';
import type { SentFile } from './read-file.ts';
import { type ReadImage, readSentImage } from './read-image.ts';
import { tidyKeptQueue } from './tidy-kept-files.ts';

/** What keeping images works with. */
interface ImageDeps extends Omit<LibraryDeps, 'probes'> {
  tools: MediaTools;
  /** At decoding images. */
  images: Turns;
}

/**
 * Keeps an image, and smaller ones made of it; its name is that of the file that was sent. The row and the files
 * appear together or not at all.
 *
 * @returns the id
 * @throws FileRefusal; BudgetSpentError  too many are decoded; MediaToolsError; StorageError; VanishedError
 */
export function keepImage(
  deps: ImageDeps,
  { columns, file, callerId }: { columns: ImageColumns; file: SentFile; callerId: number },
): Promise<number> {
  const { db, storage } = deps;
  return withResized(deps, { file, callerId }, ({ title, ...image }) =>
    storage.place((place) =>
      db.prisma.$transaction(async (tx) => {
        const id = await nextImageId(tx);
        const storedFile = await place.image(tx, { id, temporaryFile: file.path, ...image });
        await addImage(tx, { ...columns, id, name: title, storedFile });
        return id;
      }),
    ),
  );
}

/**
 * Changes what is known of an image, or puts another in its place, whose name it has from then on; false when it has
 * vanished.
 *
 * @throws as `keepImage`
 */
export async function changeKeptImage(
  deps: ImageDeps,
  id: number,
  {
    changes,
    file,
    callerId,
  }: { changes: Partial<ImageColumns>; file: SentFile | undefined; callerId: number },
): Promise<boolean> {
  const { db, jobs, storage } = deps;
  if (file === undefined) return changeImage(db.prisma, id, changes);
  return withResized(deps, { file, callerId }, ({ title, ...image }) =>
    storage.place((place) =>
      db.prisma.$transaction(async (tx) => {
        // Locks the row before the folder.
        if (!(await changeImage(tx, id, { ...changes, name: title }))) return false;
        const storedFile = await place.image(tx, { id, temporaryFile: file.path, ...image });
        await jobs.send(tx, tidyKeptQueue, { table: 'images', id });
        return changeImage(tx, id, { storedFile });
      }),
    ),
  );
}

/**
 * Removes an image; false when it has vanished. What is on disk goes after the commit, by a job that survives a crash.
 */
export function removeKeptImage(
  { db, jobs }: Pick<LibraryDeps, 'db' | 'jobs'>,
  id: number,
): Promise<boolean> {
  return db.prisma.$transaction(async (tx) => {
    if (!(await deleteImage(tx, id))) return false;
    await jobs.send(tx, tidyKeptQueue, { table: 'images', id });
    return true;
  });
}

/** Does the work with an image that was judged, and with what was made of it until then. */
async function withResized<Result>(
  { images, storage, tools }: ImageDeps,
  { file, callerId }: { file: SentFile; callerId: number },
  work: (image: ReadImage) => Promise<Result>,
): Promise<Result> {
  const folder = await storage.makeTemporaryFolder();
  try {
    return await work(await images.run(String(callerId), () => readSentImage(tools, file, folder)));
  } finally {
    await storage.removeTemporary(folder);
  }
}
