import { type Queryable, sql } from '@campus/database';
import type { Transaction } from './open-database.ts';

/** Keys are forgotten after this time. */
export const keptMs = 24 * 60 * 60 * 1000;

/** A request that makes a video, as its caller names it. */
export interface CreationKey {
  userId: number;
  /** SHA-256 of what the caller calls it. */
  keyHash: string;
}

/** What was made under a key; null when nothing was, or it is forgotten. */
export async function findCreation(
  db: Transaction,
  key: CreationKey,
): Promise<{ fingerprint: string; videoId: number } | null> {
  return db.creationKey.findUnique({
    where: { userId_keyHash: key },
    select: { fingerprint: true, videoId: true },
  });
}

/** Notes what is made under a key; false when something was. Whoever makes something under it meanwhile is waited for. */
export async function noteCreation(
  tx: Transaction,
  creation: CreationKey & { fingerprint: string; videoId: number; createdAt: Date },
): Promise<boolean> {
  const { count } = await tx.creationKey.createMany({ data: [creation], skipDuplicates: true });
  return count === 1;
}

/** Forgets the keys whose time is over. */
export async function forgetCreations(db: Queryable, now: Date): Promise<void> {
  await sql`delete from creation_keys where created_at < ${new Date(now.getTime() - keptMs)}`.run(db);
}
