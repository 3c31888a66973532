import { link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '@campus/service';
import { type FolderOwner, findReferencedFiles, lockFolder } from '../data/media-files.ts';
import type { Transaction } from '../data/open-database.ts';
import {
  encodingFolderName,
  type FileKind,
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
 * Takes finished files to where media are kept, in two steps. What takes as long as the files are large comes first,
 * outside of any transaction; then `into` puts them into the folder of a row, inside the transaction that makes the
 * database refer to them, and takes no time.
 *
 * `into` locks that folder until the transaction ends. Whoever also locks the row does so before, always, so that two of
 * them never wait for each other.
 */
export interface FilePlacer {
  /**
   * @param source.extension  from our own probe
   * @throws StorageError
   */
  source(source: FinishedFile): Promise<BroughtFile>;
  /**
   * As `source`, of a file that has grown in pieces: it keeps its name there too, so that a change that fails takes
   * nothing from it.
   *
   * @param source.name  what it is called among those that grow; whole
   */
  grown(source: { name: string; extension: string }): Promise<BroughtFile>;
  /** A part of what a run of the encoder is making, for whoever goes on with it. @throws StorageError */
  piece(piece: FinishedFile): Promise<BroughtFile>;
  /**
   * A file that somebody keeps.
   *
   * @param kept.extension  as its content tells
   * @throws StorageError
   */
  file(kept: FinishedFile): Promise<BroughtFile>;
  /**
   * An image that somebody keeps, with those made of it, which are named after it.
   *
   * @param image.extension  as its content tells
   * @param image.resized    temporary files too
   * @throws StorageError
   */
  image(image: FinishedFile & { resized: Record<ImageSize, string> }): Promise<BroughtFile>;
  /**
   * @param folder  with the outputs, complete, and synced by whoever wrote them
   * @throws StorageError
   */
  encoding(folder: string): Promise<BroughtOutputs>;
}

/** A file that is to be kept. */
export interface FinishedFile {
  /** Complete, and synced by whoever wrote it. */
  temporaryFile: string;
  /** Without the dot. */
  extension: string;
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
interface BroughtOutputs {
  /** @throws StorageError  `disk_full` */
  into(tx: Transaction, run: PlacedRun): Promise<void>;
}

interface PlacedRun {
  videoId: number;
  encodingId: number;
  /** There are outputs of this run on air, which stay: what comes has other names. */
  isMore?: boolean;
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

  async function bringOne(table: FolderOwner['table'], kind: FileKind, finished: FinishedFile) {
    const name = fileName(kind, { random: randomName(), extension: finished.extension });
    return brought(table, name, { [name]: finished.temporaryFile });
  }

  const place: FilePlacer = {
    source: (file) => bringOne('videos', 'source', file),
    async grown({ name: grown, extension }) {
      const name = fileName('source', { random: randomName(), extension });
      const file = path.join(growingRoot(folders.mediaRoot), grown);
      return brought('videos', name, { [name]: file }, link);
    },
    piece: (file) => bringOne('videos', 'piece', file),
    file: (file) => bringOne('files', 'file', file),
    async image({ temporaryFile, extension, resized }) {
      const name = fileName('image', { random: randomName(), extension });
      const made = imageSizes.map((size) => [resizedName(name, size), resized[size]]);
      return brought('images', name, { [name]: temporaryFile, ...Object.fromEntries(made) });
    },
    encoding: async (finished) => ({
      into: (tx, run) =>
        withRoom(async () => {
          const folder = await openFolder(tx, { table: 'videos', id: run.videoId });
          await moveOutputs(tx, run, { finished, folder });
        }),
    }),
  };
  return { place, markers };
}

async function moveOutputs(
  tx: Transaction,
  { videoId, encodingId, isMore = false }: PlacedRun,
  { finished, folder }: { finished: string; folder: string },
): Promise<void> {
  const target = path.join(folder, encodingFolderName(encodingId));
  const referenced = await findReferencedFiles(tx, videoId);
  if ((referenced?.encodingId === encodingId) !== isMore)
    throw new Error(`encoding ${encodingId} is on air already, or not yet`);
  if (isMore) {
    for (const file of await readdir(finished))
      await rename(path.join(finished, file), path.join(target, file));
    await syncFolder(target);
    return;
  }
  // An attempt that died between its move and its commit has left a folder of the same name.
  await rm(target, { recursive: true, force: true });
  await rename(finished, target);
  await syncFolder(folder);
}

async function withRoom(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw orNoSpace(error);
  }
}
