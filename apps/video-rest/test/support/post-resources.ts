import { randomUUID } from 'node:crypto';
import type { TestService } from './service.ts';

/** A building as the API shows it. */
export interface ShownBuilding {
  id: number;
  url: string;
  name: string;
  headband: string | null;
  gmapurl: string | null;
  sites: string[];
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

/** A building made over the API, with a name of its own unless one is given. */
export async function postBuilding(
  { staff }: Pick<TestService, 'staff'>,
  given: { name?: string; sites?: string[] } = {},
): Promise<ShownBuilding> {
  const body = { name: `building ${randomUUID()}`, ...given };
  return (await staff.client.post('/rest/buildings/').send(body).expect(201)).body;
}

/** A broadcaster made over the API, in a building of its own; what is not given is made up. */
export async function postBroadcaster(
  service: Pick<TestService, 'staff'>,
  given: {
    name?: string;
    url?: string;
    building?: string;
    description?: string;
    status?: boolean;
    is_restricted?: boolean;
  } = {},
): Promise<ShownBroadcaster> {
  const building = given.building ?? (await postBuilding(service)).url;
  const id = randomUUID();
  const { body } = await service.staff.client
    .post('/rest/broadcasters/')
    .send({ name: `broadcaster ${id}`, url: `rtmp://live.example.org/${id}`, ...given, building })
    .expect(201);
  return body;
}

/** A type made over the API, with a title of its own unless one is given. */
export async function postType(
  { staff }: Pick<TestService, 'staff'>,
  given: { title?: string; sites?: string[] } = {},
): Promise<{ id: number; url: string; title: string; description: string; icon: string | null }> {
  const body = { title: `type ${randomUUID()}`, ...given };
  return (await staff.client.post('/rest/types/').send(body).expect(201)).body;
}
