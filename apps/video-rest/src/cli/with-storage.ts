import path from 'node:path';
import { OperatorError, placesOf } from '@campus/config';
import { runWithDatabase } from '@campus/database/programs';
import { createLog } from '@campus/service';
import type { Program } from '@campus/service/command-line';
import { type Database, openDatabase } from '../data/open-database.ts';
import { identity } from '../identity.ts';
import { type ArchivePlace, type MediaArchive, openMediaArchive } from '../storage/media-archive.ts';
import { openStorage, type Storage } from '../storage/open-storage.ts';
import { bucketAt, bucketOf } from '../storage/store-parameters.ts';
import { noInstanceHint } from './with-database.ts';

/** What a program works on that also knows media. */
export interface WithStorage {
  db: Database;
  /** Opens the media of this instance, once. @throws ConfigurationError, StorageError */
  openStorage(): Promise<Storage>;
  /**
   * Opens the place for media that are on their way.
   *
   * @param where  a folder, or a bucket of the store of this instance, with what stands in front of its names
   * @throws ConfigurationError, OperatorError
   */
  openArchive(where: ArchivePlace, options: { isNew: boolean }): Promise<MediaArchive>;
  close(): Promise<void>;
}

/** Runs a program that may work on media, beside a running service or alone, and ends the process. */
export function runWithStorage<Command>(program: Program<Command, WithStorage>): Promise<never> {
  const configuration = () =>
    identity.loadConfiguration(placesOf(identity.repositoryRoot), { isBeside: true });
  return runWithDatabase(identity, program, {
    open(databaseUrl, onError): WithStorage {
      const db = openDatabase(databaseUrl, onError);
      const closing: (() => unknown)[] = [() => db.close()];
      return {
        db,
        async openStorage() {
          const { mediaRoot, mediaMinFree: minFreeBytes, mediaStore: keepsIn, ...values } = configuration();
          // Errors alone are told, as sentences.
          const log = await createLog('media');
          log.level = 'silent';
          const bucket = bucketOf({ ...values, mediaStore: keepsIn });
          const storage = await openStorage({
            mediaRoot,
            minFreeBytes,
            keepsIn,
            bucket,
            db,
            databaseUrl,
            log,
          });
          closing.push(() => storage.close());
          return storage;
        },
        async openArchive({ name, ...place }, { isNew }) {
          const where =
            'folder' in place
              ? { folder: path.resolve(place.folder), isNew }
              : bucketAt({ ...place, named: `--media ${name}` }, configuration());
          if (where === undefined)
            throw new OperatorError(
              `${name} needs MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY, and MEDIA_S3_ENDPOINT where it is not Amazon's: set them.`,
            );
          const archive = await openMediaArchive(name, where);
          closing.push(archive.close);
          return archive;
        },
        async close() {
          for (const close of closing.reverse()) await close();
        },
      };
    },
    noInstanceHint,
  });
}
