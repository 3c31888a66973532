/**
 * How long owners wait for their encodings at a semester's start, in several orders: the queue is real, the work and the
 * clock are thought. Not a test.
 *
 *     node apps/video-rest/bench/queue/main.ts [--runs 10000] [--owners 300] [--workers 16] [--only <order>]
 *
 * It takes some minutes, and half an hour with the order that numbers all.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Bench, median, runBenchmark, showTable, startDatabase } from '@campus/bench';
import { connect } from '@campus/database';
import type pg from 'pg';
import { openDatabase } from '../../src/data/open-database.ts';
import { ordersOn } from './orders.ts';
import { type AskedRun, semester } from './semester.ts';
import { type Simulated, simulate } from './simulate.ts';

const usage =
  'usage: node apps/video-rest/bench/queue/main.ts [--runs n] [--owners n] [--workers n] [--only order]\n';
const migrations = path.resolve(import.meta.dirname, '../../../../prisma/video-rest/migrations');

async function run({ signal, closing, say }: Bench): Promise<string> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '10000' },
      owners: { type: 'string', default: '300' },
      workers: { type: 'string', default: '16' },
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  const asked = semester({ runs: Number(values.runs), owners: Number(values.owners), seed: 1 });
  const { url } = await startDatabase({ name: 'queue', migrations, closing, signal });
  await fill(url, asked);
  const db = openDatabase(url, (error) => say(error.message));
  closing.push(() => db.close());
  const rows: string[][] = [];
  for (const [name, claim] of Object.entries(ordersOn(db))) {
    if (values.only.length > 0 && !values.only.includes(name)) continue;
    say(name);
    await db.pool.query('truncate encodings cascade; update users set encode_turn_at = null');
    await addVideos(db.pool, asked);
    const simulated = await simulate(db.pool, { asked, workers: Number(values.workers), claim, signal });
    rows.push(rowOf(name, simulated, asked));
    say(rows.at(-1)?.join('  ') ?? '');
  }
  return showTable(headings, rows);
}

const headings = [
  'Order',
  'median',
  'p95',
  'longest',
  'one video: median',
  'p95',
  'longest',
  'largest owner: median',
  'all done',
  'deepest queue',
];

function rowOf(name: string, { fates, deepestQueue, endSeconds }: Simulated, asked: AskedRun[]) {
  const counts = new Map<number, number>();
  for (const { owner } of asked) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const waits = (of: (count: number) => boolean) =>
    fates.filter(({ owner }) => of(counts.get(owner) ?? 0)).map(({ waitSeconds }) => waitSeconds);
  const [all, single, largest] = [waits(() => true), waits((n) => n === 1), waits((n) => n === most)];
  return [
    name,
    ...[median(all), quantile(all, 0.95), quantile(all, 1)].map(spoken),
    ...[median(single), quantile(single, 0.95), quantile(single, 1)].map(spoken),
    spoken(median(largest)),
    spoken(endSeconds),
    String(deepestQueue),
  ];
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function spoken(seconds: number): string {
  if (seconds < 600) return `${(seconds / 60).toFixed(1)} min`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** Owners and the type of their videos; a crash may lose what is committed last, which nobody misses. */
async function fill(url: string, asked: AskedRun[]): Promise<void> {
  await using client = await connect(url);
  await client.query('alter role current_user set synchronous_commit = off');
  const owners = 1 + Math.max(...asked.map(({ owner }) => owner));
  await client.query(
    `insert into users (id, username) select 1000 + n, 'owner' || n from generate_series(0, $1::int - 1) n`,
    [owners],
  );
  await client.query(`insert into video_types (id, title_en) values (1000, 'Semester')`);
}

/** The videos in the order of their runs, with ids from 1: truncating the runs has taken them along. */
async function addVideos(pool: pg.Pool, asked: AskedRun[]): Promise<void> {
  await pool.query(
    `insert into videos (id, slug, title, owner_id, type_id, main_lang, media_kind, duration_seconds, source_file)
     select n, lpad(n::text, greatest(4, length(n::text)), '0') || '-lecture', 'Lecture', 1000 + owner, 1000, 'fr', 'video',
       3600, 'source-1.mp4'
     from unnest($1::int[]) with ordinality as t (owner, n)`,
    [asked.map(({ owner }) => owner)],
  );
  await pool.query('analyze videos, users, encodings');
}

await runBenchmark(usage, run);
