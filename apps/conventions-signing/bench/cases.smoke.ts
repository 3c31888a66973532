import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compareAnswers, type RunningServer, statementsOf } from '@campus/bench';
import { createTestDatabase, watchStatements } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { validPdf } from '../test/support/pdfs.ts';
import { benchCases } from './cases.ts';
import { fillDatabase } from './fill-database.ts';
import { recordsAmong } from './records.ts';
import { startBare, startService } from './start-servers.ts';
import { startSilentApplication } from './start-silent-application.ts';

const records = recordsAmong(2000);
const of200Kilobytes = await validPdf({ bytes: 200_000 });
const cases = benchCases({ records, of200Kilobytes });
const sent: string[] = [];
const closing: (() => unknown)[] = [];
let servers: { service: RunningServer; bare: RunningServer };

beforeAll(async () => {
  const { url: databaseUrl, drop } = await createTestDatabase('conventions-signing');
  closing.push(drop);
  const of5Megabytes = await validPdf({ bytes: 5_000_000 });
  await fillDatabase(databaseUrl, { records, of200Kilobytes, of5Megabytes });
  const folder = await mkdtemp(path.join(tmpdir(), 'conventions-signing-smoke-'));
  closing.push(() => rm(folder, { recursive: true }));
  const watch = await watchStatements(databaseUrl, sent);
  closing.push(watch.stop);
  const { url: webhookUrl, stop } = await startSilentApplication();
  closing.push(stop);
  const place = { folder, databaseUrl: watch.url, webhookUrl, profileFolder: undefined };
  const service = await startService(place);
  closing.push(service.stop);
  const bare = await startBare({ folder, databaseUrl });
  closing.push(bare.stop);
  servers = { service, bare };
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

test.each(cases.filter(({ sameAnswer }) => sameAnswer))(
  '$name is answered as the bare server answers it',
  async (benchCase) => {
    await compareAnswers(benchCase, servers);
  },
);

test.each(cases)('$name takes at most $statements statements', async (benchCase) => {
  const statements = await statementsOf(benchCase, { url: servers.service.url, sent });

  expect(statements.slice(benchCase.statements)).toEqual([]);
});
