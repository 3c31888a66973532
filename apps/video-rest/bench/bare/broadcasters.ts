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
           returning id, stream_url, name, slug, building_id, description, status, is_restricted`,
    values: [slug, status],
  });
  const { stream_url: url, building_id: buildingId, ...rest } = rows[0];
  const { id, name, description, is_restricted } = rest;
  return {
    id,
    url,
    broadcaster_url: url,
    name,
    slug: rest.slug,
    building: `${instance.baseUrl}/rest/buildings/${buildingId}/`,
    description,
    poster: null,
    status: rest.status,
    is_restricted,
  };
}
