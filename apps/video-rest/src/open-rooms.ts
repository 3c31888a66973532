import { startJobs } from '@campus/jobs';
import type { Log } from '@campus/server';
import type { VideoConfiguration } from './config.ts';
import { openDatabase } from './data/open-database.ts';
import { openMediaTools } from './encoding/open-media-tools.ts';
import { openStorage } from './storage/open-storage.ts';
import type { VideoDeps } from './videos/video-deps.ts';

/** What a process of this service stands on, and how it lets go of it. */
export interface Rooms extends VideoDeps {
  /** The last to come is the first to go. */
  onStop(stop: () => Promise<void>): void;
  stop(): Promise<void>;
}

/** What a service or a worker is started with. */
export interface RoomOptions {
  configuration: VideoConfiguration;
  databaseUrl: string;
  /** Where ffmpeg is looked for, as in the variable PATH. */
  searchPath: string;
  log: Log;
  now?: () => Date;
}

/**
 * Opens what the service and a worker alone have in common, on a migrated database: media tools, connections,
 * storage, queue. Rejects with one clear sentence when it cannot; nothing is left open then.
 */
export async function openRooms({
  configuration,
  databaseUrl,
  searchPath,
  log,
  now = () => new Date(),
}: RoomOptions): Promise<Rooms> {
  const { ffmpegPath, ffprobePath, mediaRoot, mediaMinFree, timeZone, languageCode } = configuration;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    const errors: unknown[] = [];
    for (const one of stops.splice(0).reverse()) {
      // What comes after one that fails is let go of all the same.
      await Promise.resolve(one()).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw new AggregateError(errors, 'not everything could be stopped');
  };
  try {
    const tools = await openMediaTools({ ffmpegPath, ffprobePath, path: searchPath });
    if (tools.isShippedBuild) {
      log.warn(
        'ffmpeg is the build that npm installs, for trying out only: install ffmpeg or set FFMPEG_PATH',
      );
    }
    const db = openDatabase(databaseUrl, (error) => log.error({ err: error }, 'a database connection broke'));
    stops.push(() => db.close());
    const storage = await openStorage({ mediaRoot, minFreeBytes: mediaMinFree, db, databaseUrl, log });
    stops.push(() => storage.close());
    const jobs = await startJobs({
      databaseUrl,
      onError: (error) => log.error({ err: error }, 'the job queue reports an error'),
    });
    stops.push(() => jobs.stop());
    const onStop = (one: () => Promise<void>) => void stops.push(one);
    return { db, jobs, storage, tools, now, timeZone, language: languageCode, onStop, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
