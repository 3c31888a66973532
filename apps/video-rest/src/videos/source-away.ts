import { SourceUnreadable } from '../ffmpeg/source-unreadable.ts';
import { StorageError } from '../storage/storage-error.ts';

/** Waits for what reads a source. @throws StorageError  `store_away`, in place of SourceUnreadable */
export async function readingSource<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof SourceUnreadable)) throw error;
    throw new StorageError('store_away', error.message, { cause: error });
  }
}
