/**
 * Export and import of videos with their parts, beside `copy` of the same rows. Not a test.
 *
 *     npm run bench:exchange -w apps/video-rest -- [--videos 100000]
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type Bench, runBenchmark, showTable, startDatabase } from '@campus/bench';
import { connect } from '@campus/database';
import { type Caller, exportLines, type GatherContext, importLines, readLines } from '@campus/rest';
import copy from 'pg-copy-streams';
import { openDatabase } from '../../src/data/open-database.ts';
import { openExchange } from '../../src/http/exchange/exchange.ts';
import type { Services } from '../../src/http/resources/services.ts';
import { fillDatabase, fillVideos } from '../fill-database.ts';

const usage = 'usage: npm run bench:exchange -w apps/video-rest -- [--videos n]\n';
const tables = ['videos', 'contributors', 'chapters', 'overlays'] as const;
const mebibyte = 2 ** 20;

/** How long something took, and how much memory of this process it needed beside what there was. */
interface Measured {
  seconds: number;
  mebibytes: number;
}

async function measure(work: () => Promise<unknown>): Promise<Measured> {
  globalThis.gc?.();
  const rest = process.memoryUsage.rss();
  let most = rest;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const begun = performance.now();
  try {
    await work();
    return { seconds: (performance.now() - begun) / 1000, mebibytes: (most - rest) / mebibyte };
  } finally {
    clearInterval(look);
  }
}

async function run(bench: Bench): Promise<string> {
  const { values } = parseArgs({ options: { videos: { type: 'string', default: '100000' } } });
  const count = Number(values.videos);
  const migrations = path.resolve(import.meta.dirname, '../../../../prisma/video-rest/migrations');
  const { url, folder } = await startDatabase({ name: 'exchange', migrations, ...bench });
  await fillDatabase(url);
  bench.say(`filling the database with ${count} videos`);
  await fillVideos(url, count);
  await fillParts(url);
  const lines = path.join(folder, 'all.jsonl');
  const exported = await exportOf(url, lines);
  bench.say(
    `exported in ${exported.own.seconds.toFixed(1)} s, copied in ${exported.bare.seconds.toFixed(1)} s`,
  );
  const imported = await importOf(url, { lines, folder });
  bench.say(
    `imported in ${imported.own.seconds.toFixed(1)} s, copied in ${imported.bare.seconds.toFixed(1)} s`,
  );
  const row = (name: string, { own, bare }: { own: Measured; bare: Measured }) => [
    name,
    `${own.seconds.toFixed(1)} s`,
    `${bare.seconds.toFixed(1)} s`,
    (bare.seconds / own.seconds).toFixed(2),
    `${own.mebibytes.toFixed(0)} MiB`,
  ];
  const headings = [`${count} videos`, 'service', 'copy', 'ratio', 'memory above rest'];
  return showTable(headings, [row('export', exported), row('import', imported)]);
}

async function fillParts(url: string): Promise<void> {
  await using client = await connect(url);
  await client.query(`
    insert into contributors (video_id, name, role) select id, 'Ada Martin ' || id % 900, 'author' from videos order by id;
    insert into chapters (video_id, title, start_seconds)
    select id, 'Part ' || n, n * 60 from videos, generate_series(1, 2) n order by id, n;
    insert into overlays (video_id, title, content) select id, 'Note', 'See the book' from videos where id % 4 = 0 order by id`);
  await client.query('vacuum analyze');
}

async function exportOf(url: string, file: string): Promise<{ own: Measured; bare: Measured }> {
  const bare = await measure(async () => {
    await using client = await connect(url);
    for (const table of tables) {
      const of = `copy (select row_to_json(t) from ${table} t order by id) to stdout`;
      await pipeline(client.query(copy.to(of)), createWriteStream(`${file}.bare`));
    }
  });
  const db = openDatabase(url, () => {});
  try {
    const { store, travelling } = openExchange({ db });
    const leaving = tables.map((path) => {
      const found = travelling.get(path);
      if (found === undefined) throw new Error(`${path} does not travel`);
      return { travelling: found, conditions: [] };
    });
    const all = [...travelling.values()].filter(({ isWritten }) => isWritten);
    const context = {
      services: {} as Services,
      language: 'en',
      timeZone: 'UTC',
      base: '',
      caller: root,
    } as const;
    const send = (some: typeof leaving, to: string) =>
      store.snapshot((rows) =>
        pipeline(
          Readable.from(exportLines(some, { format: 'jsonl', rows, context, gather })),
          createWriteStream(to),
        ),
      );
    const own = await measure(() => send(leaving, `${file}.own`));
    await send(
      all.map((one) => ({ travelling: one, conditions: [] })),
      file,
    );
    return { own, bare };
  } finally {
    await db.close();
  }
}

/** Both in one transaction that is taken back, once the rows are gone. */
async function importOf(
  url: string,
  { lines, folder }: { lines: string; folder: string },
): Promise<{ own: Measured; bare: Measured }> {
  await using client = await connect(url);
  await client.query(
    'update videos set encoding_id = null, latest_encoding_id = null; delete from encodings',
  );
  for (const table of tables)
    await pipeline(
      client.query(copy.to(`copy (select * from ${table} order by id) to stdout`)),
      createWriteStream(path.join(folder, table)),
    );
  await client.query('delete from videos');
  await client.query('vacuum full videos, contributors, chapters, overlays, video_words');
  await client.query('begin');
  const bare = await measure(async () => {
    for (const table of tables)
      await pipeline(
        createReadStream(path.join(folder, table)),
        client.query(copy.from(`copy ${table} from stdin`)),
      );
  });
  await client.query('rollback');
  await client.query('vacuum full videos, contributors, chapters, overlays, video_words');
  const db = openDatabase(url, () => {});
  try {
    const { store, travelling } = openExchange({ db });
    const importing = {
      ...{ store, travelling, services: {} as Services, caller: root, language: 'en' as const },
      ...{ timeZone: 'UTC', base: 'https://pod.example.org', requestHost: 'pod.example.org' },
    };
    const input = createReadStream(lines);
    const own = await measure(async () => {
      const report = await importLines(importing, readLines(input, 'jsonl'), {
        isAllOrNothing: true,
        isDryRun: false,
      });
      if (!report.written) throw new Error(JSON.stringify(report.problems.slice(0, 5)));
    });
    if (!input.closed) await once(input, 'close');
    return { own, bare };
  } finally {
    await db.close();
  }
}

const root: Caller = {
  ...{ id: 1, username: 'user1', address: undefined },
  ...{ isStaff: true, isSuperuser: true, scheme: 'token' },
};

/** A superuser is shown everything. */
const gather: GatherContext = {
  seen: async (_target, ids) => new Set(ids),
  shown: async () => new Map(),
};

await runBenchmark(usage, run);
