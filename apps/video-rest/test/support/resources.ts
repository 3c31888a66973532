import { randomUUID } from 'node:crypto';
import type { TestService } from './service.ts';

/** A building as the API shows it. */
export interface ShownBuilding {
  id: number;
  url: string;
  name: string;
  headband: null;
  gmapurl: string | null;
}

/** A broadcaster as the API shows it. */
export interface ShownBroadcaster {
  id: number;
  url: string;
  name: string;
  slug: string;
  building: string;
  status: boolean;
}

/** A building, with a name of its own unless one is given. */
export async function givenBuilding(
  { staff }: Pick<TestService, 'staff'>,
  { name = `building ${randomUUID()}` }: { name?: string } = {},
): Promise<ShownBuilding> {
  return (await staff.client.post('/rest/buildings/').send({ name }).expect(201)).body;
}

/** A broadcaster in a building of its own; what is not given is made up. */
export async function givenBroadcaster(
  service: Pick<TestService, 'staff'>,
  given: { name?: string; url?: string; building?: string; status?: boolean } = {},
): Promise<ShownBroadcaster> {
  const building = given.building ?? (await givenBuilding(service)).url;
  const id = randomUUID();
  const { body } = await service.staff.client
    .post('/rest/broadcasters/')
    .send({ name: `broadcaster ${id}`, url: `rtmp://live.example.org/${id}`, ...given, building })
    .expect(201);
  return body;
}

/** A type, with a title of its own unless one is given. */
export async function givenType(
  { staff }: Pick<TestService, 'staff'>,
  { title = `type ${randomUUID()}` }: { title?: string } = {},
): Promise<{ id: number; url: string; title: string; description: string; icon: null }> {
  return (await staff.client.post('/rest/types/').send({ title }).expect(201)).body;
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
     select lpad(nextval('videos_id_seq')::text, 4, '0') || '-row', $4 || ' ' || n, $2, $3, 'fr', 'video', 61.5, 'source.mp4'
     from generate_series(1, $1) n returning id`,
    [count, ownerId, typeId, title],
  );
  return rows.map(({ id }) => id);
}
