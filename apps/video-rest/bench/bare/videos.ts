import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import type { Outputs } from '../../src/ffmpeg/outputs.ts';
import { instance } from '../instance.ts';

const pageSize = 12;

interface VideoRow {
  total: number;
  id: number;
  slug: string;
  title: string;
  description: string;
  owner_id: number;
  additional_owners: number[];
  type_id: number;
  disciplines: number[];
  channels: number[];
  themes: number[];
  tags: string[];
  sites: number[];
  date_added: string;
  date_evt: string | null;
  main_lang: string;
  is_draft: boolean;
  is_restricted: boolean;
  groups: number[];
  has_password: boolean;
  allow_downloading: boolean;
  is360: boolean;
  disable_comment: boolean;
  cursus: string;
  licence: string | null;
  layout: string;
  plays: string;
  thumbnail_id: number | null;
  thumbnail_choice: number;
  duration_seconds: number;
  source_file: string;
  encoding_id: number | null;
  outputs: Outputs | null;
  state: string | null;
}

const columns = `v.id, v.slug, v.title, v.description, v.owner_id, v.type_id,
  to_char(v.date_added, 'YYYY-MM-DD"T"HH24:MI:SS.USTZH:TZM') as date_added,
  to_char(v.date_evt, 'YYYY-MM-DD') as date_evt, v.main_lang, v.is_draft, v.is_restricted, v.allow_downloading,
  v.is360, v.disable_comment, v.cursus, v.licence, v.layout, v.plays, v.thumbnail_id, v.thumbnail_choice, v.duration_seconds,
  v.source_file, v.encoding_id, e.outputs, l.state, v.tags, v.password_hash is not null as has_password,
  ${linkedIn('_AdditionalOwners')} as additional_owners, ${linkedIn('_AccessGroupToVideo')} as groups,
  ${linkedIn('_DisciplineToVideo')} as disciplines, ${linkedIn('_ChannelToVideo')} as channels,
  ${linkedIn('_ThemeToVideo')} as themes, ${linkedIn('_SiteToVideo')} as sites`;

function linkedIn(table: string): string {
  return `array(select "A" from "${table}" where "B" = v.id order by "A")`;
}

const joins = `left join encodings e on e.id = v.encoding_id left join encodings l on l.id = v.latest_encoding_id`;

/** The key that sources are signed with. */
export async function readMediaKey(pool: Pool): Promise<KeyObject> {
  const { rows } = await pool.query(`select value from instance_keys where name = 'media-signature'`);
  return createSecretKey(rows[0].value);
}

/** A page of the list in its envelope, with the count that is kept. */
export async function readVideoPage(
  pool: Pool,
  { page, mediaKey }: { page: number; mediaKey: KeyObject },
): Promise<object> {
  const { rows } = await pool.query<VideoRow>({
    name: 'page',
    text: `select (select rows from row_counts where table_name = 'videos')::int as total, ${columns}
           from (select id from videos order by date_added desc, id desc limit ${pageSize} offset $1) page
           join videos v on v.id = page.id ${joins} order by v.date_added desc, v.id desc`,
    values: [(page - 1) * pageSize],
  });
  const count = rows[0]?.total ?? 0;
  const linkTo = (other: number) => `${instance.baseUrl}/rest/videos/${other === 1 ? '' : `?page=${other}`}`;
  return {
    count,
    next: page * pageSize < count ? linkTo(page + 1) : null,
    previous: page > 1 ? linkTo(page - 1) : null,
    results: rows.map((row) => shown(row, mediaKey)),
  };
}

/** One video, or the error that there is none. */
export async function readVideo(
  pool: Pool,
  { id, mediaKey }: { id: number; mediaKey: KeyObject },
): Promise<object> {
  const { rows } = await pool.query<VideoRow>({
    name: 'video',
    text: `select ${columns} from videos v ${joins} where v.id = $1`,
    values: [id],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('there is no such video');
  return shown(row, mediaKey);
}

function shown(row: VideoRow, mediaKey: KeyObject): object {
  const { id, outputs, state } = row;
  const media = `${instance.baseUrl}/media`;
  const output = (name: string | null | undefined) =>
    name ? `${media}/videos/${id}/encoding-${row.encoding_id}/${name}` : null;
  const seconds = Math.floor(row.duration_seconds);
  return {
    id,
    url: `${instance.baseUrl}/rest/videos/${id}/`,
    video: `${media}/signed/${signatureOf(row, mediaKey)}/videos/${id}/source/${row.source_file}`,
    title: row.title,
    slug: row.slug,
    description: row.description,
    owner: `${instance.baseUrl}/rest/users/${row.owner_id}/`,
    additional_owners: row.additional_owners.map((other) => `${instance.baseUrl}/rest/users/${other}/`),
    type: `${instance.baseUrl}/rest/types/${row.type_id}/`,
    discipline: row.disciplines.map((other) => `${instance.baseUrl}/rest/discipline/${other}/`),
    channel: row.channels.map((other) => `${instance.baseUrl}/rest/channels/${other}/`),
    theme: row.themes.map((other) => `${instance.baseUrl}/rest/themes/${other}/`),
    tags: row.tags,
    date_added: row.date_added,
    date_evt: row.date_evt,
    main_lang: row.main_lang,
    is_draft: row.is_draft,
    is_restricted: row.is_restricted,
    restrict_access_to_groups: row.groups.map((other) => `${instance.baseUrl}/rest/accessgroups/${other}/`),
    password: row.has_password ? '********' : null,
    allow_downloading: row.allow_downloading,
    is_360: row.is360,
    disable_comment: row.disable_comment,
    cursus: row.cursus,
    licence: row.licence,
    layout: row.layout,
    plays: row.plays,
    encoded: row.encoding_id !== null,
    encoding_in_progress: state === 'queued' || state === 'running',
    get_encoding_step: state === 'done' ? '0: end of encoding' : '',
    duration: seconds,
    duration_in_time: [seconds / 3600, (seconds / 60) % 60, seconds % 60]
      .map((part) => String(Math.floor(part)).padStart(2, '0'))
      .join(':'),
    get_version: 'O',
    thumbnail: row.thumbnail_id === null ? null : `${instance.baseUrl}/rest/images/${row.thumbnail_id}/`,
    thumbnail_choice: row.thumbnail_choice,
    sites: (row.sites.length > 0 ? row.sites : [1]).map(
      (other) => `${instance.baseUrl}/rest/sites/${other}/`,
    ),
    playback: {
      hls: output(outputs?.hls),
      mp4: (outputs?.mp4 ?? []).map(({ height, file }) => ({ height, url: output(file) })),
      audio: output(outputs?.audio),
      poster: output(outputs?.poster),
      thumbnails: outputs?.poster ? [output(outputs.poster)] : [],
      overview: null,
    },
  };
}

function signatureOf({ id, source_file }: VideoRow, mediaKey: KeyObject): string {
  const expires = Math.ceil((Date.now() / 1000 + 3600) / 300) * 300;
  const mac = createHmac('sha256', mediaKey).update(`media\n${expires}\n${id}/source/${source_file}`);
  return `${expires}-${mac.digest('base64url')}`;
}
