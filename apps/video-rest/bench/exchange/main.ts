/**
 * Export and import of videos with their parts, beside `copy` of the same rows with the same members. Not a test.
 *
 *     npm run bench:exchange -w apps/video-rest -- [--videos 100000] [--rounds 5]
 */
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import {
  type Bench,
  busyTime,
  median,
  postmasterOf,
  runBenchmark,
  showTable,
  startDatabase,
} from '@campus/bench';
import { connect } from '@campus/database';
import { type Caller, exportLines, type GatherContext, importLines, readLines } from '@campus/rest';
import copy from 'pg-copy-streams';
import { openDatabase } from '../../src/data/open-database.ts';
import { openExchange } from '../../src/http/exchange/exchange.ts';
import type { Services } from '../../src/http/resources/services.ts';
import { fillDatabase, fillVideos } from '../fill-database.ts';
import { bareLines, copiedTables } from './bare-lines.ts';

const usage = 'usage: npm run bench:exchange -w apps/video-rest -- [--videos n] [--rounds n]\n';
const mebibyte = 2 ** 20;

/** How long something took, by the clock and of processors, and the most memory that this process had meanwhile. */
interface Measured {
  seconds: number;
  /** Of this process, and of PostgreSQL. */
  own: number;
  database: number;
  bytes: number;
}

type Round = Record<'service' | 'copy', Measured>;

type Measure = (work: () => Promise<unknown>) => Promise<Measured>;

function measuring(postmaster: number): Measure {
  return async (work) => {
    globalThis.gc?.();
    let bytes = 0;
    const look = setInterval(() => {
      bytes = Math.max(bytes, process.memoryUsage.rss());
    }, 20);
    const [own, database, begun] = [process.cpuUsage(), await busyTime(postmaster), performance.now()];
    try {
      await work();
      const seconds = (performance.now() - begun) / 1000;
      const { user, system } = process.cpuUsage(own);
      const busy = ((await busyTime(postmaster)) - database) / 1000;
      return { seconds, own: (user + system) / 1e6, database: busy, bytes };
    } finally {
      clearInterval(look);
    }
  };
}

async function run(bench: Bench): Promise<string> {
  const { values } = parseArgs({
    options: { videos: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '5' } },
  });
  const [count, rounds] = [Number(values.videos), Number(values.rounds)];
  const migrations = path.resolve(import.meta.dirname, '../../../../prisma/video-rest/migrations');
  const { url, adminUrl, folder } = await startDatabase({ name: 'exchange', migrations, ...bench });
  await fillDatabase(url);
  await using admin = await connect(adminUrl);
  const another = async (name: string) => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`create database ${name} template bench`);
    return Object.assign(new URL(url), { pathname: `/${name}` }).href;
  };
  bench.say(`filling the database with ${count} videos`);
  const filled = await another('filled');
  await fillVideos(filled, count);
  await fillParts(filled);
  const measure = measuring(await postmasterOf(adminUrl));
  const file = (name: string) => path.join(folder, name);
  await copyRows(filled, file);
  await exportTo(filled, file('all'));
  await exportTo(filled, file('own'), copiedTables);
  await copyLines(filled, file('bare'));
  await requireSame([file('own'), file('bare')]);
  // Modules and what they hold are there, and what an import needs at any time.
  await importFrom(await another('round'), file('all'), { isDryRun: true });
  globalThis.gc?.();
  const rest = process.memoryUsage.rss();
  const sides = {
    export: {
      service: (of: string) => () => exportTo(of, file('own'), copiedTables),
      copy: (of: string) => () => copyLines(of, file('bare')),
    },
    import: {
      service: (of: string) => () => importFrom(of, file('all')),
      copy: (of: string) => () => copyIn(of, file),
    },
  };
  const rows: string[][] = [];
  for (const [name, { service, copy: bare }] of Object.entries(sides)) {
    const place = () => (name === 'export' ? filled : another('round'));
    const measured: Round[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      bench.signal.throwIfAborted();
      measured.push({
        service: await measure(service(await place())),
        copy: await measure(bare(await place())),
      });
      bench.say(`${name}, round ${round}: ${JSON.stringify(measured.at(-1))}`);
    }
    rows.push(rowOf(name, measured, { count, rest }));
  }
  return showTable(headings(count), rows);
}

const headings = (count: number) => [
  `${count} videos`,
  ...['service', 'copy', 'ratio', 'service cpu', 'copy cpu', 'ratio', 'cpu a video', 'memory above rest'],
];

function rowOf(name: string, rounds: Round[], { count, rest }: { count: number; rest: number }): string[] {
  const middle = (of: (round: Round) => number) => median(rounds.map(of));
  const busy = ({ own, database }: Measured) => own + database;
  const cpu = (side: keyof Round) =>
    `${middle((one) => one[side].own).toFixed(2)} + ${middle((one) => one[side].database).toFixed(2)} s`;
  const most = Math.max(...rounds.map(({ service }) => service.bytes)) - rest;
  return [
    name,
    `${middle(({ service }) => service.seconds).toFixed(1)} s`,
    `${middle((one) => one.copy.seconds).toFixed(1)} s`,
    middle((one) => one.copy.seconds / one.service.seconds).toFixed(2),
    cpu('service'),
    cpu('copy'),
    middle((one) => busy(one.copy) / busy(one.service)).toFixed(2),
    `${((middle(({ service }) => busy(service)) / count) * 1000).toFixed(3)} ms`,
    `${(most / mebibyte).toFixed(0)} MiB`,
  ];
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

async function copyLines(url: string, file: string): Promise<void> {
  await using client = await connect(url);
  for (const [place, table] of copiedTables.entries())
    await pipeline(
      client.query(copy.to(`copy (${bareLines(table)}) to stdout`)),
      createWriteStream(file, { flags: place === 0 ? 'w' : 'a' }),
    );
}

/** All that can be imported, or some of it. */
async function exportTo(url: string, file: string, paths?: readonly string[]): Promise<void> {
  const db = openDatabase(url, () => {});
  try {
    const { store, travelling } = openExchange({ db });
    const leaving = [...travelling.values()]
      .filter(({ resource, isWritten }) => paths?.includes(resource.path) ?? isWritten)
      .map((one) => ({ travelling: one, conditions: [] }));
    const services = {} as Services;
    const context = { services, language: 'en', timeZone: 'UTC', base: '', caller: root } as const;
    await store.snapshot((rows) =>
      pipeline(
        Readable.from(exportLines(leaving, { format: 'jsonl', rows, context, gather })),
        createWriteStream(file),
      ),
    );
  } finally {
    await db.close();
  }
}

/** Both have written the same: of some of the lines all is compared. */
async function requireSame(paths: readonly [own: string, bare: string]): Promise<void> {
  const [own, bare] = await Promise.all(
    paths.map(async (file) => {
      const some: string[] = [];
      let number = 0;
      for await (const line of createInterface(createReadStream(file)))
        if (number++ % 499 === 0) some.push(JSON.stringify(JSON.parse(line.replaceAll('\\\\', '\\'))));
      return [...some, `${number} lines`].join('\n');
    }),
  );
  if (own !== bare) throw new Error('copy and the service have not written the same');
}

/** The rows as an import makes them: runs of the encoder do not travel. */
async function copyRows(url: string, file: (name: string) => string): Promise<void> {
  await using client = await connect(url);
  await client.query('create temporary table rows as select * from videos order by id');
  await client.query('update rows set encoding_id = null, latest_encoding_id = null');
  for (const table of copiedTables)
    await pipeline(
      client.query(
        copy.to(`copy (select * from ${table === 'videos' ? 'rows' : table} order by id) to stdout`),
      ),
      createWriteStream(file(table)),
    );
}

async function copyIn(url: string, file: (name: string) => string): Promise<void> {
  await using client = await connect(url);
  await client.query('begin');
  for (const table of copiedTables)
    await pipeline(createReadStream(file(table)), client.query(copy.from(`copy ${table} from stdin`)));
  await client.query('commit');
}

async function importFrom(url: string, file: string, { isDryRun = false } = {}): Promise<void> {
  const db = openDatabase(url, () => {});
  try {
    const { store, travelling } = openExchange({ db });
    const importing = {
      ...{ store, travelling, services: {} as Services, caller: root, language: 'en' as const },
      ...{ timeZone: 'UTC', base: 'https://pod.example.org', requestHost: 'pod.example.org' },
    };
    const lines = readLines(createReadStream(file, isDryRun ? { end: 100_000 } : {}), 'jsonl');
    const report = await importLines(importing, lines, { isAllOrNothing: true, isDryRun });
    if (!isDryRun && !report.written) throw new Error(JSON.stringify(report.problems.slice(0, 5)));
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
