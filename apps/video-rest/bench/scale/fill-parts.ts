import { createHash } from 'node:crypto';
import { fillFast } from '@campus/bench';
import { studentKey } from '../instance.ts';

const groupCount = 100;

/** Somebody without rights of their own, in ten of the groups: they may watch every fifth video. */
const student = 60;

/**
 * Gives each of so many videos that `fillManyVideos` has added five tags, two access groups and three tracks, some of
 * them a discipline, a channel and a theme, and makes an account that is in some of the groups.
 *
 * @param adminUrl  of the superuser, on that database
 */
export async function fillParts(
  adminUrl: string,
  { count, say }: { count: number; say: (line: string) => void },
): Promise<void> {
  const ofVideos = ['_AccessGroupToVideo', '_DisciplineToVideo', '_ChannelToVideo', '_ThemeToVideo'];
  const tables = ['videos', 'tracks', 'owners', '_AccessGroupToOwner', ...ofVideos];
  const keyHash = createHash('sha256').update(studentKey).digest('hex');
  await fillFast(adminUrl, { tables, say }, async (client) => {
    await client.query(`
      update videos set is_for_groups = true,
        tags = array(select 'tag ' || (hashint4(id * 5 + k) & 2147483647) % 500 from generate_series(1, 5) k);
      insert into owners (user_id) select id from users where id not in (select user_id from owners);
      insert into access_groups (id, display_name, code_name)
      select n, 'Group ' || n, 'group-' || n from generate_series(1, ${groupCount}) n;
      insert into "_AccessGroupToVideo" ("A", "B")
      select 1 + (n + k * (1 + n / ${groupCount} % ${groupCount - 1})) % ${groupCount}, n
      from generate_series(1, ${count}) n, generate_series(0, 1) k;
      insert into "_AccessGroupToOwner" ("A", "B")
      select g, id from generate_series(1, ${groupCount}) g, owners where (id + g) % 200 = 0 or
        (user_id = ${student} and g <= 10);
      insert into disciplines (id, title_en) values (1, 'Physics');
      insert into channels (id, title) values (1, 'Physics');
      insert into themes (id, title, channel_id) values (1, 'Optics', 1);
      insert into "_DisciplineToVideo" ("A", "B") select 1, n from generate_series(1, ${count}, 20) n;
      insert into "_ChannelToVideo" ("A", "B") select 1, n from generate_series(1, ${count}, 20) n;
      insert into "_ThemeToVideo" ("A", "B") select 1, n from generate_series(1, ${count}, 50) n;
      insert into folders (id, name, owner_id) values (1, 'subtitles', ${student});
      insert into files (id, name, folder_id, created_by_id, stored_file) values (1, 'words', 1, ${student}, 'file-0.vtt');
      insert into tracks (video_id, kind, lang, src_id)
      select n, 'subtitles', lang, 1 from generate_series(1, ${count}) n, unnest(array['fr', 'en', 'es']) lang;
      select setval('access_groups_id_seq', ${groupCount}), setval('folders_id_seq', 1), setval('files_id_seq', 1),
        setval('disciplines_id_seq', 1), setval('channels_id_seq', 1), setval('themes_id_seq', 1);
      update row_counts set rows = ${groupCount} where table_name = 'access_groups';
      update row_counts set rows = 1 where table_name in ('folders', 'files', 'disciplines', 'channels', 'themes');
      update row_counts set rows = (select count(*) from owners) where table_name = 'owners';
      update row_counts set rows = ${3 * count} where table_name = 'tracks'`);
    await client.query('insert into access_tokens (user_id, key_hash, key_prefix) values ($1, $2, $3)', [
      student,
      keyHash,
      studentKey.slice(0, 8),
    ]);
  });
}
