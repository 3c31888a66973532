import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { givenManyVideos } from '../support/many-videos.ts';
import { useRestartedService } from '../support/restarted-service.ts';

const count = 4_000;
const service = useRestartedService();

async function linksOf(id: number): Promise<number> {
  const { rows } = await service.sql.query<{ n: number }>(
    'select count(*)::int as n from "_DisciplineToVideo" where "A" = $1',
    [id],
  );
  return rows[0]?.n ?? 0;
}

test('A deletion whose process is killed in the middle goes on in the next one, and ends', async () => {
  const { body } = await service.root.post('/rest/discipline/').send({ title: 'Killed' }).expect(201);
  const { id } = body;
  const { rows } = await service.sql.query<{ id: number }>("select id from users where username = 'root'");
  const videos = await givenManyVideos(service.sql, { count, ownerId: Number(rows[0]?.id) });
  await service.sql.query('insert into "_DisciplineToVideo" ("A", "B") select $1, unnest($2::int[])', [
    id,
    videos,
  ]);
  // It cannot come further than to this one.
  const holder = await service.sql.connect();
  await holder.query('begin');
  await holder.query('select 1 from "_DisciplineToVideo" where "A" = $1 and "B" = $2 for update', [
    id,
    videos[count / 2],
  ]);

  await service.root.delete(`/rest/discipline/${id}/`).expect(204);
  await eventually(async () => expect(await linksOf(id)).toBeLessThan(count));
  await service.up.kill('SIGKILL');
  expect(await linksOf(id)).toBeGreaterThan(0);
  await holder.query('rollback');
  holder.release();
  await service.start();

  await service.root.get(`/rest/discipline/${id}/`).expect(404);
  await eventually(async () => {
    const { body: deletions } = await service.root.get(`/rest/deletions/?object_id=${id}`);
    expect(deletions.results).toEqual([
      expect.objectContaining({ state: 'ended', done: count, total: count, failure: null }),
    ]);
  });
  expect(await linksOf(id)).toBe(0);
});
