import { findTaskFiles } from '../data/encoding-tasks.ts';
import { findStoredFile } from '../data/kept-files.ts';
import { type FolderOwner, findReferencedFiles } from '../data/media-files.ts';
import type { Transaction } from '../data/open-database.ts';
import { encodingFolderName, imageSizes, resizedName } from './layout.ts';

/** What the database refers to in the folder of a row, files and folders; nothing when the row is gone. */
export async function namesToKeep(tx: Transaction, { table, id }: FolderOwner): Promise<string[]> {
  switch (table) {
    case 'videos': {
      const referenced = await findReferencedFiles(tx, id);
      if (referenced === null) return [];
      const { sourceFile, encodingId, earlyPoster } = referenced;
      const parts = await findTaskFiles(tx, id);
      const outputs = encodingId === null ? null : encodingFolderName(encodingId);
      return [sourceFile, ...parts, outputs, earlyPoster].filter((name) => name !== null);
    }
    case 'files': {
      const file = await findStoredFile(tx, { table, id });
      return file === null ? [] : [file];
    }
    case 'images': {
      const image = await findStoredFile(tx, { table, id });
      return image === null ? [] : [image, ...imageSizes.map((size) => resizedName(image, size))];
    }
  }
}
