import type { Database } from './open-database.ts';

/** What is told of a video beside its row, in the order in which the API lists it. */
export interface VideoDetails {
  disciplines: { en: string | null; fr: string | null }[];
  channels: string[];
  themes: string[];
  contributors: { name: string; role: string }[];
  chapters: string[];
  overlays: string[];
  /** What plays by itself, the smallest picture first and sound last; `file` as in the folder of the run. */
  files: { id: number; type: string; label: string; height: number | null; file: string }[];
}

/** The most of each: what is told of a page of videos must end. */
const maxOfEach = 30;

/** One value for each row of `t`, and the rows of `t` that belong to a video, in their order. */
const sources: Record<keyof VideoDetails, { value: string; rows: string }> = {
  disciplines: {
    value: `json_build_object('en', t.title_en, 'fr', t.title_fr)`,
    rows: `"_DisciplineToVideo" l join disciplines t on t.id = l."A" where l."B" = v.id order by t.id`,
  },
  channels: {
    value: 't.title',
    rows: `"_ChannelToVideo" l join channels t on t.id = l."A" where l."B" = v.id order by t.id`,
  },
  themes: {
    value: 't.title',
    rows: `"_ThemeToVideo" l join themes t on t.id = l."A" where l."B" = v.id order by t.id`,
  },
  contributors: {
    value: `json_build_object('name', t.name, 'role', t.role)`,
    rows: `contributors t where t.video_id = v.id order by t.id`,
  },
  chapters: {
    value: 't.title',
    rows: `chapters t where t.video_id = v.id order by t.start_seconds, t.id`,
  },
  overlays: {
    value: 't.title',
    rows: `overlays t where t.video_id = v.id order by t.start_seconds, t.id`,
  },
  files: {
    value: `json_build_object('id', t.id, 'type', t.encoding_format, 'label', t.name, 'height', t.height_pixels, 'file', t.file)`,
    rows: `(select id, encoding_format, name, height_pixels, file from encoded_videos
            where video_id = v.id and file not like '%.m4s'
            union all
            select id, encoding_format, name, null, file from encoded_audios where video_id = v.id
           ) t order by t.height_pixels, t.file`,
  },
};

/** These details of some videos, by their ids, in one statement. */
export async function detailsOfVideos<Name extends keyof VideoDetails>(
  { pool }: Pick<Database, 'pool'>,
  ids: readonly number[],
  names: readonly Name[],
): Promise<Map<number, Pick<VideoDetails, Name>>> {
  const lists = names.map((name) => {
    const { value, rows } = sources[name];
    return `array(select ${value} from ${rows} limit ${maxOfEach}) as "${name}"`;
  });
  const { rows } = await pool.query<{ id: number } & Pick<VideoDetails, Name>>({
    // PostgreSQL knows 63 characters of it.
    name: `details ${names.map((name) => name.slice(0, 5)).join(' ')}`,
    text: `select v.id, ${lists.join(', ')} from unnest($1::int[]) v (id)`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
