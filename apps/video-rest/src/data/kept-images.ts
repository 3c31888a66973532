import type { Prisma } from '../../generated/client.ts';
import { refuseConflicts } from './conflicts.ts';
import type { Transaction } from './open-database.ts';

/** What is said of an image that somebody keeps. */
export type ImageColumns = Pick<Prisma.ImageUncheckedCreateInput, 'name' | 'folderId' | 'createdById'>;

type NewImage = ImageColumns & { id: number; storedFile: string };

/** The id of the next image; it is used up even when none is added. */
export async function nextImageId(tx: Transaction): Promise<number> {
  const [row] = await tx.$queryRaw<{ id: number }[]>`select nextval('images_id_seq')::int as id`;
  return Number(row?.id);
}

/** @throws VanishedError  its folder, or who has made it, is not there any more */
export async function addImage(tx: Transaction, image: NewImage): Promise<void> {
  await refuseConflicts(() => tx.image.create({ data: image, select: { id: true } }));
}

/** Changes an image; false when there is none with this id. @throws VanishedError */
export async function changeImage(
  tx: Transaction,
  id: number,
  changes: Partial<Omit<NewImage, 'id'>>,
): Promise<boolean> {
  const { count } = await refuseConflicts(() => tx.image.updateMany({ where: { id }, data: changes }));
  return count === 1;
}

/** Removes an image; false when there is none with this id. */
export async function deleteImage(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.image.deleteMany({ where: { id } })).count === 1;
}
