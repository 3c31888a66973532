import { expect, test } from '@jest/globals';
import { useService } from '../../support/service.ts';

const service = useService();

test('Given a transaction that adds many videos with their parts, When their words are noted, Then no table is looked through for each', async () => {
  const client = await service.sql.connect();
  try {
    await client.query('begin');
    for (let added = 0; added < 600; added += 20) {
      const numbers = `generate_series(${added + 1000}, ${added + 1019}) n`;
      await client.query(`
        insert into videos (id, slug, title, owner_id, type_id, main_lang, media_kind, duration_seconds, source_file)
        select n, n || '-many', 'Many', ${service.ada.id}, 1, 'fr', 'video', 60, 'source-0.mp4' from ${numbers}`);
      await client.query(`insert into chapters (video_id, title) select n, 'One' from ${numbers}`);
      await client.query(`insert into contributors (video_id, name) select n, 'Ada' from ${numbers}`);
    }
    const { rows } = await client.query<{ read: number }>(`
      select sum(seq_tup_read)::int as read from pg_stat_xact_user_tables
      where relname in ('videos', 'chapters', 'contributors', 'video_words')`);

    // Without indexes it is ten times as much, and more the more there are.
    expect(rows[0]?.read).toBeLessThan(2000);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('Given a transaction that notes what owners are charged, When it adds videos by many statements, Then their account changes once', async () => {
  const { ada } = service;
  const client = await service.sql.connect();
  const used = async () =>
    (await client.query('select source_bytes, video_count from users where id = $1', [ada.id])).rows[0];
  // Of what the connection did in transactions before, some may not have been handed on yet, and counts along.
  const changes = async () => {
    const { rows } = await client.query<{ changed: number }>(
      `select n_tup_upd::int as changed from pg_stat_xact_user_tables where relname = 'users'`,
    );
    return rows[0]?.changed ?? 0;
  };
  try {
    await client.query('begin');
    const before = await used();
    const changedBefore = await changes();
    await client.query(`select set_config('campus.charges', '{}', true)`);
    for (let id = 5000; id < 5030; id += 1)
      await client.query(`
        insert into videos (id, slug, title, owner_id, type_id, main_lang, media_kind, duration_seconds, source_file, source_bytes)
        values (${id}, '${id}-many', 'Many', ${ada.id}, 1, 'fr', 'video', 60, 'source-0.mp4', 10)`);
    expect(await used()).toEqual(before);
    await client.query('select settle_charges()');

    expect((await changes()) - changedBefore).toBe(1);
    expect(await used()).toEqual({
      source_bytes: String(Number(before.source_bytes) + 300),
      video_count: before.video_count + 30,
    });
  } finally {
    await client.query('rollback');
    client.release();
  }
});
