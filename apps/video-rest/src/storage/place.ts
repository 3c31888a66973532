import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '@campus/service';
import { type FolderOwner, findReferencedFiles, lockFolder } from '../data/media-files.ts';
import type { Transaction } from '../data/open-database.ts';
import {
  encodingFolderName,
  type FileKind,
  fileName,
  type ImageSize,
  imageSizes,
  markerName,
  randomName,
  resizedName,
  rowFolder,
} from './layout.ts';
import { orNoSpace } from './storage-error.ts';

/**
 * Moves finished files into the folder of a row, inside the transaction that makes the database refer to them.
 *
 * All lock that folder until the transaction ends. Whoever also locks the row does so
 * before, always, so that two of them never wait for each other.
 */
export interface FilePlacer {
  /**
   * @param source.temporaryFile  complete, and synced by whoever wrote it
   * @param source.extension      from our own probe, without the dot
   * @returns the name of the source in the video's folder
   * @throws StorageError  `disk_full`
   */
  source(
    tx: Transaction,
    source: { videoId: number; temporaryFile: string; extension: string },
  ): Promise<string>;
  /**
   * A file that somebody keeps.
   *
   * @param kept.temporaryFile  complete, and synced by whoever wrote it
   * @param kept.extension      as its content tells, without the dot
   * @returns its name in the folder of its row
   * @throws StorageError  `disk_full`
   */
  file(tx: Transaction, kept: { id: number; temporaryFile: string; extension: string }): Promise<string>;
  /**
   * An image that somebody keeps, with those made of it.
   *
   * @param image.temporaryFile  as that of a file, and so are `resized`
   * @param image.extension      likewise
   * @returns the name of the image in the folder of its row; the others are named after it
   * @throws StorageError  `disk_full`
   */
  image(
    tx: Transaction,
    image: { id: number; temporaryFile: string; extension: string; resized: Record<ImageSize, string> },
  ): Promise<string>;
  /**
   * @param encoding.folder  with the outputs, complete, and synced by whoever wrote them
   * @throws StorageError  `disk_full`
   */
  encoding(tx: Transaction, encoding: { videoId: number; encodingId: number; folder: string }): Promise<void>;
}

/** A change of folders that has begun. */
interface Placing {
  place: FilePlacer;
  /** What has been touched so far, each with the file that says so. */
  markers: { owner: FolderOwner; file: string }[];
}

/**
 * Begins a change. Before anything is moved into the folder of a row a marker stands in the temporary folder
 * of this process: should it die at any point, whoever sweeps looks what the database refers to, and removes
 * the rest.
 */
export function beginPlacing(folders: { mediaRoot: string; own: string }): Placing {
  const markers: Placing['markers'] = [];

  async function openFolder(tx: Transaction, owner: FolderOwner): Promise<string> {
    const { table, id } = owner;
    await lockFolder(tx, owner);
    if (!markers.some((marker) => marker.owner.table === table && marker.owner.id === id)) {
      const file = path.join(folders.own, markerName(owner, randomName()));
      await (await open(file, 'wx', 0o600)).close();
      markers.push({ owner, file });
      await syncFolder(folders.own);
    }
    const folder = rowFolder(folders.mediaRoot, owner);
    const firstMade = await mkdir(folder, { recursive: true });
    if (firstMade !== undefined) {
      await syncFolder(path.dirname(folder));
      await syncFolder(path.join(folders.mediaRoot, table));
      await syncFolder(folders.mediaRoot);
    }
    return folder;
  }

  /** @param files  each name, and the temporary file that it is given to */
  async function moveIn(
    tx: Transaction,
    owner: FolderOwner,
    files: Readonly<Record<string, string>>,
  ): Promise<void> {
    await withRoom(async () => {
      const folder = await openFolder(tx, owner);
      for (const [name, temporaryFile] of Object.entries(files))
        await rename(temporaryFile, path.join(folder, name));
      await syncFolder(folder);
    });
  }

  async function moveOne(
    tx: Transaction,
    file: { owner: FolderOwner; kind: FileKind; temporaryFile: string; extension: string },
  ): Promise<string> {
    const { owner, kind, temporaryFile, extension } = file;
    const name = fileName(kind, { random: randomName(), extension });
    await moveIn(tx, owner, { [name]: temporaryFile });
    return name;
  }

  const place: FilePlacer = {
    source: (tx, { videoId, ...file }) =>
      moveOne(tx, { owner: { table: 'videos', id: videoId }, kind: 'source', ...file }),
    file: (tx, { id, ...file }) => moveOne(tx, { owner: { table: 'files', id }, kind: 'file', ...file }),
    async image(tx, { id, temporaryFile, extension, resized }) {
      const name = fileName('image', { random: randomName(), extension });
      const made = imageSizes.map((size) => [resizedName(name, size), resized[size]]);
      await moveIn(tx, { table: 'images', id }, { [name]: temporaryFile, ...Object.fromEntries(made) });
      return name;
    },
    async encoding(tx, { videoId, encodingId, folder: finished }) {
      await withRoom(async () => {
        const folder = await openFolder(tx, { table: 'videos', id: videoId });
        const target = path.join(folder, encodingFolderName(encodingId));
        // An attempt that died between its move and its commit has left a folder of the same name.
        const referenced = await findReferencedFiles(tx, videoId);
        if (referenced?.encodingId === encodingId)
          throw new Error(`encoding ${encodingId} is on air already; it cannot be replaced`);
        await rm(target, { recursive: true, force: true });
        await rename(finished, target);
        await syncFolder(folder);
      });
    },
  };
  return { place, markers };
}

async function withRoom(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw orNoSpace(error);
  }
}
