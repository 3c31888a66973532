import { createErrorReport } from '@campus/database';
import { startJobs } from '@campus/jobs';
import {
  type Check,
  createMetrics,
  createReadiness,
  createStopList,
  createTurns,
  type Log,
  type Metrics,
  type Readiness,
  type StopList,
  watchPool,
  watchQueues,
} from '@campus/service';
import type { VideoConfiguration } from './config.ts';
import { openDatabase } from './data/open-database.ts';
import { createUploadLocks } from './data/upload-locks.ts';
import { checkMediaTools, type MediaTools } from './ffmpeg/open-media-tools.ts';
import { declareFigures, type Figures } from './figures.ts';
import { imageTurnLimits } from './library/image-turns.ts';
import { openStorage } from './storage/open-storage.ts';
import { bucketOf } from './storage/store-parameters.ts';
import type { UploadDeps } from './uploads/upload-deps.ts';
import { probeTurnLimits } from './videos/probe-turns.ts';

/** What a process of this service stands on, and how it lets go of it. */
export interface SharedParts extends UploadDeps, StopList {
  metrics: Metrics;
  figures: Figures;
  readiness: Readiness;
  /** What none of the work can be done without, and what encodings and uploads need besides. */
  checks: Record<'database' | 'queue' | 'storage' | 'space' | 'ffmpeg', Check>;
}

/** What a service or a worker is started with. */
export interface SharedPartsOptions {
  configuration: VideoConfiguration;
  databaseUrl: string;
  tools: MediaTools;
  log: Log;
  /** Where figures are declared; nobody sees them when absent. */
  metrics?: Metrics;
  /** Told when the start is over. */
  readiness?: Readiness;
  /** Whether this process takes up jobs; it does when absent. */
  takesJobs?: boolean;
  now?: () => Date;
}

/**
 * Opens what the service and a worker alone have in common, on a migrated database: connections, storage, queue.
 * Rejects with one clear sentence when it cannot; nothing is left open then.
 */
export async function openSharedParts({
  configuration,
  databaseUrl,
  tools,
  log,
  metrics = createMetrics(),
  readiness = createReadiness({ log }),
  now = () => new Date(),
}: SharedPartsOptions): Promise<SharedParts> {
  const { onStop, stop } = createStopList();
  try {
    if (tools.isShippedBuild) {
      log.warn(
        'ffmpeg is the build that npm installs, for trying out only: install ffmpeg or set FFMPEG_PATH',
      );
    }
    const db = openDatabase(databaseUrl, (error) => report(error, 'a database connection broke'), {
      poolSize: configuration.databasePoolSize,
      listTimeoutSeconds: configuration.databaseListTimeout,
    });
    onStop(() => db.close());
    const { report, ...errorReport } = createErrorReport({ log, check: () => db.check() });
    onStop(async () => errorReport.close());
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
    const jobs = await startJobs({
      databaseUrl,
      onError: (error) => report(error, 'the job queue reports an error'),
    });
    onStop(() => jobs.stop());
    const uploadLocks = createUploadLocks({ databaseUrl });
    onStop(() => uploadLocks.close());
    watchPool(metrics, db.pool);
    watchQueues(metrics, jobs.depths);
    const figures = declareFigures(metrics);
    const checks = {
      database: { run: () => db.check() },
      queue: { run: jobs.depths },
      storage: { run: storage.checkMedia, rememberMs: 5_000 },
      space: { run: storage.checkRoom, rememberMs: 5_000 },
      ffmpeg: { run: () => checkMediaTools(tools), rememberMs: 30_000 },
    };
    return {
      db,
      jobs,
      storage,
      tools,
      probes: createTurns(probeTurnLimits),
      images: createTurns(imageTurnLimits),
      ...limitsOf(configuration),
      encodeOnUpload: configuration.encodeOnUpload,
      uploadLocks,
      now,
      timeZone: configuration.timeZone,
      language: configuration.languageCode,
      metrics,
      figures,
      readiness,
      checks,
      onStop,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
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
