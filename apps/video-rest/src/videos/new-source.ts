import { probe } from '../ffmpeg/probe.ts';
import type { ProbeResult } from '../ffmpeg/probe-result.ts';
import { SourceUnreadable } from '../ffmpeg/source-unreadable.ts';
import type { BroughtFile, FilePlacer } from '../storage/file-placer.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { UploadedFile, VideoDeps } from './video-deps.ts';

/**
 * Examines a file that is to be a source.
 *
 * @param callerId  whose turns at it are taken
 * @throws MediaRefusal, by its content alone; StorageError, MediaToolsError  nothing is said of it; BudgetSpentError
 */
export function examineSource(
  { tools, probes, storage }: Pick<VideoDeps, 'tools' | 'probes' | 'storage'>,
  { file, callerId }: { file: UploadedFile; callerId: number },
): Promise<ProbeResult> {
  return probes.run(String(callerId), () =>
    readingSource(
      'grown' in file
        ? storage.growing.withFile(file.grown, (input) => probe(tools, input))
        : probe(tools, file.path),
    ),
  );
}

/** Brings it to where media are kept. @throws StorageError */
export function bringSource(
  place: FilePlacer,
  { file, extension }: { file: UploadedFile; extension: string },
): Promise<BroughtFile> {
  return 'grown' in file
    ? place.grown({ name: file.grown, extension })
    : place.source({ temporaryFile: file.path, extension });
}

/** Waits for what reads a source. @throws StorageError  `store_away`, in place of SourceUnreadable */
export async function readingSource<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof SourceUnreadable)) throw error;
    throw new StorageError('store_away', error.message, { cause: error });
  }
}
