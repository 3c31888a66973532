import { writeFile } from 'node:fs/promises';
import type { Turns } from '@campus/service';
import { isTrack } from '../data/kept-files.ts';
import type { Storage } from '../storage/open-storage.ts';
import { inMediaFolder } from '../storage/storage-error.ts';
import { FileRefusal } from './file-refusal.ts';
import type { KeepDeps, KeptKind } from './keep.ts';
import { readSentFile, type SentFile } from './read-file.ts';

/** Documents and subtitles. */
export const keptFiles: KeptKind<KeepDeps & { probes: Turns }, { title: string; extension: string }> = {
  table: 'files',
  async withRead({ probes }, { file, callerId }, work) {
    return work(await probes.run(String(callerId), () => readSentFile(file)));
  },
  place: (place, { temporaryFile, read: { extension } }) => place.file({ temporaryFile, extension }),
  async judgeReplacement(tx, id, { extension }) {
    if (extension !== 'vtt' && (await isTrack(tx, id))) throw new FileRefusal('is_track');
  },
};

/** Does work with subtitles as if they were sent: a file of their own, of this name, until the work ends. @throws StorageError */
export async function withSubtitles<Result>(
  storage: Pick<Storage, 'temporaryFile' | 'requireFreeSpace' | 'removeTemporary'>,
  { name, content }: { name: string; content: string },
  work: (file: SentFile & { size: number; sha256: undefined }) => Promise<Result>,
): Promise<Result> {
  const path = storage.temporaryFile();
  const size = Buffer.byteLength(content);
  await storage.requireFreeSpace(size);
  try {
    await inMediaFolder(() => writeFile(path, content, { flag: 'wx', flush: true }));
    return await work({ path, name: `${name}.vtt`, size, sha256: undefined });
  } finally {
    await storage.removeTemporary(path);
  }
}
