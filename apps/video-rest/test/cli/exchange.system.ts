import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runCli } from '../support/run-cli.ts';
import { useService } from '../support/service.ts';

const from = useService();
const into = useService();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'video-exchange-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('Given a running service, When everything is exported and imported into another by commands, Then that exports the same', async () => {
  await from.staff.client.post('/rest/groups/').send({ name: 'Physics' }).expect(201);
  const [file, again] = ['all.jsonl', 'again.jsonl'].map((name) => path.join(folder, name));
  const run = (program: 'export' | 'import', { databaseUrl }: typeof from, ...args: string[]) =>
    runCli(program, args, { env: { DATABASE_URL: databaseUrl } });

  const exported = await run('export', from, String(file));
  const nobody = await run('import', into, String(file), '--by', 'ada');
  const imported = await run('import', into, String(file), '--by', 'root');

  expect([exported.status, nobody.status]).toEqual([0, 1]);
  expect([imported.status, imported.lastLine]).toEqual([0, expect.stringContaining('0 refused.')]);
  await run('export', into, String(again));
  expect(await readFile(String(again), 'utf8')).toBe(await readFile(String(file), 'utf8'));
});
