import type { Queryable } from '@campus/database';
import { fileSize, type Translated, translatedError } from '@campus/pages';
import type { Database } from '../data/open-database.ts';
import { type AccountUsage, findTotalUsage, findUsage, lockTotalUsage, type Usage } from '../data/usage.ts';

/** What may be used; undefined: without a limit. */
export interface Limits {
  bytes: number | undefined;
  videos: number | undefined;
}

/** What sources may take, in bytes, and how many videos there may be; renditions count for nobody. */
export interface Quotas {
  /** Of each owner whose account has no limits of its own. */
  ofOwner: Limits;
  /** Of all together. */
  inAll: Limits;
}

/** What an account may use. */
export function limitsOf(
  { quotaBytes, quotaVideos }: Pick<AccountUsage, 'quotaBytes' | 'quotaVideos'>,
  { ofOwner }: Quotas,
): Limits {
  return { bytes: quotaBytes ?? ofOwner.bytes, videos: quotaVideos ?? ofOwner.videos };
}

/** What is to be added for an owner: how many bytes of sources, and videos. */
export interface Charge extends Usage {
  ownerId: number;
  /** Whether it is counted already, in all, for another owner. */
  isHandover?: boolean;
}

/**
 * Makes sure that what this transaction has added for an owner is allowed. To be asked after it is written: the database
 * counts it then, and whoever adds for the same owner waits until the transaction ends. What does not grow is always
 * allowed, also for who is over the limit.
 *
 * @throws QuotaError
 */
export async function requireWithinQuota(
  tx: Queryable,
  quotas: Quotas,
  { ownerId, bytes, videos, isHandover }: Charge,
): Promise<void> {
  const usage = await findUsage(tx, ownerId);
  if (usage === undefined) return;
  const before = { bytes: usage.bytes - bytes, videos: usage.videos - videos };
  const added = { bytes, videos };
  refuseBeyond(before, { added, limits: limitsOf(usage, quotas), owner: usage.username, isHandover });
  const { inAll } = quotas;
  if (isHandover || !isLimited(inAll)) return;
  await lockTotalUsage(tx);
  const all = await findTotalUsage(tx);
  refuseBeyond({ bytes: all.bytes - bytes, videos: all.videos - videos }, { added, limits: inAll });
}

/** How large a file may be that is about to be uploaded. */
interface Room {
  /** Infinity: as large as any. */
  maxBytes: number;
  /** Why it is refused when it has more. */
  refusal: QuotaError | undefined;
}

/**
 * The room for a source before it arrives.
 *
 * @param given.ownerId  undefined: nobody knows yet whose it will be, so that only what all have counts
 * @param given.freed    bytes of the source that it replaces
 * @param given.videos   that are added: 1, or 0 when a source is replaced
 * @throws QuotaError  there may be no other video
 */
export async function roomFor(
  { pool }: Pick<Database, 'pool'>,
  quotas: Quotas,
  { ownerId, freed, videos }: { ownerId: number | undefined; freed: number; videos: number },
): Promise<Room> {
  const added = { bytes: 0, videos };
  const usage = ownerId === undefined ? undefined : await findUsage(pool, ownerId);
  const rooms: Room[] = [];
  if (usage !== undefined) {
    const limits = limitsOf(usage, quotas);
    const owner = usage.username;
    refuseBeyond(usage, { added, limits, owner });
    rooms.push(left(usage, { limits, freed, code: 'bytes_of_owner', owner }));
  }
  if (isLimited(quotas.inAll)) {
    const all = await findTotalUsage(pool);
    refuseBeyond(all, { added, limits: quotas.inAll });
    rooms.push(left(all, { limits: quotas.inAll, freed, code: 'bytes_in_all' }));
  }
  const unlimited: Room = { maxBytes: Number.POSITIVE_INFINITY, refusal: undefined };
  return rooms.reduce((least, room) => (room.maxBytes < least.maxBytes ? room : least), unlimited);
}

function left(
  { bytes: used }: Usage,
  limit: { limits: Limits; freed: number; code: 'bytes_of_owner' | 'bytes_in_all'; owner?: string },
): Room {
  const { limits, freed, code, owner } = limit;
  const { bytes: allowed } = limits;
  if (allowed === undefined) return { maxBytes: Number.POSITIVE_INFINITY, refusal: undefined };
  // Who is over the limit may still make a source smaller.
  const maxBytes = Math.max(freed, allowed - used + freed);
  return { maxBytes, refusal: new QuotaError(code, { owner, used, allowed }) };
}

/** @throws QuotaError */
function refuseBeyond(
  used: Usage,
  asked: { added: Usage; limits: Limits; owner?: string; isHandover?: boolean | undefined },
): void {
  const { added, limits, owner, isHandover } = asked;
  const videos = limits.videos ?? Number.POSITIVE_INFINITY;
  const bytes = limits.bytes ?? Number.POSITIVE_INFINITY;
  if (added.videos > 0 && used.videos + added.videos > videos) {
    const code = owner === undefined ? 'videos_in_all' : 'videos_of_owner';
    throw new QuotaError(code, { owner, used: used.videos, allowed: videos, isHandover });
  }
  if (added.bytes > 0 && used.bytes + added.bytes > bytes) {
    const code = owner === undefined ? 'bytes_in_all' : 'bytes_of_owner';
    throw new QuotaError(code, { owner, used: used.bytes, allowed: bytes, isHandover });
  }
}

function isLimited({ bytes, videos }: Limits): boolean {
  return bytes !== undefined || videos !== undefined;
}

/** There is no room for a video, or for its source: what is used, and what is allowed. */
export class QuotaError extends translatedError({
  bytes_of_owner: [
    'There is no room for this file: the sources of {owner} take {used} of {allowed}. Remove videos, or ask staff for more room.',
    "Il n'y a pas de place pour ce fichier\u00a0: les sources de {owner} occupent {used} sur {allowed}. Supprimez des vidéos, ou demandez plus de place à l'équipe.",
  ],
  videos_of_owner: [
    '{owner} has {used} of {allowed} videos. Remove one, or ask staff for more.',
    "{owner} a {used} vidéos sur {allowed}. Supprimez-en une, ou demandez-en plus à l'équipe.",
  ],
  bytes_in_all: [
    'There is no room for this file: all sources together take {used} of {allowed}. Tell the operator.',
    "Il n'y a pas de place pour ce fichier\u00a0: toutes les sources ensemble occupent {used} sur {allowed}. Prévenez l'exploitant.",
  ],
  videos_in_all: [
    'There are {used} of {allowed} videos in all. Tell the operator.',
    "Il y a {used} vidéos sur {allowed} en tout. Prévenez l'exploitant.",
  ],
}) {
  /** Whether a video that is there was to be given to this owner. */
  readonly isHandover: boolean;

  constructor(
    code: QuotaError['code'],
    {
      owner = '',
      used,
      allowed,
      isHandover = false,
    }: { owner?: string | undefined; used: number; allowed: number; isHandover?: boolean | undefined },
  ) {
    const isOfBytes = code === 'bytes_of_owner' || code === 'bytes_in_all';
    const amount = (given: number) => (isOfBytes ? inWords(given) : given);
    super(code, { owner, used: amount(used), allowed: amount(allowed) });
    this.isHandover = isHandover;
  }
}

function inWords(bytes: number): Translated {
  return { en: fileSize(bytes, 'en'), fr: fileSize(bytes, 'fr') };
}
