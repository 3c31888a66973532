/** What lines say of media, and what an archive notes of the files of a row. */
import { idOf, mostTold, type ReadLine, type Travelling } from '@campus/rest';
import { z } from 'zod';
import { type FolderOwner, hasFolders } from '../data/media-files.ts';
import type { Database } from '../data/open-database.ts';
import type { Outputs } from '../ffmpeg/outputs.ts';
import { storedName } from '../http/resources/fields/stored-files.ts';
import type { Services } from '../http/resources/services.ts';
import type { MediaArchive } from '../storage/media-archive.ts';
import type { Storage } from '../storage/open-storage.ts';

/** A line whose object has a file. */
export interface MediaLine extends FolderOwner {
  line: number;
  resource: string;
  /** The field that says so. */
  field: string;
  /** What the row refers to. */
  file: string;
}

/** From where to where media go. */
export interface MediaDeps {
  db: Database;
  storage: Storage;
  archive: MediaArchive;
}

/** What has become of media on their way. */
export interface MediaReport {
  /** Files that were copied. */
  copied: number;
  bytes: number;
  /** Rows of which not all went, and the first of these. */
  failed: number;
  problems: (MediaLine & { why: string })[];
}

export function emptyReport(): MediaReport {
  return { copied: 0, bytes: 0, failed: 0, problems: [] };
}

export function noteProblem(report: MediaReport, line: MediaLine, why: string): void {
  report.failed += 1;
  if (report.problems.length < mostTold.problems) report.problems.push({ ...line, why });
}

/** @param resource  of lines that do not say theirs */
export function mediaIn(
  travelling: ReadonlyMap<string, Travelling<Services>>,
  line: ReadLine,
  resource: string | undefined,
): MediaLine | undefined {
  const found = travelling.get(line.resource ?? resource ?? '');
  const field = found?.fields.find(({ isFile }) => isFile);
  if (found === undefined || field === undefined) return undefined;
  const { path, table } = found.resource;
  const file = (line.members[field.name] as { name?: unknown } | null | undefined)?.name;
  if (!hasFolders(table) || typeof file !== 'string' || !storedName.test(file)) return undefined;
  // An id that is none is told by the import.
  const id = idOf(String(line.members.id)) ?? 0;
  return { line: line.number, resource: path, field: field.name, table, id, file };
}

const content = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(0),
});

const record = z.object({
  /** By their names in the folder of the row. */
  files: z.record(z.string().regex(/^(?:encoding-\d+\/)?[A-Za-z0-9_-][A-Za-z0-9_.-]*$/), content),
  /** What there is to play of a video; absent: nothing. */
  outputs: z.looseObject({ hls: z.string() }).optional(),
});

export interface MediaRecord {
  files: Readonly<Record<string, z.infer<typeof content>>>;
  outputs?: Outputs | undefined;
}

/** What an archive notes of a row; undefined: nothing that can be read. */
export async function recordIn(
  archive: Pick<MediaArchive, 'readRow'>,
  file: string,
): Promise<MediaRecord | undefined> {
  const text = await archive.readRow(file);
  try {
    const read = record.safeParse(JSON.parse(text ?? 'null'));
    return read.success ? (read.data as MediaRecord) : undefined;
  } catch {
    return undefined;
  }
}
