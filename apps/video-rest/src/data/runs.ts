import { type Queryable, sql } from '@campus/database';
import type { Run as RunRow } from '../../generated/client.ts';

/** An export or an import in the background. */
export interface Run extends Omit<RunRow, 'total' | 'done' | 'resultBytes' | 'keyHash' | 'fingerprint'> {
  total: number;
  done: number;
  resultBytes: number | null;
}

/** A request as its caller names it: SHA-256 of its `Idempotency-Key`, and of what it asks for. */
export interface RunKey {
  keyHash: string;
  fingerprint: string;
}

export type NewRun = Pick<Run, 'kind' | 'actor' | 'asked' | 'createdAt'> &
  Partial<Pick<Run, 'file' | 'total'>> & { key: RunKey | undefined };

/** Adds one; null when there is one of this key. Whoever adds one of the same key meanwhile is waited for. */
export async function addRun(
  tx: Queryable,
  { kind, actor, asked, createdAt, file = null, total = 0, key }: NewRun,
): Promise<number | null> {
  const added = await sql<{ id: number }>`
    insert into runs (kind, actor, asked, created_at, file, total, key_hash, fingerprint)
    values (${kind}::run_kind, ${actor}, ${asked}, ${createdAt}, ${file}, ${total}, ${key?.keyHash ?? null},
      ${key?.fingerprint ?? null})
    on conflict (actor, key_hash) do nothing returning id`.row(tx);
  return added?.id ?? null;
}

/** What was asked for under a key; null when nothing was since an instant. */
export async function findRepeated(
  db: Queryable,
  { actor, keyHash, since }: Pick<Run, 'actor'> & Pick<RunKey, 'keyHash'> & { since: Date },
): Promise<{ id: number; fingerprint: string } | null> {
  await sql`update runs set key_hash = null where actor = ${actor} and created_at < ${since} and key_hash is not null`.run(
    db,
  );
  return sql<{ id: number; fingerprint: string }>`
    select id, fingerprint from runs where actor = ${actor} and key_hash = ${keyHash}`.row(db);
}

const columns = sql`
  id, kind::text, actor, asked, file, total::float8, done::float8, result_bytes::float8, report, failure,
  failure_status, tries,
  created_at, started_at, ended_at, cancelled_by`;

export function findRun(db: Queryable, id: number): Promise<Run | null> {
  return sql<Run>`select ${columns} from runs where id = ${id}`.row(db);
}

/** Those of somebody, the newest first. */
export function findRunsOf(
  db: Queryable,
  actor: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<Run[]> {
  return sql<Run>`
    select ${columns} from runs where actor = ${actor} order by id desc offset ${offset} limit ${limit}`.rows(
    db,
  );
}

/** Takes away the lines that a dry run has kept; null when it has none. */
export function takeLines(tx: Queryable, id: number): Promise<Pick<NewRun, 'file' | 'total'> | null> {
  return sql<{ file: string; total: number }>`
    update runs set result_bytes = null where id = ${id} and kind = 'import' and result_bytes is not null
    returning file, total::float8`.row(tx);
}

/** Takes one up, or goes on with it, which is another try; null when it is over. @param file  where the result of an export goes */
export function takeRun(
  db: Queryable,
  id: number,
  { at, file }: { at: Date; file: string },
): Promise<Run | null> {
  return sql<Run>`
    update runs set started_at = coalesce(started_at, ${at}), tries = tries + 1,
      file = case kind when 'export' then ${file} else file end
    where id = ${id} and ended_at is null returning ${columns}`.row(db);
}

/** Lets others go on with one: that it was taken up counts as no try. */
export async function handBack(db: Queryable, id: number): Promise<void> {
  await sql`update runs set tries = tries - 1 where id = ${id} and tries > 0`.run(db);
}

/** Notes how far one is; false when it is over. */
export async function noteProgress(
  db: Queryable,
  { id, total, done }: Pick<Run, 'id' | 'total' | 'done'>,
): Promise<boolean> {
  const count = await sql`
    update runs set total = ${total}, done = ${done} where id = ${id} and ended_at is null`.run(db);
  return count === 1;
}

/** Whether one waits that nobody has taken up. */
export async function othersWait(db: Queryable): Promise<boolean> {
  const waiting = await sql`select 1 from runs where started_at is null and ended_at is null limit 1`.rows(
    db,
  );
  return waiting.length > 0;
}

/** What somebody has of a run at its end. */
export type RunEnd = Partial<Pick<Run, 'total' | 'report' | 'resultBytes' | 'failure' | 'failureStatus'>>;

/**
 * Ends one, with what came of it; false when it was over, or somebody else has taken up the export meanwhile. One that has
 * failed may be asked for by the same key again.
 */
export async function endRun(
  db: Queryable,
  { id, file }: Pick<Run, 'id' | 'file'>,
  {
    at,
    total,
    report = null,
    resultBytes = null,
    failure = null,
    failureStatus = null,
  }: RunEnd & { at: Date },
): Promise<boolean> {
  const count = await sql`
    with gone as (delete from run_pieces where run_id = ${id})
    update runs set ended_at = ${at}, report = ${report}, result_bytes = ${resultBytes}, failure = ${failure},
      failure_status = ${failureStatus},
      total = coalesce(${total ?? null}::bigint, total),
      done = case when ${failure}::text is null then coalesce(${total ?? null}::bigint, total) else done end,
      key_hash = case when ${failure}::text is null then key_hash end
    where id = ${id} and ended_at is null and file is not distinct from ${file}`.run(db);
  return count === 1;
}

/** Notes a piece of one that is written, within its transaction; false when it is over, or somebody else has written that piece. */
export async function addPiece(
  tx: Queryable,
  id: number,
  { position, piece }: { position: number; piece: string },
): Promise<boolean> {
  const count = await sql`
    with run as (update runs set tries = 0 where id = ${id} and ended_at is null returning id)
    insert into run_pieces (run_id, position, piece) select id, ${position}, ${piece} from run
    on conflict do nothing`.run(tx);
  return count === 1;
}

export async function piecesOf(db: Queryable, id: number): Promise<string[]> {
  const pieces = await sql<{ piece: string }>`
    select piece from run_pieces where run_id = ${id} order by position`.rows(db);
  return pieces.map(({ piece }) => piece);
}

/** Lets go of the results that ended before an instant, and of all but the newest of each who asked. */
export async function letResultsGo(
  db: Queryable,
  { before, newest }: { before: Date; newest: number },
): Promise<void> {
  await sql`
    update runs r set result_bytes = null
    where result_bytes is not null and (ended_at < ${before} or ${newest}::int <=
      (select count(*) from runs l where l.actor = r.actor and l.result_bytes is not null and l.id > r.id))`.run(
    db,
  );
}
