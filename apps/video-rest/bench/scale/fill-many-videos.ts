import { fillFast } from '@campus/bench';

export const ownerCount = 20_000;

/** Owns one video of ten; the others share what is left. */
export const busyOwner = 2;

const typeCount = 20;
const batchSize = 250_000;

/**
 * Adds users, types and so many videos to a database that `fillDatabase` has filled: nine of ten encoded, a few
 * drafts, a few restricted; one video of a thousand has a failed run last.
 *
 * Titles and descriptions are put together from words, so that a search finds little (a name), some (a subject) or
 * a twentieth of all (a form).
 *
 * @param adminUrl  of the superuser, on that database
 */
export async function fillManyVideos(
  adminUrl: string,
  { count, say }: { count: number; say: (line: string) => void },
): Promise<void> {
  await fillFast(
    adminUrl,
    { tables: ['users', 'video_types', 'videos', 'encodings'], say },
    async (client) => {
      await client.query(`
      insert into users (id, username, first_name, last_name)
      select n, 'owner' || n, 'Ada', 'Martin ' || n from generate_series(51, ${ownerCount}) n;
      insert into video_types (id, title_en)
      select n, 'Type ' || n from generate_series(6, ${typeCount}) n`);
      for (let first = 1; first <= count; first += batchSize) {
        const last = Math.min(count, first + batchSize - 1);
        say(`videos up to ${last}`);
        await client.query(
          `with numbers as (
           select n, n % 10 <> 0 as is_encoded, hashint4(n) & 2147483647 as h,
             ($3::text[])[1 + (hashint4(n) & 2147483647) % 20] as form,
             ($4::text[])[1 + (hashint4(n + 1) & 2147483647) % 60] as subject,
             ($5::text[])[1 + (hashint4(n + 2) & 2147483647) % 24] ||
             ($5::text[])[1 + (hashint4(n + 3) & 2147483647) % 24] ||
             ($5::text[])[1 + (hashint4(n + 4) & 2147483647) % 24] as teacher
           from generate_series($1::int, $2::int) n
         ), added as (
           insert into videos (id, slug, title, description, owner_id, type_id, date_added, date_evt, main_lang,
             is_draft, is_restricted, media_kind, duration_seconds, source_file, source_bytes, encoding_id, latest_encoding_id)
           select n, lpad(n::text, greatest(4, length(n::text)), '0') || '-' || replace(form || '-' || subject || '-' || teacher, ' ', '-'),
             form || ' ' || subject || ', ' || initcap(teacher) || ', ' || n % 40,
             'Recording of ' || form || ' ' || subject || ' by ' || initcap(teacher) || ', room ' || h % 300 ||
               '. ' || ($4::text[])[1 + (h / 7) % 60] || ' and ' || ($4::text[])[1 + (h / 11) % 60] ||
               '; exercises and questions of the audience.',
             case when n % 10 = 3 then ${busyOwner} else 3 + h % ${ownerCount - 2} end, 1 + h % ${typeCount},
             timestamptz '2010-01-01 08:00:00.137Z' + n * interval '50 seconds',
             date '2010-01-01' + n / 1728, 'fr', n % 20 = 0, n % 25 = 1, 'video', 3600 + n % 1800,
             'source-' || md5(n::text) || '.mp4', 500000000, case when is_encoded then n end,
             case when is_encoded then n when n % 1000 = 0 then n end
           from numbers
         )
         insert into encodings (id, video_id, state, percent, speed, eta_seconds, claims, attempts, error,
           outputs, requested_at, started_at, finished_at)
         select n, n, (case when is_encoded then 'done' else 'failed' end)::encoding_state, 100, 2.1, 0, 1, 1,
           case when not is_encoded then 'Invalid data found when processing input' end,
           case when is_encoded then $6::jsonb end, at, at, at + interval '20 minutes'
         from numbers, lateral (select timestamptz '2010-01-01 08:10:00Z' + n * interval '50 seconds') t (at)
         where is_encoded or n % 1000 = 0`,
          [first, last, forms, subjects, syllables, JSON.stringify(outputs)],
        );
      }
      await client.query(`
      select setval('videos_id_seq', ${count}), setval('encodings_id_seq', ${count}),
        setval('users_id_seq', ${ownerCount}), setval('video_types_id_seq', ${typeCount});
      update row_counts set rows = ${count} where table_name = 'videos';
      update row_counts set rows = (select count(*) from videos where not is_draft) where table_name = 'open_videos';
      update row_counts set rows = (select count(*) from encodings) where table_name = 'encodings';
      insert into day_counts select 'videos', (date_added at time zone 'UTC')::date as day, count(*) from videos group by day
        on conflict (table_name, day) do update set rows = excluded.rows;
      insert into day_counts select 'encodings', (requested_at at time zone 'UTC')::date as day, count(*) from encodings group by day
        on conflict (table_name, day) do update set rows = excluded.rows;
      update row_counts set rows = ${ownerCount} where table_name = 'users';
      update row_counts set rows = ${typeCount} where table_name = 'video_types'`);
    },
  );
}

const forms = `course lecture seminar tutorial practical conference interview workshop defence debate keynote
 reading concert visit report portrait meeting ceremony festival lesson`.split(/\s+/);

const subjects = `algebra analysis topology geometry statistics probability logic optics mechanics acoustics
 electronics thermodynamics astronomy chemistry catalysis polymers biology genetics ecology botany zoology
 anatomy physiology immunology pharmacology surgery nursing psychology sociology anthropology geography
 history archaeology philosophy linguistics phonetics literature translation theatre cinema music painting
 architecture urbanism law economics finance accounting management marketing logistics informatics
 databases networks robotics cryptography compilers graphics didactics sport`.split(/\s+/);

const syllables =
  `ba ber cha cor dal den fau gal gri hu jan ker lam le mor nou par que ri sau ta val vi zel`.split(' ');

/** A name that some seven hundred of ten million videos have. */
export const rareName = 'Kerzelval';

/** As `src/ffmpeg/outputs.ts` describes them, of a source of 1080. */
const outputs = {
  kind: 'video',
  durationSeconds: 3600,
  hls: 'master.m3u8',
  renditions: [
    { name: '360p', width: 640, height: 360, bandwidth: 1_100_000 },
    { name: '720p', width: 1280, height: 720, bandwidth: 3_200_000 },
    { name: '1080p', width: 1920, height: 1080, bandwidth: 4_700_000 },
  ],
  mp4: [{ height: 720, file: '720p.mp4' }],
  audio: 'audio.m4a',
  poster: 'poster.jpg',
};
