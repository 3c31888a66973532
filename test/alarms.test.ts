import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { alarms, services } from '../scripts/alarms/alarms.ts';
import { showDashboard, showRules, showRunbook } from '../scripts/alarms/show-alarms.ts';
import { repositoryRoot } from './support/start-demo.ts';

const read = (file: string) => readFile(path.join(repositoryRoot, file), 'utf8');

test('Each alarm has its line in the operator guide, and each line its alarm (npm run alarms)', async () => {
  const guide = await read('docs/operator-guide.md');

  expect(guide).toBe(showRunbook(guide));
  const [, table = ''] = /<!-- alarms -->(.*?)<!-- end -->/s.exec(guide) ?? [];
  const lines = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(lines).toEqual(alarms.map(({ name }) => name));
  expect(new Set(lines).size).toBe(lines.length);
});

test.each(services)('Rules and dashboard of %s are those of the table (npm run alarms)', async (service) => {
  expect(await read(`docker/observability/${service}.rules.yml`)).toBe(showRules(service));
  expect(await read(`docker/observability/${service}.dashboard.json`)).toBe(showDashboard(service));
});
