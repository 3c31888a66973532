import { type Queryable, type Sql, sql } from '@campus/database';
import { notLeaving } from './leaving.ts';

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

/** Rows, the column that says of which video each is, the value of one, and their order. */
interface Source {
  rows: Sql;
  video: Sql;
  value: Sql;
  order: Sql;
}

/** A relation of videos to many, both ways. */
function linked(table: string, by: Sql, value: Sql): Source {
  const on = sql.all([sql`t.id = l."A"`, ...notLeaving(table, sql`t.id`)]);
  return {
    rows: sql`${by} l join ${sql.identifier(table)} t on ${on}`,
    video: sql`l."B"`,
    value,
    order: sql`t.id`,
  };
}

function owned(table: Sql, order: Sql, value: Sql): Source {
  return { rows: sql`${table} t`, video: sql`t.video_id`, value, order };
}

/** Of what is at moments of a source that of which anything plays. @param end  null: at the end of the source */
function playedOf(table: Sql, end: Sql): Sql {
  return sql`(
    select m.* from ${table} m join videos v on v.id = m.video_id
    where v.plays = '' or v.plays::int4multirange && int4range(m.start_seconds, ${end}))`;
}

const sources: Record<keyof VideoDetails, Source> = {
  disciplines: linked(
    'disciplines',
    sql`"_DisciplineToVideo"`,
    sql`json_build_object('en', t.title_en, 'fr', t.title_fr)`,
  ),
  channels: linked('channels', sql`"_ChannelToVideo"`, sql`t.title`),
  themes: linked('themes', sql`"_ThemeToVideo"`, sql`t.title`),
  contributors: owned(sql`contributors`, sql`t.id`, sql`json_build_object('name', t.name, 'role', t.role)`),
  chapters: owned(
    playedOf(
      sql`chapters`,
      sql`(select min(n.start_seconds) from chapters n where n.video_id = m.video_id and n.start_seconds > m.start_seconds)`,
    ),
    sql`t.start_seconds, t.id`,
    sql`t.title`,
  ),
  overlays: owned(
    playedOf(sql`overlays`, sql`greatest(m.start_seconds, m.end_seconds)`),
    sql`t.start_seconds, t.id`,
    sql`t.title`,
  ),
  files: owned(
    sql`(
      select video_id, id, encoding_format, name, height_pixels, file from encoded_videos where file not like '%.m4s'
      union all
      select video_id, id, encoding_format, name, null, file from encoded_audios)`,
    sql`t.height_pixels, t.file`,
    sql`json_build_object('id', t.id, 'type', t.encoding_format, 'label', t.name, 'height', t.height_pixels,
      'file', t.file)`,
  ),
};

/**
 * These details of some videos, by their ids, in one statement: all of a kind at once, not video by video, since most of
 * many have none.
 */
export async function detailsOfVideos<Name extends keyof VideoDetails>(
  db: Queryable,
  ids: readonly number[],
  names: readonly Name[],
): Promise<Map<number, Pick<VideoDetails, Name>>> {
  const lists = names.map((name) => {
    const { rows, video, value, order } = sources[name];
    return sql`
      select ${sql.literal(name)} as name, video, json_agg(value order by place) as list from (
        select ${video} as video, ${value} as value,
          row_number() over (partition by ${video} order by ${order}) as place
        from ${rows} where ${video} = any(${ids}::int[])
      ) of_all where place <= ${sql.literal(maxOfEach)} group by video`;
  });
  const none = Object.fromEntries(names.map((name) => [name, []])) as unknown as Pick<VideoDetails, Name>;
  const details = new Map(ids.map((id) => [id, { ...none }]));
  const found = await sql<{ name: Name; video: number; list: unknown[] }>`
    ${sql.join(lists, ' union all ')}`.rows(db);
  for (const { name, video, list } of found) Object.assign(details.get(video) ?? {}, { [name]: list });
  return details;
}
