import { type FolderOwner, lockFolder } from '../../data/media-files.ts';
import type { Database, Transaction } from '../../data/open-database.ts';
import { namesToKeep } from '../names-to-keep.ts';

/** Whether the row refers to a file. */
export async function isReferenced(tx: Transaction, owner: FolderOwner, file: string): Promise<boolean> {
  return (await namesToKeep(tx, owner)).includes(file.split('/', 1)[0] ?? '');
}

/**
 * Does work on a file that others may remove meanwhile, since they replace or delete it. A failure is one of the work
 * only when the file should be there still.
 *
 * @param isDue  asks the database for that, while nobody else touches the folder
 */
export async function unlessGone(
  { db, owner }: { db: Pick<Database, 'prisma'>; owner: FolderOwner },
  { work, isDue }: { work: () => Promise<void>; isDue: (tx: Transaction) => Promise<boolean> },
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isStillDue = await db.prisma.$transaction(async (tx) => {
      await lockFolder(tx, owner);
      return isDue(tx);
    });
    if (isStillDue) throw error;
  }
}
