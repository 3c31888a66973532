import type { FolderOwner } from '../../data/media-files.ts';
import type { Database } from '../../data/open-database.ts';
import type { MediaFolders } from '../media-root.ts';
import type { ObjectStore } from '../objects/object-store.ts';

/** Brings files that are elsewhere to the place where new ones are kept, row by row, while all are being read. */
export interface Gathering {
  /** The files of a row that are still elsewhere. */
  find(owner: FolderOwner): Promise<FoundFile[]>;
  /**
   * Copies them, and holds each copy against the SHA-256 of what was copied. What the row refers to no longer is left
   * alone. Doing it again does what is left.
   *
   * @throws StorageError
   */
  bring(owner: FolderOwner): Promise<void>;
  /**
   * Removes where they were before what was brought.
   *
   * @returns false when that must wait, since the source is being encoded
   */
  release(owner: FolderOwner): Promise<boolean>;
}

/**
 * Puts a whole file, which is on a disk of this machine, where new ones are kept, under a name that its row refers to; held
 * against its SHA-256 there. What the row refers to no longer, or has, is dropped. In the bucket what is given stays.
 *
 * @throws StorageError
 */
export type BringFile = (owner: FolderOwner, file: string, path: string) => Promise<void>;

/** A file in the place where it is not to stay. */
export interface FoundFile {
  /** Its name in the folder of its row. */
  file: string;
  bytes: number;
}

/** What both directions work with. */
export interface GatherDeps {
  db: Pick<Database, 'prisma' | 'pool'>;
  objects: ObjectStore;
  /** Makes sure that the bucket is still that of this database. @throws StorageError */
  requireOurBucket(): Promise<void>;
  /** Number of this process. */
  instance: number;
  folders: MediaFolders;
}
