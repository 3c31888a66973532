import type { Pool } from 'pg';
import { instance } from '../instance.ts';

/** What a list answers. */
export interface Envelope {
  count: number;
  next: string | null;
  previous: null;
  results: object[];
}

/** The first page of a list in its envelope. */
export function pageOf<Row extends { total: number }>(
  resource: string,
  rows: readonly Row[],
  shown: (row: Row) => object,
): Envelope {
  const count = rows[0]?.total ?? 0;
  return {
    count,
    next: count > rows.length ? `${instance.baseUrl}/rest/${resource}/?page=2` : null,
    previous: null,
    results: rows.map(shown),
  };
}

interface TypeRow {
  total: number;
  id: number;
  title: string;
  description: string;
  icon_id: number | null;
}

/** The types of videos, in English. */
export async function readTypes(pool: Pool): Promise<Envelope> {
  const { rows } = await pool.query<TypeRow>({
    name: 'types',
    text: `select (select rows from row_counts where table_name = 'video_types')::int as total, id,
             coalesce(title_en, title_fr) as title,
             coalesce(description_en, description_fr, '-- sorry, no translation provided --') as description, icon_id
           from video_types order by 3, id limit 12`,
  });
  return pageOf('types', rows, ({ id, title, description, icon_id: icon }) => ({
    id,
    url: `${instance.baseUrl}/rest/types/${id}/`,
    title,
    description,
    icon: icon === null ? null : `${instance.baseUrl}/rest/images/${icon}/`,
  }));
}

interface UserRow {
  total: number;
  id: number;
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  is_staff: boolean;
  groups: number[];
  is_active: boolean;
  is_superuser: boolean;
  quota_bytes: string | null;
  quota_videos: number | null;
  source_bytes: string;
  video_count: number;
}

/** The users who joined last, of an instance without quotas. */
export async function readUsers(pool: Pool): Promise<Envelope> {
  const { rows } = await pool.query<UserRow>({
    name: 'users',
    text: `select (select rows from row_counts where table_name = 'users')::int as total, id, username, first_name,
             last_name, email, is_staff, array(select "A" from "_GroupToUser" where "B" = users.id order by "A") as groups,
             is_active, is_superuser, quota_bytes, quota_videos, source_bytes, video_count
           from users order by date_joined desc, id desc limit 12`,
  });
  const number = (text: string | null) => (text === null ? null : Number(text));
  return pageOf('users', rows, ({ total, source_bytes: bytes, video_count: videos, ...row }) => ({
    id: row.id,
    url: `${instance.baseUrl}/rest/users/${row.id}/`,
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    is_staff: row.is_staff,
    groups: row.groups.map((group) => `${instance.baseUrl}/rest/groups/${group}/`),
    is_active: row.is_active,
    is_superuser: row.is_superuser,
    quota_bytes: number(row.quota_bytes),
    quota_videos: row.quota_videos,
    usage: {
      bytes: { used: number(bytes), allowed: number(row.quota_bytes) },
      videos: { used: videos, allowed: row.quota_videos },
    },
  }));
}
