import { link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '@campus/service';
import { type FolderOwner, findReferencedFiles, lockFolder } from '../data/media-files.ts';
import type { Transaction } from '../data/open-database.ts';
import {
  encodingFolderName,
  fileName,
  growingRoot,
  type ImageSize,
  imageSizes,
  markerName,
  randomName,
  resizedName,
  rowFolder,
} from './layout.ts';
import { orNoSpace } from './storage-error.ts';

/**
 * Brings finished files to where media are kept, which takes them from where they were, in two steps. What takes as long as the files are large comes
 * first, outside of any transaction; then `into` puts them into the folder of a row, inside the transaction that makes
 * the database refer to them, and takes no time.
 *
 * `into` locks that folder until the transaction ends. Whoever also locks the row does so before, always, so that two of
 * them never wait for each other.
 */
export interface FilePlacer {
  /**
   * @param source.temporaryFile  complete, and synced by whoever wrote it
   * @param source.extension      from our own probe, without the dot
   * @throws StorageError
   */
  source(source: { temporaryFile: string; extension: string }): Promise<BroughtFile>;
  /**
   * As `source`, of a file that has grown in pieces: it keeps its name there too, so that a change that fails takes
   * nothing from it.
   *
   * @param source.name  what it is called among those that grow; whole
   */
  grown(source: { name: string; extension: string }): Promise<BroughtFile>;
  /**
   * A part of what a run of the encoder is making, for whoever goes on with it.
   *
   * @param piece.temporaryFile  complete, and synced by whoever wrote it
   * @param piece.extension      without the dot
   * @throws StorageError
   */
  piece(piece: { temporaryFile: string; extension: string }): Promise<BroughtFile>;
  /**
   * A file that somebody keeps.
   *
   * @param kept.temporaryFile  complete, and synced by whoever wrote it
   * @param kept.extension      as its content tells, without the dot
   * @throws StorageError
   */
  file(kept: { temporaryFile: string; extension: string }): Promise<BroughtFile>;
  /**
   * An image that somebody keeps, with those made of it, which are named after it.
   *
   * @param image.temporaryFile  as that of a file, and so are `resized`
   * @param image.extension      likewise
   * @throws StorageError
   */
  image(image: {
    temporaryFile: string;
    extension: string;
    resized: Record<ImageSize, string>;
  }): Promise<BroughtFile>;
  /**
   * @param folder  with the outputs, complete, and synced by whoever wrote them
   * @throws StorageError
   */
  encoding(folder: string): Promise<BroughtOutputs>;
}

/** A file, or several that belong together, for one row. */
export interface BroughtFile {
  /**
   * @param id  of the video, the file or the image
   * @returns its name in the folder of that row
   * @throws StorageError  `disk_full`
   */
  into(tx: Transaction, id: number): Promise<string>;
}

/** The outputs of a run. */
export interface BroughtOutputs {
  /**
   * @param run.isMore  there are outputs of this run on air, which stay: what comes has other names
   * @throws StorageError  `disk_full`
   */
  into(tx: Transaction, run: { videoId: number; encodingId: number; isMore?: boolean }): Promise<void>;
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

  /**
   * @param files  each name, and the file that it is given to
   * @param how    by taking it from the place where it is, or by giving it another one
   */
  async function moveIn(
    tx: Transaction,
    owner: FolderOwner,
    files: Readonly<Record<string, string>>,
    how: typeof rename | typeof link,
  ): Promise<void> {
    await withRoom(async () => {
      const folder = await openFolder(tx, owner);
      for (const [name, file] of Object.entries(files)) await how(file, path.join(folder, name));
      await syncFolder(folder);
    });
  }

  /** @param name  of them, what the row refers to */
  function brought(
    table: FolderOwner['table'],
    name: string,
    files: Readonly<Record<string, string>>,
    how: typeof rename | typeof link = rename,
  ) {
    return {
      async into(tx: Transaction, id: number) {
        await moveIn(tx, { table, id }, files, how);
        return name;
      },
    };
  }

  const place: FilePlacer = {
    async source({ temporaryFile, extension }) {
      const name = fileName('source', { random: randomName(), extension });
      return brought('videos', name, { [name]: temporaryFile });
    },
    async grown({ name: grown, extension }) {
      const name = fileName('source', { random: randomName(), extension });
      const file = path.join(growingRoot(folders.mediaRoot), grown);
      return brought('videos', name, { [name]: file }, link);
    },
    async piece({ temporaryFile, extension }) {
      const name = fileName('piece', { random: randomName(), extension });
      return brought('videos', name, { [name]: temporaryFile });
    },
    async file({ temporaryFile, extension }) {
      const name = fileName('file', { random: randomName(), extension });
      return brought('files', name, { [name]: temporaryFile });
    },
    async image({ temporaryFile, extension, resized }) {
      const name = fileName('image', { random: randomName(), extension });
      const made = imageSizes.map((size) => [resizedName(name, size), resized[size]]);
      return brought('images', name, { [name]: temporaryFile, ...Object.fromEntries(made) });
    },
    encoding: async (finished) => ({
      into: (tx, { videoId, encodingId, isMore = false }) =>
        withRoom(async () => {
          const folder = await openFolder(tx, { table: 'videos', id: videoId });
          const target = path.join(folder, encodingFolderName(encodingId));
          // An attempt that died between its move and its commit has left a folder of the same name.
          const referenced = await findReferencedFiles(tx, videoId);
          if ((referenced?.encodingId === encodingId) !== isMore)
            throw new Error(`encoding ${encodingId} is on air already, or not yet`);
          if (isMore) {
            for (const file of await readdir(finished))
              await rename(path.join(finished, file), path.join(target, file));
            await syncFolder(target);
            return;
          }
          await rm(target, { recursive: true, force: true });
          await rename(finished, target);
          await syncFolder(folder);
        }),
    }),
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
