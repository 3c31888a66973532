import type pg from 'pg';
import type { AskedRun } from './semester.ts';

/** Takes up the run that is next, at this instant, and gives its id; null: none may be. */
export type Claim = (now: Date, ticket: number) => Promise<number | null>;

/** How one run fared. */
export interface Fate {
  owner: number;
  waitSeconds: number;
}

export interface Simulated {
  fates: Fate[];
  deepestQueue: number;
  /** When the last is done. */
  endSeconds: number;
}

const begin = Date.parse('2026-09-07T06:00:00Z');
const at = (seconds: number) => new Date(begin + seconds * 1000);

/**
 * Workers that take up the runs of a semester from a real queue; only their work and the clock are thought. Videos have
 * the ids 1 and up, in the order of `asked`, and the queue is empty.
 */
export async function simulate(
  pool: pg.Pool,
  {
    asked,
    workers,
    claim,
    signal,
  }: { asked: AskedRun[]; workers: number; claim: Claim; signal: AbortSignal },
): Promise<Simulated> {
  const runs = new Map<number, AskedRun>();
  const atWork: { id: number; endsAt: number }[] = [];
  const result: Simulated = { fates: [], deepestQueue: 0, endSeconds: 0 };
  let next = 0;
  let ticket = 0;
  while (next < asked.length || atWork.length > 0) {
    signal.throwIfAborted();
    const arrival = asked[next];
    const first = atWork[0];
    const now = Math.min(
      arrival?.requestedAt ?? Number.POSITIVE_INFINITY,
      first?.endsAt ?? Number.POSITIVE_INFINITY,
    );
    if (arrival !== undefined && arrival.requestedAt === now) {
      next += 1;
      runs.set(await ask(pool, { videoId: next, now: at(now) }), arrival);
      result.deepestQueue = Math.max(result.deepestQueue, runs.size);
    } else if (first !== undefined) {
      atWork.shift();
      await pool.query(`update encodings set state = 'failed', finished_at = $2 where id = $1`, [
        first.id,
        at(now),
      ]);
      result.endSeconds = now;
    }
    while (atWork.length < workers && runs.size > 0) {
      ticket += 1;
      const id = await claim(at(now), ticket);
      const run = id === null ? undefined : runs.get(id);
      if (id === null || run === undefined) break;
      runs.delete(id);
      result.fates.push({ owner: run.owner, waitSeconds: now - run.requestedAt });
      atWork.push({ id, endsAt: now + run.workSeconds });
      atWork.sort((one, other) => one.endsAt - other.endsAt);
    }
  }
  return result;
}

async function ask(pool: pg.Pool, { videoId, now }: { videoId: number; now: Date }): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'insert into encodings (video_id, requested_at) values ($1, $2) returning id',
    [videoId, now],
  );
  return Number(rows[0]?.id);
}
