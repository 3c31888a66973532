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
