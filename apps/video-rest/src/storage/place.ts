import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '@campus/service';
import { findReferencedFiles, lockVideoFolder } from '../data/media-files.ts';
import type { Transaction } from '../data/open-database.ts';
import { encodingFolderName, markerName, randomName, sourceFileName, videoFolder } from './layout.ts';
import { orNoSpace } from './storage-error.ts';

/**
 * Moves finished files into the folder of a video, inside the transaction that makes the database refer to them.
 *
 * Both lock the folder of the video until that transaction ends. Whoever also locks the video's row does so
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
   * @param encoding.folder  with the outputs, complete, and synced by whoever wrote them
   * @throws StorageError  `disk_full`
   */
  encoding(tx: Transaction, encoding: { videoId: number; encodingId: number; folder: string }): Promise<void>;
}

/** A change of video folders that has begun. */
interface Placing {
  place: FilePlacer;
  /** The videos touched so far, each with the file that says so. */
  markers: Map<number, string>;
}

/**
 * Begins a change. Before anything is moved into the folder of a video a marker stands in the temporary folder
 * of this process: should it die at any point, whoever sweeps looks what the database refers to, and removes
 * the rest.
 */
export function beginPlacing(folders: { mediaRoot: string; own: string }): Placing {
  const markers = new Map<number, string>();

  async function openFolder(tx: Transaction, videoId: number): Promise<string> {
    await lockVideoFolder(tx, videoId);
    if (!markers.has(videoId)) {
      const marker = path.join(folders.own, markerName(videoId, randomName()));
      await (await open(marker, 'wx', 0o600)).close();
      markers.set(videoId, marker);
      await syncFolder(folders.own);
    }
    const folder = videoFolder(folders.mediaRoot, videoId);
    const firstMade = await mkdir(folder, { recursive: true });
    if (firstMade !== undefined) {
      await syncFolder(path.dirname(folder));
      await syncFolder(path.join(folders.mediaRoot, 'videos'));
    }
    return folder;
  }

  const place: FilePlacer = {
    async source(tx, { videoId, temporaryFile, extension }) {
      const name = sourceFileName(randomName(), extension);
      await withRoom(async () => {
        const folder = await openFolder(tx, videoId);
        await rename(temporaryFile, path.join(folder, name));
        await syncFolder(folder);
      });
      return name;
    },
    async encoding(tx, { videoId, encodingId, folder: finished }) {
      await withRoom(async () => {
        const folder = await openFolder(tx, videoId);
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
