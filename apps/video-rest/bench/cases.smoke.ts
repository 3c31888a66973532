import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compareAnswers, type RunningServer, statementsOf } from '@campus/bench';
import { createTestDatabase, eventually, watchStatements } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { requestCases } from './cases.ts';
import { fillDatabase, fillVideos } from './fill-database.ts';
import { startBare, startService } from './start-servers.ts';

const videos = 300;
const cases = requestCases({ few: videos, many: videos });
const sent: string[] = [];
const closing: (() => unknown)[] = [];
let servers: { service: RunningServer; bare: RunningServer };

beforeAll(async () => {
  const { url: databaseUrl, drop } = await createTestDatabase('video-rest');
  closing.push(drop);
  await fillDatabase(databaseUrl);
  const folder = await mkdtemp(path.join(tmpdir(), 'video-rest-smoke-'));
  closing.push(() => rm(folder, { recursive: true }));
  const watch = await watchStatements(databaseUrl, sent, { keepsCallers: true });
  closing.push(watch.stop);
  const place = { folder, searchPath: process.env.PATH ?? '', profileFolder: undefined };
  const service = await startService({ ...place, databaseUrl: watch.url });
  closing.push(service.stop);
  const bare = await startBare({ ...place, databaseUrl });
  closing.push(bare.stop);
  // Once the service runs: it would not start on videos without their files.
  await fillVideos(databaseUrl, videos);
  servers = { service, bare };
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

test.each(cases.filter(({ sameAnswer }) => sameAnswer))(
  '$name is answered as the bare server answers it',
  async (requestCase) => {
    await compareAnswers(requestCase, servers);
  },
);

test.each(cases)('$name takes at most $statements statements', async (requestCase) => {
  // Who calls is looked up anew where a busy machine takes long between two requests.
  await eventually(
    async () => {
      const statements = await statementsOf(requestCase, { url: servers.service.url, sent });
      expect(statements.slice(requestCase.statements)).toEqual([]);
    },
    { timeoutMs: 20_000 },
  );
});
