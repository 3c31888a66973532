import { Readable } from 'node:stream';
import { type Queryable, retryDeadlocks, type While } from '@campus/database';
import { keepDoing } from '@campus/feed';
import * as rest from '@campus/rest';
import type { Log } from '@campus/service';
import { findAccount } from '../data/accounts.ts';
import {
  addPiece,
  endRun,
  handBack,
  noteProgress,
  othersWait,
  piecesOf,
  type Run,
  type RunEnd,
  takeRun,
} from '../data/runs.ts';
import { openExchange } from '../http/exchange/exchange.ts';
import { refusals } from '../http/refusals.ts';
import type { Services } from '../http/resources/services.ts';
import { storesIn } from '../http/resources/stores-in.ts';
import { toleratedParameters } from '../http/resources/tolerated-parameters.ts';
import type { AskedExport, AskedImport } from '../runs/begin-run.ts';
import { runLimits, runs } from '../runs/runs.ts';
import { randomName } from '../storage/layout.ts';
import { StorageError } from '../storage/storage-error.ts';

type RunDeps = Services & { log: Log; explain: rest.Explain };

/** Of one import line by line, before others that nobody has taken up go first. */
const whileMs = 5_000;

/** So often a run is taken up that does not get on, after pauses of up to five minutes: for half an hour. */
const maxTries = 15;

/** How often it is noted how far a run is, and looked whether it is to go on. */
const lookEveryMs = 1_000;

/** Why work on a run ends before its end: it was cancelled, or others go first. */
class Left extends Error {
  readonly isForOthers: boolean;

  constructor(options: { isForOthers: boolean }) {
    super('the run is left');
    this.isForOthers = options.isForOthers;
  }
}

/** Does exports and imports in the background, until the queue stops. */
export function workOnRuns(deps: RunDeps): Promise<void> {
  const turns = { atATime: runLimits.atATime, whileMs };
  return runs.work(deps, turns, (id, turn) => workOnRun(deps, id, turn));
}

/** @returns whether anything is left */
async function workOnRun(deps: RunDeps, id: number, turn: While): Promise<boolean> {
  const { db, now } = deps;
  const run = await takeRun(db.pool, id, { at: now(), file: randomName() });
  if (run === null) return false;
  const end = (given: RunEnd) => endRun(db.pool, run, { at: now(), ...given });
  const { language } = JSON.parse(run.asked) as AskedExport | AskedImport;
  try {
    if (run.tries > maxTries) throw new rest.Refusal(refusals.run_without_end);
    const came = await whileLooking(deps, run, turn).catch(async (error: unknown) => {
      await discardResult(deps, run);
      throw error;
    });
    if (!(await end(came))) await discardResult(deps, run);
  } catch (error) {
    if (error instanceof Left || turn.signal.aborted) await handBack(db.pool, id);
    if (error instanceof Left) return error.isForOthers;
    if (turn.signal.aborted) throw error;
    const why = rest.expectedError(error, deps.explain, deps);
    // What is missing may come back.
    const isMissing = why instanceof rest.Refusal && why.status > 500;
    if (isMissing && run.tries < maxTries) throw error;
    const { status, detail, problems = {} } = rest.refused(isMissing ? givenUp(why) : why, language);
    const failure = detail ?? Object.values(problems).flat().join(' ');
    await end({ failure, failureStatus: status });
  }
  return false;
}

/** Removes what was written of an export, each time anew: others may need the room before the sweep comes. */
async function discardResult({ storage }: RunDeps, { kind, file }: Run): Promise<void> {
  if (kind === 'export') await storage.growing.remove(String(file)).catch(() => undefined);
}

/** What somebody is told when it has not come back. */
function givenUp({ status, cause }: rest.Refusal): rest.Refusal {
  if (status === 507) return new rest.Refusal(refusals.run_without_room);
  return new rest.Refusal(
    cause instanceof StorageError ? refusals.run_without_store : refusals.run_without_end,
  );
}

/** One that is worked on. */
interface Working {
  run: Run;
  caller: rest.Caller;
  /** Noted from time to time. */
  progress: { total: number; done: number };
  signal: AbortSignal;
}

/** Works on a run, and notes how far it is, until it is to be left. @throws Left, and what the work throws */
async function whileLooking(deps: RunDeps, run: Run, { signal, isOver }: While): Promise<RunEnd> {
  const { db, log } = deps;
  const leaving = new AbortController();
  const progress = { total: run.total, done: 0 };
  const mayWait = run.kind === 'import' && !(JSON.parse(run.asked) as AskedImport).isAllOrNothing;
  const look = async () => {
    if (!(await noteProgress(db.pool, { id: run.id, ...progress })))
      leaving.abort(new Left({ isForOthers: false }));
    else if (mayWait && isOver() && (await othersWait(db.pool)))
      leaving.abort(new Left({ isForOthers: true }));
  };
  const stopLooking = keepDoing(look, {
    ...{ everyMs: lookEveryMs, isAtOnce: true },
    onError: (error) => log.warn({ err: error, run: run.id }, 'progress cannot be noted'),
  });
  try {
    const caller = await callerOf(deps, run);
    const work = run.kind === 'export' ? writeResult : writeLines;
    return await work(deps, { run, caller, progress, signal: AbortSignal.any([signal, leaving.signal]) });
  } catch (error) {
    throw leaving.signal.aborted ? leaving.signal.reason : error;
  } finally {
    await stopLooking();
  }
}

/** Who has asked for it, with the rights of now. @throws Refusal  when they have none any more */
async function callerOf({ db }: RunDeps, { actor }: Run): Promise<rest.Caller> {
  const account = await findAccount(db.prisma, actor);
  if (account === null || !account.isActive) throw new rest.Refusal('permission_denied');
  const { id, username, isStaff, isSuperuser } = account;
  return { id, username, isStaff, isSuperuser, address: undefined, scheme: 'token' };
}

/** Writes the result of an export: it counts from when its length is noted. */
async function writeResult(deps: RunDeps, { run, caller, progress, signal }: Working): Promise<RunEnd> {
  const { language, base, query } = JSON.parse(run.asked) as AskedExport;
  const { timeZone } = deps;
  const { growing } = deps.storage;
  const engine = {
    ...{ services: deps, timeZone, toleratedParameters },
    ...{ storeOf: storesIn(deps), longAnswers: rest.createLongAnswers() },
  };
  const { store, travelling } = openExchange(deps);
  const asked = await rest.exportAsked(travelling, { engine, caller, language, base }, query);
  progress.total = await asked.count();
  const resultBytes = await store.snapshot(async (rows) => {
    const content = Readable.from(
      asked.lines(rows, (count) => {
        progress.done += count;
      }),
    );
    try {
      const piece = { name: String(run.file), at: 0, content, signal };
      const bytes = await growing.append({ ...piece, onDurable: () => growing.requireRoom(0) });
      if (content.errored !== null) throw content.errored;
      signal.throwIfAborted();
      return bytes;
    } finally {
      // What is being read when somebody cancels fails later, with nobody left to be told.
      content.on('error', () => {}).destroy();
    }
  });
  return { resultBytes, total: progress.done };
}

/** Writes the lines of an import: of all or nothing with the end of the run, line by line each piece with a note of it. */
async function writeLines(deps: RunDeps, { run, caller, progress, signal }: Working): Promise<RunEnd> {
  const { format, language, base, ...options } = JSON.parse(run.asked) as AskedImport;
  const { db, timeZone, storage, now, explain } = deps;
  const requestHost = new URL(base).hostname;
  const take = async () => {
    const before = (await piecesOf(db.pool, run.id)).map((piece) => JSON.parse(piece) as rest.ImportPiece);
    let position = before.length;
    let written: rest.ImportPiece | undefined;
    const note = async (tx: Queryable) => {
      if (written === undefined) return;
      const isNoted = options.isAllOrNothing
        ? await endRun(tx, run, { at: now(), report: JSON.stringify(written.report) })
        : await addPiece(tx, run.id, { position, piece: JSON.stringify(written) });
      if (!isNoted) throw new Left({ isForOthers: false });
      position += 1;
    };
    const { store, travelling } = openExchange(deps, { alongside: note });
    const content = run.total === 0 ? [] : await storage.growing.contentOf(String(run.file));
    progress.done = 0;
    const importing = {
      ...{ store, travelling, services: deps, caller, explain },
      ...{ language, timeZone, base, requestHost },
    };
    return rest.importLines(importing, rest.readLines(counted(content, progress), format), {
      ...options,
      ...{ before, signal },
      onPiece(piece) {
        written = piece;
      },
    });
  };
  const report = JSON.stringify(await retryDeadlocks(take));
  // Whoever has looked may want them imported.
  return { report, resultBytes: options.isDryRun ? run.total : null };
}

async function* counted(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  progress: { done: number },
): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    progress.done += bytes.length;
    yield bytes;
  }
}
