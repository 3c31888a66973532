import type { Pool } from 'pg';
import { instance } from '../instance.ts';

/** Switches a broadcaster and gives it whole. */
export async function setBroadcasterStatus(
  pool: Pool,
  { slug, status }: { slug: string; status: boolean },
): Promise<object> {
  const { rows } = await pool.query({
    name: 'broadcaster',
    text: `update broadcasters set status = $2 where slug = $1
           returning id, stream_url, name, slug, building_id, description, poster_id, status, is_restricted,
             piloting_implementation, piloting_conf,
             array(select "B" from "_BroadcasterToGroup" where "A" = id order by "B") as groups`,
    values: [slug, status],
  });
  const { stream_url: url, building_id: buildingId, ...rest } = rows[0];
  const { id, name, description, is_restricted, poster_id: posterId } = rest;
  return {
    id,
    url,
    broadcaster_url: url,
    name,
    slug: rest.slug,
    building: `${instance.baseUrl}/rest/buildings/${buildingId}/`,
    description,
    poster: posterId === null ? null : `${instance.baseUrl}/rest/images/${posterId}/`,
    status: rest.status,
    is_restricted,
    manage_groups: rest.groups.map((group: number) => `${instance.baseUrl}/rest/groups/${group}/`),
    piloting_implementation: rest.piloting_implementation,
    piloting_conf: rest.piloting_conf,
  };
}
