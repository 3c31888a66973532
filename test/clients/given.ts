import type { Platform } from './use-platform.ts';

/** A type of videos, as the API shows it. */
export async function givenType({ db, origin }: Platform): Promise<{ id: number; url: string }> {
  const { id } = await db.prisma.videoType.create({ data: { titleEn: `type ${crypto.randomUUID()}` } });
  return { id, url: `${origin}/rest/types/${id}/` };
}

/** A building, as the API shows it. */
export async function givenBuilding({ db, origin }: Platform): Promise<{ id: number; url: string }> {
  const { id } = await db.prisma.building.create({ data: { name: `building ${crypto.randomUUID()}` } });
  return { id, url: `${origin}/rest/buildings/${id}/` };
}
