import { createHash } from 'node:crypto';
import { findOnAir } from '../data/media-along.ts';
import type { FolderOwner } from '../data/media-files.ts';
import { encodingFolderName } from '../storage/layout.ts';
import type { Content } from '../storage/media-archive.ts';
import type { Storage } from '../storage/open-storage.ts';
import { StorageError, whyFolderFails } from '../storage/storage-error.ts';
import { piecesOf, release } from '../storage/whole-file.ts';
import * as media from './media-record.ts';

/**
 * Adds to an archive the files of rows, as far as they are not there, and notes what belongs to which row. A file never
 * changes under its name: what was noted of it once is not read again.
 *
 * @throws StorageError, OperatorError  one of the places cannot be used any more; what was added stays
 */
export async function takeMediaOut(
  deps: media.MediaDeps,
  lines: AsyncIterable<media.MediaLine>,
): Promise<media.MediaReport> {
  const report = media.emptyReport();
  for await (const line of lines) {
    try {
      const why = await takeRowOut(deps, line, report);
      if (why !== undefined) media.noteProblem(report, line, why);
    } catch (error) {
      const isDamaged = error instanceof StorageError && error.code === 'media_damaged';
      // What somebody has removed meanwhile cannot be read; what is there still must be.
      if (!isDamaged && (await deps.storage.locate(line)) !== null) throw error;
      media.noteProblem(report, line, isDamaged ? error.message : gone);
    }
  }
  return report;
}

const gone = 'its file is not where media are kept';

/** @returns why not all of it could be */
async function takeRowOut(
  { db, storage, archive }: media.MediaDeps,
  line: media.MediaLine,
  report: media.MediaReport,
): Promise<string | undefined> {
  const { table, id, file } = line;
  const onAir = table === 'videos' ? await findOnAir(db, id) : null;
  const found = await storage.filesOf({ table, id });
  // What is not found in a folder that is away may be there.
  if (!found.some((one) => one.file === file)) {
    await storage.checkMedia();
    return gone;
  }
  const below = onAir && `${encodingFolderName(onAir.encodingId)}/`;
  const isOnAir = below !== null && found.some((one) => one.file === below + onAir?.outputs.hls);
  const noted = await media.recordIn(archive, file);
  const outputs = isOnAir ? onAir?.outputs : undefined;
  const isSame = JSON.stringify(noted?.outputs) === JSON.stringify(outputs);
  const files: Record<string, Content> = {};
  for (const { file: name, bytes } of found) {
    if (name.includes('/') && !(isOnAir && name.startsWith(below ?? ''))) continue;
    const known = isSame ? noted?.files[name] : undefined;
    const content =
      known?.bytes === bytes ? known : { sha256: await sha256Of(storage, { table, id, file: name }), bytes };
    files[name] = content;
    if (await archive.has(content)) continue;
    await archive.add(content, contentOf(storage, { table, id, file: name }));
    report.copied += 1;
    report.bytes += bytes;
  }
  const record: media.MediaRecord = { files, ...(outputs && { outputs }) };
  if (JSON.stringify(noted) !== JSON.stringify(record)) await archive.writeRow(file, JSON.stringify(record));
  return onAir !== null && !isOnAir ? 'its renditions are not where media are kept' : undefined;
}

async function sha256Of(storage: Storage, stored: FolderOwner & { file: string }): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of contentOf(storage, stored)) {
    hash.update(piece);
    release(piece);
  }
  return hash.digest('hex');
}

async function* contentOf(storage: Storage, stored: FolderOwner & { file: string }): AsyncGenerator<Buffer> {
  const located = await storage.locate(stored);
  if (located === null) throw new StorageError('media_damaged', `${stored.file} is gone`);
  if (located.kind === 'object') yield* located.readWhole();
  else yield* piecesOf(located.path, { why: whyFolderFails });
}
