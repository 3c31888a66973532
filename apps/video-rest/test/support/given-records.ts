import { randomUUID } from 'node:crypto';
import type { Prisma } from '../../generated/client.ts';
import type { Database } from '../../src/data/open-database.ts';
import type { TestService } from './service.ts';

type Deps = Pick<Database, 'prisma'>;

/** A name that nothing else has. */
export function newName(prefix = 'name'): string {
  return `${prefix}-${randomUUID()}`;
}

/** A type of videos. */
export async function givenType({ prisma }: Deps): Promise<{ id: number }> {
  return prisma.videoType.create({ data: { titleEn: newName('type') } });
}

/** A building. */
export async function givenBuilding({ prisma }: Deps): Promise<{ id: number }> {
  return prisma.building.create({ data: { name: newName('building') } });
}

/** A broadcaster in a building of its own. */
export async function givenBroadcaster(db: Deps): Promise<{ id: number; slug: string }> {
  const name = newName('broadcaster');
  const { id: buildingId } = await givenBuilding(db);
  const streamUrl = `rtmp://stream.example.org/${name}`;
  return db.prisma.broadcaster.create({ data: { name, slug: name, streamUrl, buildingId } });
}

/** A video of somebody, as a row alone: its source is not on disk. */
export async function givenVideo(
  db: Deps,
  {
    ownerId,
    typeId,
    title = 'Lecture',
    durationSeconds = 60,
    ...columns
  }: {
    ownerId: number;
    typeId?: number;
    title?: string;
    durationSeconds?: number;
    sourceCodecs?: string[];
    isDraft?: boolean;
    isRestricted?: boolean;
    allowDownloading?: boolean;
    passwordHash?: string;
    additionalOwners?: { connect: { id: number }[] };
    restrictAccessToGroups?: { connect: { id: number }[] };
  },
): Promise<{ id: number; slug: string; typeId: number }> {
  const ofType = typeId ?? (await givenType(db)).id;
  const draft = await db.prisma.video.create({
    data: {
      ...columns,
      title,
      ownerId,
      typeId: ofType,
      slug: `0000-${randomUUID()}`,
      mainLang: 'en',
      mediaKind: 'video',
      durationSeconds,
      sourceFile: 'source-gone.mp4',
    },
  });
  const slug = `${String(draft.id).padStart(4, '0')}-lecture`;
  return db.prisma.video.update({ where: { id: draft.id }, data: { slug } });
}

/** A run of the encoder that has failed. */
export async function givenEncoding({ prisma }: Deps, videoId: number): Promise<{ id: number }> {
  return prisma.encoding.create({ data: { videoId, state: 'failed', finishedAt: new Date(), error: 'no' } });
}

/** A worker that was seen just now, as a row alone: no process of its own gives a sign of life. */
export async function givenWorker(
  { prisma }: Deps,
  worker: Partial<Prisma.WorkerCreateInput> = {},
): Promise<{ id: number; name: string }> {
  const name = newName('worker');
  return prisma.worker.create({
    data: { name, host: 'rack-1', version: '1.0.0', cores: 8, concurrency: 2, isService: false, ...worker },
  });
}

/** Rows of videos, without anything on disk. */
export async function givenVideoRows(
  { sql }: Pick<TestService, 'sql'>,
  {
    count,
    ownerId,
    typeId,
    title = 'Video',
  }: { count: number; ownerId: number; typeId: number; title?: string },
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `insert into videos (slug, title, owner_id, type_id, main_lang, media_kind, duration_seconds, source_file)
     select to_char(nextval('videos_id_seq'), 'FM9999990000') || '-row', $4 || ' ' || n, $2, $3, 'fr', 'video', 61.5, 'source.mp4'
     from generate_series(1, $1) n returning id`,
    [count, ownerId, typeId, title],
  );
  return rows.map(({ id }) => id);
}
