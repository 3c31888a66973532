import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { useKilledRuns } from '../../support/killed-runs.ts';

const { count, service, begin, over, linesNamed, one, foldersNamed } = useKilledRuns();

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
