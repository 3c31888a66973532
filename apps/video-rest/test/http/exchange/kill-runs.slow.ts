import { countWaiting, eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { useKilledRuns } from '../../support/killed-runs.ts';

const { count, service, begin, over, linesNamed, one, foldersNamed } = useKilledRuns();

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

test('A process that is told to stop hands its runs to the next', async () => {
  const run = await begin('/rest/import/?write=lines', linesNamed('stopped'));
  await eventually(async () => expect(await one('select count(*) from run_pieces')).toBeGreaterThan(1));

  expect(await service.up.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  await service.start();

  expect(await over(run)).toMatchObject({ state: 'ended', report: { created: count } });
  expect(await foldersNamed('stopped')).toBe(count);
});
