import type { BringUpOptions, Ground } from '@campus/database/programs';
import { type Check, createTurns, watchDisks } from '@campus/service';
import type { VideoConfiguration } from './config.ts';
import type { Database } from './data/open-database.ts';
import { createUploadLocks } from './data/upload-locks.ts';
import { checkMediaTools, type MediaTools } from './ffmpeg/open-media-tools.ts';
import { declareFigures, type Figures } from './figures.ts';
import { imageTurnLimits } from './library/kept-images.ts';
import { openStorage } from './storage/open-storage.ts';
import { bucketOf } from './storage/store-parameters.ts';
import type { UploadDeps } from './uploads/upload-deps.ts';
import { probeTurnLimits } from './videos/measure-sources.ts';

/** What a process of this service stands on. */
export interface SharedParts extends UploadDeps, Omit<Ground<Database>, 'startJobs'> {
  figures: Figures;
  /** What none of the work can be done without, and what encodings and uploads need besides. */
  checks: Record<'database' | 'queue' | 'storage' | 'space' | 'ffmpeg', Check>;
}

/** What a service or a worker is started with. */
export interface StartOptions extends BringUpOptions<VideoConfiguration> {
  tools: MediaTools;
}

/**
 * Opens what the service and a worker alone have in common: storage, queue, locks of uploads.
 * Rejects with one clear sentence when it cannot.
 */
export async function openSharedParts(
  { configuration, databaseUrl, tools, log }: StartOptions,
  { startJobs, ...ground }: Ground<Database>,
): Promise<SharedParts> {
  const { db, metrics, onStop } = ground;
  if (tools.isShippedBuild) {
    log.warn('ffmpeg is the build that npm installs, for trying out only: install ffmpeg or set FFMPEG_PATH');
  }
  const storage = await openStorage({
    mediaRoot: configuration.mediaRoot,
    minFreeBytes: configuration.mediaMinFree,
    keepsIn: configuration.mediaStore,
    bucket: bucketOf(configuration),
    db,
    databaseUrl,
    log,
  });
  onStop(() => storage.close());
  const jobs = await startJobs();
  const uploadLocks = createUploadLocks({ databaseUrl });
  onStop(() => uploadLocks.close());
  const figures = declareFigures(metrics);
  watchDisks(metrics, { data: configuration.dataDir, media: configuration.mediaRoot });
  const checks = {
    database: { run: () => db.check() },
    queue: { run: jobs.depths },
    storage: { run: storage.checkMedia, rememberMs: 5_000 },
    space: { run: storage.checkRoom, rememberMs: 5_000 },
    ffmpeg: { run: () => checkMediaTools(tools), rememberMs: 30_000 },
  };
  return {
    ...ground,
    jobs,
    storage,
    tools,
    probes: createTurns(probeTurnLimits),
    images: createTurns(imageTurnLimits),
    ...limitsOf(configuration),
    encodeOnUpload: configuration.encodeOnUpload,
    uploadLocks,
    timeZone: configuration.timeZone,
    language: configuration.languageCode,
    figures,
    checks,
  };
}

/** What one upload, one owner, and all of them together may take. */
function limitsOf(
  configuration: VideoConfiguration,
): Pick<UploadDeps, 'queueLimits' | 'quotas' | 'maxUploadBytes'> {
  const { quotaUserBytes, quotaUserVideos, quotaTotalBytes, quotaTotalVideos } = configuration;
  return {
    queueLimits: {
      runningPerOwner: configuration.encodeRunningPerOwner,
      queuedPerOwner: configuration.encodeQueuedPerOwner,
    },
    quotas: {
      ofOwner: { bytes: quotaUserBytes, videos: quotaUserVideos },
      inAll: { bytes: quotaTotalBytes, videos: quotaTotalVideos },
    },
    maxUploadBytes: configuration.videoMaxUploadSize,
  };
}
