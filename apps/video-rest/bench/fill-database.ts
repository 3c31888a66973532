import { createHash, randomBytes } from 'node:crypto';
import { hashPassword } from '@campus/accounts';
import { connect } from '@campus/database';
import { credentials, tokenKey } from './instance.ts';

export const broadcasterCount = 100;

/** Adds everything but videos to a migrated database. */
export async function fillDatabase(url: string): Promise<void> {
  const keyHash = createHash('sha256').update(tokenKey).digest('hex');
  await using client = await connect(url);
  await client.query(`
    insert into users (username, first_name, last_name, is_superuser)
    select 'user' || n, 'Ada', 'Martin ' || n, n = 1 from generate_series(1, 50) n;
    insert into video_types (title_en, title_fr) values ('Course', 'Cours'), ('Conference', 'Conférence'),
      ('Interview', null), (null, 'Documentaire');
    insert into buildings (name) select 'Building ' || n from generate_series(1, 5) n;
    insert into broadcasters (stream_url, name, slug, building_id, description)
    select 'rtmp://stream.example/room-' || n, 'Room ' || n, 'room-' || n, 1 + n % 5, 'Camera and desk'
    from generate_series(1, ${2 * broadcasterCount}) n`);
  await client.query('insert into access_tokens (user_id, key_hash, key_prefix) values (1, $1, $2)', [
    keyHash,
    tokenKey.slice(0, 8),
  ]);
  await client.query('update users set password_hash = $2 where username = $1', [
    credentials.username,
    await hashPassword(credentials.password),
  ]);
  await client.query(`insert into instance_keys values ('media-signature', $1)`, [randomBytes(32)]);
  await client.query('vacuum analyze');
}

/** Adds videos until there are so many: public, and nine of ten encoded. */
export async function fillVideos(url: string, count: number): Promise<void> {
  await using client = await connect(url);
  // One statement, so that a video and its encoding may refer to each other.
  await client.query(
    `with numbers as (
       select n, n % 10 <> 0 as is_encoded
       from generate_series((select coalesce(max(id), 0) + 1 from videos), $1::int) n
     ), added as (
       insert into videos (id, slug, title, description, owner_id, type_id, date_added, date_evt, main_lang,
         media_kind, duration_seconds, source_file, encoding_id, latest_encoding_id)
       select n, lpad(n::text, 4, '0') || '-algebre-lineaire-' || n, 'Algèbre linéaire, cours ' || n,
         'Espaces vectoriels & applications linéaires, séance ' || n ||
           ': bases, dimension, noyau et image; exercices corrigés et questions de la salle.',
         1 + n % 50, 1 + n % 5, timestamptz '2024-01-01 08:00:00.137Z' + n * interval '61 seconds',
         date '2024-01-01' + n / 1440, 'fr', 'video', 3600 + n % 1800, 'source-' || md5(n::text) || '.mp4',
         case when is_encoded then n end, case when is_encoded then n end
       from numbers
     )
     insert into encodings (id, video_id, state, percent, speed, eta_seconds, claims, attempts,
       outputs, started_at, finished_at)
     select n, n, 'done', 100, 2.1, 0, 1, 1, $2, now(), now() from numbers where is_encoded`,
    [count, JSON.stringify(outputs)],
  );
  await client.query(`select setval('videos_id_seq', $1::int), setval('encodings_id_seq', $1::int)`, [count]);
  await client.query('vacuum analyze videos, encodings');
}

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
