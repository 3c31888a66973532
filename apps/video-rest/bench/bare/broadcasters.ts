import type { Pool } from 'pg';
import { instance } from '../instance.ts';
import { type Envelope, pageOf } from './small-lists.ts';

interface BroadcasterRow {
  total: number;
  id: number;
  stream_url: string;
  name: string;
  slug: string;
  building_id: number;
  description: string;
  poster_id: number | null;
  status: boolean;
  is_restricted: boolean;
  piloting_implementation: string | null;
  piloting_conf: string | null;
  groups: number[];
}

const columns = `b.id, b.stream_url, b.name, b.slug, b.building_id, b.description, b.poster_id, b.status, b.is_restricted,
  b.piloting_implementation, b.piloting_conf,
  array(select "B" from "_BroadcasterToGroup" where "A" = b.id order by "B") as groups`;

/** Switches a broadcaster and gives it whole. */
export async function setBroadcasterStatus(
  pool: Pool,
  { slug, status }: { slug: string; status: boolean },
): Promise<object> {
  const { rows } = await pool.query<BroadcasterRow>({
    name: 'broadcaster',
    text: `update broadcasters b set status = $2 where slug = $1 returning ${columns}`,
    values: [slug, status],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('there is no such broadcaster');
  return shown(row);
}

/** The first page of the list, with the count that is kept. */
export async function readBroadcasters(pool: Pool): Promise<Envelope> {
  const { rows } = await pool.query<BroadcasterRow>({
    name: 'broadcasters',
    text: `select (select rows from row_counts where table_name = 'broadcasters')::int as total, ${columns}
           from broadcasters b join buildings u on u.id = b.building_id order by u.name, b.name, b.id limit 12`,
  });
  return pageOf('broadcasters', rows, shown);
}

function shown({ stream_url: url, building_id: buildingId, ...row }: BroadcasterRow): object {
  return {
    id: row.id,
    url,
    broadcaster_url: url,
    name: row.name,
    slug: row.slug,
    building: `${instance.baseUrl}/rest/buildings/${buildingId}/`,
    description: row.description,
    poster: row.poster_id === null ? null : `${instance.baseUrl}/rest/images/${row.poster_id}/`,
    status: row.status,
    is_restricted: row.is_restricted,
    manage_groups: row.groups.map((group) => `${instance.baseUrl}/rest/groups/${group}/`),
    piloting_implementation: row.piloting_implementation,
    piloting_conf: row.piloting_conf,
  };
}
