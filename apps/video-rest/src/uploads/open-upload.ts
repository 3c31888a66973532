import { keepDoing } from '@campus/feed';
import { BudgetSpentError, fileTooLarge, type Log } from '@campus/service';
import type { Transaction } from '../data/open-database.ts';
import * as uploads from '../data/uploads.ts';
import { chargedFor } from '../data/videos.ts';
import { randomName } from '../storage/layout.ts';
import { type Charge, requireWithinQuota } from '../videos/quotas.ts';
import type { UploadDeps } from './upload-deps.ts';

/** What uploads in pieces may take that are not over; the largest file is VIDEO_MAX_UPLOAD_SIZE. */
export const uploadLimits = {
  /** Of one user, parts that are to be joined counting too. */
  ofOne: 100,
  /** Of one user, in files of the largest size. */
  largestOfOne: 5,
  ofAll: 10_000,
  /** Without a byte; then all of it is removed. */
  expiresAfterMs: 72 * 3_600_000,
  /** Of one upload that is joined. */
  parts: 64,
};

/** When an upload ends of which nothing more comes. */
export function expiryOf({ now }: Pick<UploadDeps, 'now'>): Date {
  return new Date(now().getTime() + uploadLimits.expiresAfterMs);
}

/**
 * Begins an upload in pieces: nothing of it is there yet.
 *
 * @throws UploadError  `too_large`; BudgetSpentError  too many are under way; StorageError  `too_little_space`, those
 *   under way being counted as if they were there; QuotaError
 */
export async function openUpload(
  deps: UploadDeps,
  upload: Omit<uploads.NewUpload, 'id' | 'expiresAt'>,
): Promise<uploads.StoredUpload> {
  const { db, storage, quotas, maxUploadBytes } = deps;
  const { userId, size } = upload;
  if (size > maxUploadBytes) throw fileTooLarge({ name: 'video', maxBytes: maxUploadBytes });
  return db.prisma.$transaction(async (tx) => {
    const { own, all } = await uploads.lockUploadUsage(tx, userId);
    const ownBytes = uploadLimits.largestOfOne * maxUploadBytes;
    if (own.count >= uploadLimits.ofOne || own.bytes + size > ownBytes)
      throw new BudgetSpentError('caller', { retryAfterSeconds: 60 });
    if (all.count >= uploadLimits.ofAll) throw new BudgetSpentError('all', { retryAfterSeconds: 60 });
    await storage.growing.requireRoom(size + all.missingBytes);
    const charge = await chargeOf(tx, upload);
    const added = await uploads.addUpload(
      tx,
      { ...upload, id: randomName(), expiresAt: expiryOf(deps) },
      charge,
    );
    await requireWithinQuota(tx, quotas, charge);
    return added;
  });
}

/** What counts for whom until it is over: the announced length, as far as it is more than that of what it replaces. */
async function chargeOf(
  tx: Transaction,
  { userId, size, values, isPart, parts = [], replacesId }: Omit<uploads.NewUpload, 'id' | 'expiresAt'>,
): Promise<Charge> {
  // Of what is joined the parts count already.
  const bytes = parts.length > 0 ? 0 : size;
  const replaced = replacesId == null ? undefined : await chargedFor(tx, replacesId);
  if (replaced !== undefined)
    return { ownerId: replaced.ownerId, bytes: Math.max(0, bytes - replaced.bytes), videos: 0 };
  const isVideo = values != null && !isPart;
  return { ownerId: Number(values?.ownerId ?? userId), bytes, videos: isVideo ? 1 : 0 };
}

type SweepDeps = Pick<UploadDeps, 'db' | 'storage' | 'now'>;

const sweepEveryMs = 60_000;

/** Removes uploads whose time is over, and bytes that belong to none: the database alone decides what that is. */
export async function sweepUploads({ db, storage, now }: SweepDeps): Promise<void> {
  // Before the database is asked: what begins in between is not in there.
  const names = await storage.growing.names();
  await uploads.deleteExpiredUploads(db, now());
  const unfinished = await uploads.unfinishedAmong(db, names);
  for (const name of names) if (!unfinished.has(name)) await storage.growing.remove(name);
}

/** Sweeps at once, and again every minute. @returns what ends it */
export function startSweepingUploads(
  deps: SweepDeps & { log: Log },
  /** Lets others go of their bytes first. */
  letGo: () => Promise<void>,
): () => Promise<void> {
  return keepDoing(() => letGo().then(() => sweepUploads(deps)), {
    ...{ everyMs: sweepEveryMs, isAtOnce: true },
    onError: (error) => deps.log.warn({ err: error }, 'uploads that are over were not removed'),
  });
}

/** Ends an upload, which is held by whoever does it (`whileHolding`); a video that it became stays. */
export async function discardUpload(
  { db, storage }: Pick<UploadDeps, 'db' | 'storage'>,
  id: string,
): Promise<void> {
  await uploads.deleteUpload(db.prisma, id);
  await storage.growing.remove(id);
}
