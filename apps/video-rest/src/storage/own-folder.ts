import { mkdir, mkdtemp, readdir, rm, rmdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { markedOwner, randomName, temporaryRoot } from './layout.ts';
import { noSpace, orNoSpace } from './storage-error.ts';

/** What this process works on, on a disk of its machine, before it is kept. */
export interface TemporaryFiles {
  /**
   * Makes sure that so many bytes can be added to the temporary files of this machine.
   *
   * @throws StorageError  `too_little_space` when less than MEDIA_MIN_FREE would be left, or nothing to speak of
   */
  requireFreeSpace(bytes: number): Promise<void>;
  /** Name for a new file of this process, which nobody can guess; the file itself is not made. */
  temporaryFile(): string;
  /** Makes an empty folder of this process. @throws StorageError  `disk_full` */
  makeTemporaryFolder(): Promise<string>;
  /** Removes a temporary file or folder, if it is still there. */
  removeTemporary(name: string): Promise<void>;
}

/** The folder below MEDIA_ROOT that a process has for itself; what lies in it longer than the process is swept. */
interface OwnFolder {
  path: string;
  /** Makes it where it is missing. */
  make(): Promise<void>;
  /** Removes it, unless it still says whose folder to look at. */
  leave(): Promise<void>;
}

/** With less than this a disk is full, whatever MEDIA_MIN_FREE says. */
export const fullBelowBytes = 1024 * 1024;

/** @param options.number  of this process */
export function ownFolder({
  mediaRoot,
  number,
  minFreeBytes,
}: {
  mediaRoot: string;
  number: number;
  minFreeBytes: number;
}): { own: OwnFolder; temporaryFiles: TemporaryFiles } {
  const own = path.join(temporaryRoot(mediaRoot), String(number));
  return {
    own: {
      path: own,
      async make() {
        await mkdir(own, { recursive: true, mode: 0o700 });
      },
      async leave() {
        const names = await readdir(own).catch(() => []);
        for (const name of names)
          if (markedOwner(name) === null) await rm(path.join(own, name), { recursive: true, force: true });
        await rmdir(own).catch(() => undefined);
      },
    },
    temporaryFiles: {
      async requireFreeSpace(bytes) {
        const { bavail, bsize } = await statfs(own);
        if (bavail * bsize - bytes >= Math.max(minFreeBytes, fullBelowBytes)) return;
        throw noSpace('too_little_space');
      },
      temporaryFile: () => path.join(own, `file-${randomName()}`),
      async makeTemporaryFolder() {
        try {
          return await mkdtemp(path.join(own, 'folder-'));
        } catch (error) {
          throw orNoSpace(error);
        }
      },
      async removeTemporary(name) {
        if (path.dirname(name) !== own) throw new Error('only temporary files of this process are removed');
        await rm(name, { recursive: true, force: true });
      },
    },
  };
}
