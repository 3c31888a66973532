import type pg from 'pg';

/** Rows of videos without files, all of one owner and type, by the statement alone. @returns their ids */
export async function givenManyVideos(
  sql: pg.Pool,
  { count, ownerId, typeId }: { count: number; ownerId: number; typeId?: number },
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `insert into videos (id, slug, title, owner_id, type_id, main_lang, media_kind, duration_seconds, source_file)
     select n, to_char(n, 'FM0000000') || '-many', 'Many ' || n, $1,
       coalesce($3::int, (select min(id) from video_types)), 'fr', 'video', 60, 'source.mp4'
     from (select nextval('videos_id_seq') as n from generate_series(1, $2)) n returning id`,
    [ownerId, count, typeId ?? null],
  );
  return rows.map(({ id }) => id);
}
