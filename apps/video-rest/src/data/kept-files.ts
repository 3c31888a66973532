import type { Prisma } from '../../generated/client.ts';
import { refuseConflicts } from './conflicts.ts';
import type { Transaction } from './open-database.ts';

/** What is said of a file that somebody keeps. */
export type FileColumns = Pick<Prisma.KeptFileUncheckedCreateInput, 'name' | 'folderId' | 'createdById'>;

type NewFile = FileColumns & { id: number; storedFile: string };

/** The id of the next file; it is used up even when none is added. */
export async function nextFileId(tx: Transaction): Promise<number> {
  const [row] = await tx.$queryRaw<{ id: number }[]>`select nextval('files_id_seq')::int as id`;
  return Number(row?.id);
}

/** @throws VanishedError  its folder, or who has made it, is not there any more */
export async function addFile(tx: Transaction, file: NewFile): Promise<void> {
  await refuseConflicts(() => tx.keptFile.create({ data: file, select: { id: true } }));
}

/** Changes a file; false when there is none with this id. @throws VanishedError */
export async function changeFile(
  tx: Transaction,
  id: number,
  changes: Partial<Omit<NewFile, 'id'>>,
): Promise<boolean> {
  const { count } = await refuseConflicts(() => tx.keptFile.updateMany({ where: { id }, data: changes }));
  return count === 1;
}

/** Removes a file; false when there is none with this id. */
export async function deleteFile(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.keptFile.deleteMany({ where: { id } })).count === 1;
}

/** Whether a track of a video shows a file. */
export async function isTrack(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.track.findFirst({ where: { srcId: id }, select: { id: true } })) !== null;
}
