import type { RenditionProfile } from '../ffmpeg/ladder.ts';
import type { Database } from './open-database.ts';

/** What videos are encoded at from now on; at least one. */
export function findRenditionProfiles({ prisma }: Pick<Database, 'prisma'>): Promise<RenditionProfile[]> {
  return prisma.renditionProfile.findMany({ omit: { id: true, resolution: true } });
}
