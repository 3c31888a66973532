import { createHash, createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Language } from '@campus/pages';
import type { LineFormat } from '@campus/rest';
import { fileTooLarge } from '@campus/service';
import { keptMs } from '../data/creation-keys.ts';
import type { Transaction } from '../data/open-database.ts';
import { addRun, findRepeated, type NewRun, type Run, type RunKey, takeLines } from '../data/runs.ts';
import { deleteUpload } from '../data/uploads.ts';
import { whyFolderFails } from '../storage/storage-error.ts';
import { piecesOf } from '../storage/whole-file.ts';
import { appendToUpload } from '../uploads/append-to-upload.ts';
import { discardUpload, openUpload } from '../uploads/open-upload.ts';
import { ownUpload } from '../uploads/take-chunk.ts';
import type { UploadDeps } from '../uploads/upload-deps.ts';
import { UploadStop } from '../uploads/upload-error.ts';
import { whileHolding } from '../uploads/while-holding.ts';
import { VideoError } from '../videos/video-error.ts';
import { runLimits, runs } from './runs.ts';

/** How whoever asks is spoken to, and where they reach the instance. */
interface Spoken {
  language: Language;
  /** Without a slash at the end. */
  base: string;
}

/** As `GET /rest/export/` takes it. */
export interface AskedExport extends Spoken {
  query: Record<string, unknown>;
  /** Of the file that it writes, without an ending, and how lines stand in it. */
  name: string;
  format: LineFormat;
}

/** As `POST /rest/import/` takes it. */
export interface AskedImport extends Spoken {
  format: LineFormat;
  resource: string | undefined;
  /** How that is said, where no parameter says it. */
  resourceBy?: string;
  isAllOrNothing: boolean;
  isDryRun: boolean;
}

/** An import that is asked for. */
interface ImportRequest {
  actor: number;
  asked: AskedImport;
  /** By which its client may send it again. */
  key: string | undefined;
}

/** Something was begun under the key meanwhile. */
class BegunMeanwhile extends Error {}

/** Begins an export in the background. @returns its id. @throws BudgetSpentError */
export function beginExport(deps: UploadDeps, actor: number, asked: AskedExport): Promise<number> {
  return add(deps, { kind: 'export', actor, asked: JSON.stringify(asked), key: undefined });
}

/**
 * Begins an import in the background of an upload that has all its bytes and is to become nothing else: sent in parts by
 * a page, or as `partial` by tus. It belongs to the import from here on.
 *
 * @returns its id
 * @throws UploadStop  `no_upload`, `part_not_whole`, `taken_over`; UploadError  `too_large`; BudgetSpentError; VideoError
 *   `key_reused`
 */
export function beginImport(
  deps: UploadDeps,
  { uploadId, ...request }: ImportRequest & { uploadId: string },
): Promise<number> {
  return once(deps, { ...request, content: uploadId }, (key) =>
    beginWith(deps, { ...request, uploadId, key }),
  );
}

/** The same of a file on disk, which stays. @throws as `beginImport`, and as `openUpload` */
export function beginImportOf(
  deps: UploadDeps,
  { file, ...request }: ImportRequest & { file: { path: string; size: number; sha256: string | undefined } },
): Promise<number> {
  const { actor: userId } = request;
  return once(deps, { ...request, content: file.sha256 ?? '' }, async (key) => {
    const upload = await openUpload(deps, { userId, size: file.size });
    const { id: uploadId } = upload;
    // Opened when it is read, which it is not where nothing can be appended.
    const content = Readable.from(piecesOf(file.path, { why: whyFolderFails }), { objectMode: false });
    try {
      await whileHolding(deps.uploadLocks, uploadId, () => appendToUpload(deps, upload, { content }));
      if (content.errored !== null) throw content.errored;
      return await beginWith(deps, { ...request, uploadId, key });
    } catch (error) {
      await whileHolding(deps.uploadLocks, uploadId, () => discardUpload(deps, uploadId));
      throw error;
    } finally {
      content.destroy();
    }
  });
}

/** Begins what was not begun under its key in 24 hours. @throws VideoError  `key_reused` */
async function once(
  { db, now }: UploadDeps,
  { key, actor, asked, content }: ImportRequest & { content: string },
  begin: (key: RunKey | undefined) => Promise<number>,
): Promise<number> {
  if (key === undefined) return begin(undefined);
  const { format, resource, isAllOrNothing, isDryRun } = asked;
  const said = JSON.stringify([format, resource, isAllOrNothing, isDryRun, content]);
  const keyHash = createHash('sha256').update(key).digest('hex');
  const fingerprint = createHmac('sha256', key).update(said).digest('hex');
  const find = async () => {
    const found = await findRepeated(db.pool, { actor, keyHash, since: new Date(now().getTime() - keptMs) });
    if (found !== null && found.fingerprint !== fingerprint) throw new VideoError('key_reused');
    return found?.id;
  };
  const begun = await find();
  if (begun !== undefined) return begun;
  try {
    return await begin({ keyHash, fingerprint });
  } catch (error) {
    // Whatever has kept this one from being begun, such as that another has taken its upload.
    const meanwhile = await find();
    if (meanwhile === undefined) throw error;
    return meanwhile;
  }
}

function beginWith(
  deps: UploadDeps,
  { actor, asked, uploadId, key }: Omit<ImportRequest, 'key'> & { uploadId: string; key: RunKey | undefined },
): Promise<number> {
  return whileHolding(deps.uploadLocks, uploadId, async () => {
    const { size, ...upload } = await ownUpload(deps, { id: uploadId, userId: actor });
    if (upload.videoId !== null || upload.values !== null) throw new UploadStop('no_upload');
    if (upload.receivedBytes < size) throw new UploadStop('part_not_whole');
    const { importBytes: maxBytes } = runLimits;
    if (size > maxBytes) throw fileTooLarge({ name: 'upload', maxBytes });
    return add(deps, {
      kind: 'import',
      actor,
      asked: JSON.stringify(asked),
      file: uploadId,
      total: size,
      key,
    });
  });
}

/**
 * Begins the import of the lines that a dry run has looked at; they belong to it from here on.
 *
 * @returns its id; undefined: the lines are kept no more, or were imported
 * @throws BudgetSpentError
 */
export function importLooked(
  deps: UploadDeps,
  { id, actor, asked }: Pick<Run, 'id' | 'actor' | 'asked'>,
): Promise<number | undefined> {
  return deps.db.prisma.$transaction(async (tx) => {
    const lines = await takeLines(tx, id);
    if (lines === null) return undefined;
    const now: AskedImport = { ...(JSON.parse(asked) as AskedImport), isDryRun: false };
    return addIn(tx, deps, { kind: 'import', actor, ...lines, asked: JSON.stringify(now), key: undefined });
  });
}

function add(deps: UploadDeps, run: Omit<NewRun, 'createdAt'>): Promise<number> {
  return deps.db.prisma.$transaction(async (tx) => {
    if (typeof run.file === 'string') await deleteUpload(tx, run.file);
    return addIn(tx, deps, run);
  });
}

async function addIn(
  tx: Transaction,
  { jobs, now }: UploadDeps,
  run: Omit<NewRun, 'createdAt'>,
): Promise<number> {
  await runs.requireRoom(tx, run.actor);
  const id = await addRun(tx, { ...run, createdAt: now() });
  if (id === null) throw new BegunMeanwhile();
  await runs.send(tx, jobs, id);
  return id;
}
