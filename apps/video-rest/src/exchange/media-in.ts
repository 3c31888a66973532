import path from 'node:path';
import { errorMessage } from '@campus/config';
import type { BrokenLine, ReadLine } from '@campus/rest';
import { addBroughtEncoding, findOnAir, findOwnerOf, putOnAir } from '../data/media-along.ts';
import type { FolderOwner } from '../data/media-files.ts';
import { lockVideo } from '../data/videos.ts';
import type { Content } from '../storage/media-archive.ts';
import { inMediaFolder, StorageError } from '../storage/storage-error.ts';
import { writeWhole } from '../storage/whole-file.ts';
import {
  emptyReport,
  type MediaDeps,
  type MediaLine,
  type MediaRecord,
  type MediaReport,
  noteProblem,
  recordIn,
} from './media-record.ts';

/** Makes of each line whose files are neither here nor in the archive one that is told, and not written. */
export async function* withMediaThere(
  deps: MediaDeps,
  lines: AsyncIterable<ReadLine | BrokenLine>,
  mediaOf: (line: ReadLine) => MediaLine | undefined,
): AsyncGenerator<ReadLine | BrokenLine> {
  for await (const line of lines) {
    const media = 'problem' in line ? undefined : mediaOf(line);
    const why = media && (await whyMissing(deps, media));
    if (media === undefined || why === undefined) yield line;
    else {
      const problem = { text: { en: `${why}.`, fr: `${why}.` } };
      yield {
        ...{ number: media.line, resource: media.resource, problem },
        field: media.field,
        value: media.file,
      };
    }
  }
}

async function whyMissing({ db, storage, archive }: MediaDeps, line: MediaLine): Promise<string | undefined> {
  const record = await recordIn(archive, line.file);
  const missing: string[] = [];
  if (record?.files[line.file] === undefined) missing.push(line.file);
  else
    for (const [file, content] of Object.entries(record.files))
      if (!(await archive.has(content))) missing.push(file);
  if (missing.length === 0) return undefined;
  const owner = await findOwnerOf(db, line);
  const here = owner === null ? [] : (await storage.filesOf(owner)).map(({ file }) => file);
  const lacking = missing.filter((file) => !here.includes(file));
  return lacking.length === 0 ? undefined : `${archive.name} does not have ${lacking.join(', ')}`;
}

/**
 * Takes from an archive what rows here refer to and this instance lacks. Each file is held against its SHA-256 before it
 * has its name; what there is to play of a video goes on air at once, or not at all. Where there is no more room, that line
 * is the last one.
 *
 * @throws StorageError, OperatorError  one of the places cannot be used any more; what was brought stays
 */
export async function bringMediaIn(deps: MediaDeps, lines: AsyncIterable<MediaLine>): Promise<MediaReport> {
  const report = emptyReport();
  for await (const line of lines) {
    // A row that is here with a file of another name has its own.
    const owner = await findOwnerOf(deps.db, line);
    const record = owner && (await recordIn(deps.archive, line.file));
    if (!owner || !record) continue;
    try {
      await bringFiles(deps, { owner, record, report });
      await bringOutputs(deps, { owner, record, report });
    } catch (error) {
      const code = error instanceof StorageError ? error.code : '';
      const isFull = ['disk_full', 'store_full', 'too_little_space'].includes(code);
      if (code !== 'media_damaged' && !isFull) throw error;
      noteProblem(report, line, `${errorMessage(error)}${isFull ? noMore : ''}`);
      if (isFull) break;
    }
  }
  return report;
}

const noMore = '; make room, and call import again: this line and those behind it lack files';

interface Bringing {
  owner: FolderOwner;
  record: MediaRecord;
  report: MediaReport;
}

async function bringFiles(deps: MediaDeps, { owner, record, report }: Bringing): Promise<void> {
  const { storage } = deps;
  const here = (await storage.filesOf(owner)).map(({ file }) => file);
  for (const [file, content] of Object.entries(record.files)) {
    if (file.includes('/') || here.includes(file)) continue;
    const temporary = storage.temporaryFile();
    await fetchTo(deps, { file: temporary, content, report });
    await storage.bringFile(owner, file, temporary).finally(() => storage.removeTemporary(temporary));
  }
}

async function bringOutputs(
  deps: MediaDeps,
  { owner, record: { files, outputs }, report }: Bringing,
): Promise<void> {
  const { db, storage } = deps;
  const videoId = owner.id;
  if (owner.table !== 'videos' || outputs === undefined || (await findOnAir(db, videoId)) !== null) return;
  const folder = await storage.makeTemporaryFolder();
  try {
    for (const [file, content] of Object.entries(files))
      if (file.includes('/'))
        await fetchTo(deps, { file: path.join(folder, path.basename(file)), content, report });
    await storage.place(async (place) => {
      const brought = await place.encoding(folder);
      await db.prisma.$transaction(async (tx) => {
        await lockVideo(tx, videoId);
        const encodingId = await addBroughtEncoding(tx, { videoId, outputs });
        if (encodingId === null) throw new OnAirMeanwhile();
        await brought.into(tx, { videoId, encodingId });
        await putOnAir(tx, { videoId, encodingId });
      });
    });
    await storage.tidyFolder(owner);
  } catch (error) {
    if (!(error instanceof OnAirMeanwhile)) throw error;
  } finally {
    await storage.removeTemporary(folder);
  }
}

/** The video has something to play, or is being encoded, and nothing of what was brought stays. */
class OnAirMeanwhile extends Error {}

async function fetchTo(
  { storage, archive }: MediaDeps,
  { file, content, report }: { file: string; content: Content; report: MediaReport },
): Promise<void> {
  if (!(await archive.has(content)))
    throw new StorageError('media_damaged', `${archive.name} does not have ${content.sha256} whole`);
  await storage.requireFreeSpace(content.bytes);
  await inMediaFolder(() => writeWhole(file, archive.read(content)));
  report.copied += 1;
  report.bytes += content.bytes;
}
