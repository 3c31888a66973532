import { countWaiting, eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { useRestartedService } from '../../support/restarted-service.ts';

const count = 12_000;
const service = useRestartedService();

/** Begins what is done in the background. @returns the path of its run */
async function begin(path: string, body?: string): Promise<string> {
  const asked = body === undefined ? service.root.get(path) : service.root.post(path).send(body);
  const headers = { Prefer: 'respond-async', 'Content-Type': 'application/x-ndjson' };
  const answer = await asked.set(headers).expect(202);
  return new URL(String(answer.headers.location)).pathname;
}

async function over(run: string) {
  return eventually(
    async () => {
      const { body } = await service.root.get(run).expect(200);
      expect(['ended', 'failed', 'cancelled']).toContain(body.state);
      return body;
    },
    { timeoutMs: 60_000 },
  );
}

/** Lines of folders, which have no natural key: a line that is written twice makes another. */
const linesNamed = (name: string) =>
  Array.from({ length: count }, (_, n) =>
    JSON.stringify({ resource: 'folders', name: `${name} ${n}`, owner: 'root' }),
  ).join('\n');

async function one(statement: string): Promise<number> {
  const { rows } = await service.sql.query<{ n: number }>(`select (${statement})::int as n`);
  return rows[0]?.n ?? 0;
}

const foldersNamed = (name: string) => one(`select count(*) from folders where name like '${name} %'`);

test('An import line by line whose process is killed goes on behind what was written, and writes no line twice', async () => {
  const run = await begin('/rest/import/?write=lines', linesNamed('killed'));
  await eventually(async () => expect(await one('select count(*) from run_pieces')).toBeGreaterThan(2));

  await service.up.kill('SIGKILL');

  expect(await foldersNamed('killed')).toBeLessThan(count);
  await service.start();
  expect(await over(run)).toMatchObject({
    state: 'ended',
    report: { written: true, lines: count, created: count, refused: 0 },
  });
  expect(await foldersNamed('killed')).toBe(count);
  expect(await one('select count(*) from run_pieces')).toBe(0);
});

test('An import of all or nothing whose process is killed in the middle begins again, and writes each line once', async () => {
  const holder = await service.sql.connect();
  await holder.query('begin; lock table folders in share mode');
  const groups = Array.from({ length: 1000 }, (_, n) => `{"resource":"groups","name":"whole ${n}"}\n`).join(
    '',
  );
  const run = await begin('/rest/import/', groups + linesNamed('whole'));
  // The groups are written, and nobody sees them yet.
  await eventually(async () => (await countWaiting(service.sql)) === 1);

  await service.up.kill('SIGKILL');
  await holder.query('rollback');
  holder.release();

  expect(await one("select count(*) from groups where name like 'whole %'")).toBe(0);
  await service.start();
  expect(await over(run)).toMatchObject({
    state: 'ended',
    report: { written: true, lines: count + 1000, created: count + 1000, refused: 0 },
  });
  expect(await foldersNamed('whole')).toBe(count);
  expect(await one("select count(*) from groups where name like 'whole %'")).toBe(1000);
});

test('An export whose process is killed begins again, and has the bytes of one that was not', async () => {
  const holder = await service.sql.connect();
  await holder.query('begin; lock table folders in access exclusive mode');
  const run = await begin('/rest/export/?resource=folders');
  await eventually(async () =>
    expect(await one('select count(*) from runs where started_at is not null and ended_at is null')).toBe(1),
  );

  await service.up.kill('SIGKILL');
  await holder.query('rollback');
  holder.release();
  await service.start();

  const { state, result } = await over(run);
  expect(state).toBe('ended');
  const whole = await service.root.get('/rest/export/?resource=folders').expect(200);
  const again = await service.root.get(new URL(result).pathname).expect(200);
  expect(again.text).toBe(whole.text);
});

test('An import that is cancelled ends soon, and what it has written line by line stays', async () => {
  const run = await begin('/rest/import/?write=lines', linesNamed('cancelled'));
  await eventually(async () => expect(await one('select count(*) from run_pieces')).toBeGreaterThan(1));

  await service.root.post(`${run}cancel/`).expect(200);

  expect(await over(run)).toMatchObject({ state: 'cancelled', cancelled_by: 'root', report: null });
  const written = await foldersNamed('cancelled');
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(count);
  // Whoever works on it has left it: the next one is taken up, and nothing more of this is written.
  await over(await begin('/rest/export/?resource=types'));
  expect(await foldersNamed('cancelled')).toBe(written);
});

test('A process that is told to stop hands its runs to the next', async () => {
  const run = await begin('/rest/import/?write=lines', linesNamed('stopped'));
  await eventually(async () => expect(await one('select count(*) from run_pieces')).toBeGreaterThan(1));

  expect(await service.up.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  await service.start();

  expect(await over(run)).toMatchObject({ state: 'ended', report: { created: count } });
  expect(await foldersNamed('stopped')).toBe(count);
});
