import { type Connection, query } from './prepared.ts';

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
  rows: string;
  video: string;
  value: string;
  order: string;
}

/** A relation of videos to many, both ways. */
function linked(table: string, by: string, value: string): Source {
  return {
    rows: `"${by}" l join ${table} t on t.id = l."A"`,
    video: 'l."B"',
    value,
    order: 't.id',
  };
}

function owned(table: string, order: string, value: string): Source {
  return { rows: `${table} t`, video: 't.video_id', value, order };
}

const sources: Record<keyof VideoDetails, Source> = {
  disciplines: linked(
    'disciplines',
    '_DisciplineToVideo',
    `json_build_object('en', t.title_en, 'fr', t.title_fr)`,
  ),
  channels: linked('channels', '_ChannelToVideo', 't.title'),
  themes: linked('themes', '_ThemeToVideo', 't.title'),
  contributors: owned('contributors', 't.id', `json_build_object('name', t.name, 'role', t.role)`),
  chapters: owned('chapters', 't.start_seconds, t.id', 't.title'),
  overlays: owned('overlays', 't.start_seconds, t.id', 't.title'),
  files: owned(
    `(select video_id, id, encoding_format, name, height_pixels, file from encoded_videos where file not like '%.m4s'
      union all
      select video_id, id, encoding_format, name, null, file from encoded_audios)`,
    't.height_pixels, t.file',
    `json_build_object('id', t.id, 'type', t.encoding_format, 'label', t.name, 'height', t.height_pixels, 'file', t.file)`,
  ),
};

/**
 * These details of some videos, by their ids, in one statement: all of a kind at once, not video by video, since most of
 * many have none.
 */
export async function detailsOfVideos<Name extends keyof VideoDetails>(
  connection: Connection,
  ids: readonly number[],
  names: readonly Name[],
): Promise<Map<number, Pick<VideoDetails, Name>>> {
  const lists = names.map((name) => {
    const { rows, video, value, order } = sources[name];
    return `select '${name}' as name, video, json_agg(value order by place) as list from (
        select ${video} as video, ${value} as value, row_number() over (partition by ${video} order by ${order}) as place
        from ${rows} where ${video} = any($1::int[])
      ) of_all where place <= ${maxOfEach} group by video`;
  });
  const none = Object.fromEntries(names.map((name) => [name, []])) as unknown as Pick<VideoDetails, Name>;
  const details = new Map(ids.map((id) => [id, { ...none }]));
  for (const { name, video, list } of await query(connection, lists.join(' union all '), [ids]))
    Object.assign(details.get(Number(video)) ?? {}, { [String(name)]: list });
  return details;
}
