import { createTestDatabase, eventually } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { givenManyVideos } from '../support/many-videos.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const count = 4_000;
const rootPassword = 'a password of the root of this test';
const authorization = `Basic ${Buffer.from(`root:${rootPassword}`).toString('base64')}`;
const closing: (() => Promise<unknown>)[] = [];
let sql: pg.Pool;
let up: ServiceProcess;
let start: () => Promise<ServiceProcess>;

beforeAll(async () => {
  const database = await createTestDatabase('video-rest');
  closing.push(() => database.drop());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  start = () => startServiceProcess({ databaseUrl: database.url, dataDir, rootPassword });
  up = await start();
  closing.push(() => up.kill('SIGKILL'));
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
  closing.push(() => sql.end());
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

interface Answer {
  status: number;
  body: { id?: number; results?: object[] };
}

async function ask(path: string, method = 'GET', body?: object): Promise<Answer> {
  const headers = { authorization, 'Content-Type': 'application/json' };
  const answer = await fetch(up.url + path, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: JSON.parse((await answer.text()) || '{}') };
}

async function linksOf(id: number): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(
    'select count(*)::int as n from "_DisciplineToVideo" where "A" = $1',
    [id],
  );
  return rows[0]?.n ?? 0;
}

test('A deletion whose process is killed in the middle goes on in the next one, and ends', async () => {
  const { body: made } = await ask('/rest/discipline/', 'POST', { title: 'Killed' });
  const id = Number(made.id);
  const { rows } = await sql.query<{ id: number }>("select id from users where username = 'root'");
  const videos = await givenManyVideos(sql, { count, ownerId: Number(rows[0]?.id) });
  await sql.query('insert into "_DisciplineToVideo" ("A", "B") select $1, unnest($2::int[])', [id, videos]);
  // It cannot come further than to this one.
  const holder = await sql.connect();
  await holder.query('begin');
  await holder.query('select 1 from "_DisciplineToVideo" where "A" = $1 and "B" = $2 for update', [
    id,
    videos[count / 2],
  ]);

  expect(await ask(`/rest/discipline/${id}/`, 'DELETE')).toMatchObject({ status: 204 });
  await eventually(async () => expect(await linksOf(id)).toBeLessThan(count));
  await up.kill('SIGKILL');
  expect(await linksOf(id)).toBeGreaterThan(0);
  await holder.query('rollback');
  holder.release();
  up = await start();

  expect(await ask(`/rest/discipline/${id}/`)).toMatchObject({ status: 404 });
  await eventually(
    async () => {
      const { body } = await ask(`/rest/deletions/?object_id=${id}`);
      expect(body.results).toEqual([
        expect.objectContaining({ state: 'ended', done: count, total: count, failure: null }),
      ]);
    },
    { timeoutMs: 60_000 },
  );
  expect(await linksOf(id)).toBe(0);
});
