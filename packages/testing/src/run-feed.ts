import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { eventually } from './eventually.ts';

/** What a run came to. */
export interface FeedRun {
  /** Positions of all that happened, and what it was, in the order that the database has. */
  happened: string[];
  /** The same as each reader has it. */
  seen: string[][];
  /** Of readers. */
  kills: number;
  /** Of replicas, each of which another one has followed. */
  replaced: number;
  /** Transactions that were open for a while and committed behind younger ones. */
  late: number;
}

/** A replica as those who write and read reach it. */
interface Replica {
  url: string;
  kill(signal: 'SIGKILL'): Promise<unknown>;
}

/** A service whose feed is put to the proof. */
export interface FeedOfService<Process extends Replica> {
  sql: pg.Pool;
  /** Starts one more replica. */
  start(): Promise<Process>;
  /** Gives a writer something of its own to change; what it returns changes it at a replica. */
  prepare(replica: Process): Promise<(replica: Process) => Promise<unknown>>;
  /** Changes something in a transaction that is open. */
  changeLate(client: pg.PoolClient): Promise<unknown>;
  /** `node program [--stream] url file` follows the changes: a line of the file for each, with its cursor; killed, it goes on. */
  program: string;
  env: Record<string, string>;
  /** What a line says, as `happened` has it. */
  show(change: Record<string, string | number>): string;
  /** All that happened, by its position; null: some of it has no place yet. */
  happened(): Promise<string[] | null>;
}

/**
 * Writers change records at two replicas, while readers follow the changes at both, every other one by server-sent
 * events, and are killed (SIGKILL) at random; beside them transactions are held open and commit late.
 *
 * @param options.everySeconds  so often the older replica is killed (SIGKILL), and another one started
 */
export async function runFeed<Process extends Replica>(
  service: FeedOfService<Process>,
  options: { seconds: number; writers: number; readers: number; everySeconds?: number },
): Promise<FeedRun> {
  const { seconds, writers, everySeconds = seconds } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'feed-'));
  const up = [await service.start(), await service.start()];
  const at = (index: number) => up[index % up.length] as Process;
  const changes = await Promise.all(
    Array.from({ length: writers }, (_, index) => service.prepare(at(index))),
  );
  const ends = Date.now() + seconds * 1000;
  const isOver = () => Date.now() >= ends;
  const files = Array.from({ length: options.readers }, (_, index) => path.join(folder, `${index}.jsonl`));
  const readers = startReaders(service, { files, isOver, urlOf: (turn) => at(turn).url });
  let [replaced, late] = [0, 0];
  const replace = async () => {
    for (;;) {
      await sleep(Math.min(everySeconds * 1000, Math.max(0, ends - Date.now())));
      if (isOver()) return;
      const next = service.start();
      await up.shift()?.kill('SIGKILL');
      up.push(await next);
      replaced += 1;
    }
  };
  const changeLate = async () => {
    do {
      const client = await service.sql.connect();
      await client.query('begin');
      await service.changeLate(client);
      await sleep(200 + Math.random() * 1500);
      await client.query('commit');
      client.release();
      late += 1;
    } while (!isOver());
  };
  const write = async (change: (typeof changes)[number], first: number) => {
    for (let turn = first; !isOver(); turn += 1) {
      const replica = at(turn);
      // What was asked of one that is killed was done, or not.
      await change(replica).catch((error: unknown) => {
        if (up.includes(replica)) throw error;
      });
    }
  };
  try {
    await Promise.all([...changes.map(write), changeLate(), replace()]);
    const happened = await eventually(service.happened, { describe: 'all has its place' });
    const seen = () => files.map((file) => linesOf(file).map(service.show));
    await eventually(() => seen().every(({ length }) => length >= happened.length), {
      intervalMs: 250,
    });
    return { happened, seen: seen(), kills: readers.kills(), replaced, late };
  } finally {
    await readers.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Readers, each killed after a while and started again, which go on where they were; the last of each reads to the end. */
function startReaders(
  { program, env }: Pick<FeedOfService<Replica>, 'program' | 'env'>,
  { files, isOver, urlOf }: { files: string[]; isOver: () => boolean; urlOf: (turn: number) => string },
) {
  const isDone = new AbortController();
  const { signal } = isDone;
  let kills = 0;
  const read = async (file: string, index: number) => {
    const way = index % 2 === 0 ? [] : ['--stream'];
    for (let turn = index; !signal.aborted; turn += 1) {
      const child = spawn(process.execPath, [program, ...way, urlOf(turn), file], { env, stdio: 'ignore' });
      const exited = new Promise((resolve) => child.once('exit', resolve));
      const life = isOver() ? 600_000 : 400 + Math.random() * 2_500;
      await sleep(life, undefined, { signal }).catch(() => {});
      child.kill('SIGKILL');
      await exited;
      kills += 1;
    }
  };
  const reading = Promise.all(files.map(read));
  return {
    kills: () => kills,
    async stop() {
      isDone.abort();
      await reading;
    },
  };
}

function linesOf(file: string): Record<string, string>[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}
