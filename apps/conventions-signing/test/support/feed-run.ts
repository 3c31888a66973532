import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmptyDatabase, eventually } from '@campus/testing';
import pg from 'pg';
import { makeDataDir, type ServiceProcess, startServiceProcess } from './process.ts';
import { givenDraft } from './records.ts';
import { managementToken } from './service.ts';

const consumer = path.resolve(import.meta.dirname, '../../../../examples/changes-consumer/consumer.ts');

/** What a run came to. */
export interface FeedRun {
  /** Positions of all that happened, and what it was, in the order of the ledger. */
  happened: string[];
  /** The same as each reader has it. */
  seen: string[][];
  kills: number;
  /** Transactions that were open for a while and committed behind younger ones. */
  late: number;
}

/**
 * Writers change records at two replicas, while readers follow the changes at both, every other one by server-sent
 * events, and are killed (SIGKILL) at random; beside them transactions are held open and commit late.
 */
export async function runFeed({
  seconds,
  writers,
  readers,
}: {
  seconds: number;
  writers: number;
  readers: number;
}): Promise<FeedRun> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const database = await createEmptyDatabase();
    closing.push(() => database.drop());
    const folder = await mkdtemp(path.join(tmpdir(), 'feed-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const start = async () => {
      const { dataDir, remove } = await makeDataDir();
      closing.push(remove);
      const replica = await startServiceProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
      closing.push(() => replica.kill('SIGKILL'));
      return replica;
    };
    const replicas = [await start(), await start()];
    const sql = new pg.Pool({ connectionString: database.url, max: 4 });
    closing.push(() => sql.end());
    return await follow({ replicas, sql, folder, seconds, writers, readers });
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function follow({
  replicas,
  sql,
  folder,
  seconds,
  writers,
  readers,
}: {
  replicas: ServiceProcess[];
  sql: pg.Pool;
  folder: string;
  seconds: number;
  writers: number;
  readers: number;
}): Promise<FeedRun> {
  const ends = Date.now() + seconds * 1000;
  const isOver = () => Date.now() >= ends;
  const replicaOf = (index: number) => replicas[index % replicas.length] as ServiceProcess;
  let kills = 0;
  let late = 0;

  const write = async (index: number) => {
    const { id } = await givenDraft(replicaOf(index));
    for (let n = index; !isOver(); n += 1) {
      const { institution } = replicaOf(n);
      await institution.post(`/api/conventions/${id}/signature`).expect(202);
      await institution.delete(`/api/conventions/${id}/signature`).expect(200);
    }
  };
  const writeLate = async () => {
    const { id } = await givenDraft(replicaOf(0));
    do {
      const client = await sql.connect();
      await client.query('begin');
      await client.query(
        `insert into history (signable_id, at, event, actor, detail)
         select id, now(), 'redelivered', 'service', '{}' from signables where kind = 'agreement' and number = $1`,
        [id],
      );
      await sleep(200 + Math.random() * 1500);
      await client.query('commit');
      client.release();
      late += 1;
    } while (!isOver());
  };
  const files = Array.from({ length: readers }, (_, index) => path.join(folder, `reader-${index}.jsonl`));
  const isDone = new AbortController();
  const read = async (file: string, index: number) => {
    const way = index % 2 === 0 ? [] : ['--stream'];
    for (let n = index; !isDone.signal.aborted; n += 1) {
      const child = spawn(process.execPath, [consumer, ...way, replicaOf(n).url, file], {
        env: { SIGNING_TOKEN: managementToken },
        stdio: 'ignore',
      });
      const exited = new Promise((resolve) => child.once('exit', resolve));
      // The last one is let read to the end.
      const life = isOver() ? 600_000 : 400 + Math.random() * 2_500;
      await sleep(life, undefined, { signal: isDone.signal }).catch(() => {});
      child.kill('SIGKILL');
      await exited;
      kills += 1;
    }
  };
  const reading = Promise.all(files.map(read));
  try {
    await Promise.all([...Array.from({ length: writers }, (_, index) => write(index)), writeLate()]);
    const happened = await eventually(() => allOf(sql), { describe: 'all is sealed' });
    const all = () => files.map(linesOf);
    await eventually(() => all().every((lines) => lines.length >= happened.length), {
      intervalMs: 250,
    });
    return { happened, seen: all(), kills, late };
  } finally {
    isDone.abort();
    await reading;
  }
}

/** All that happened; null: some of it is not sealed yet. */
async function allOf(sql: pg.Pool): Promise<string[] | null> {
  const { rows } = await sql.query<{ line: string; position: string | null }>(
    `select position, position || ' ' || event || ' ' || number as line from history order by position`,
  );
  return rows.every(({ position }) => position !== null) ? rows.map(({ line }) => line) : null;
}

function linesOf(file: string): string[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const { cursor, event, recordId } = JSON.parse(line);
    return `${cursor.split('-')[0]} ${event} ${recordId}`;
  });
}
