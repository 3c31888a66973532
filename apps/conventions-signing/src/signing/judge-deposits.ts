import type { Jobs, Queue } from '@campus/jobs';
import { findUnjudged, type Judged, noteJudgement, type UnjudgedDeposit } from '../data/deposits.ts';
import { readDocument } from '../data/documents.ts';
import { inTransaction } from '../data/open-database.ts';
import { lockSignable } from '../data/signables.ts';
import { PdfError, type TrustRequest } from '../pdf/inspect.ts';
import { type Judgement, judgementRules } from '../trust/judgement.ts';
import type { TrustAnchors } from '../trust/trust-anchor.ts';
import type { DepositDeps } from './inspect-or-refuse.ts';

/** Deposits behind this one, by record and version. */
interface JudgingJob {
  signableId: number;
  version: number;
}

const queue: Queue<JudgingJob> = { name: 'judge-deposits', expireInSeconds: 300, atStop: 'hand back' };
const group = 'all';
const atOnce = 20;
const whileMs = 10_000;

/** What judging deposits works with. */
export type JudgingDeps = DepositDeps & { jobs: Jobs };

/** Judges, until the queue stops, what it is told to by `judgeAnew`. */
export function workOnJudging(deps: JudgingDeps): Promise<void> {
  return deps.jobs.work(queue, 1, async (after, signal) => {
    const trusted = deps.anchors();
    if (trusted === null) return;
    const next = await judgeBehind(deps, { trusted, after, signal });
    if (next !== null) await send(deps, next);
  });
}

/** Has every deposit judged that was not, or by other rules or anchors: in batches, in the background. */
export function judgeAnew(deps: Pick<JudgingDeps, 'db' | 'jobs'>): Promise<void> {
  return send(deps, { signableId: 0, version: 0 });
}

function send({ db, jobs }: Pick<JudgingDeps, 'db' | 'jobs'>, after: JudgingJob): Promise<void> {
  return inTransaction(db, (tx) => jobs.send(tx, queue, after, { group }));
}

/** Judges for a while, and tells where to go on; null when there is nothing left. */
async function judgeBehind(
  deps: JudgingDeps,
  { trusted, after, signal }: { trusted: TrustAnchors; after: JudgingJob; signal: AbortSignal },
): Promise<JudgingJob | null> {
  const by = judgeVersion(trusted);
  const until = Date.now() + whileMs;
  let last = after;
  while (Date.now() < until) {
    const deposits = await findUnjudged(deps.db.pool, { by, after: last, limit: atOnce });
    for (const deposit of deposits) {
      signal.throwIfAborted();
      const judgement = await judge(deps, trusted, deposit);
      await inTransaction(deps.db, async (tx) => {
        // First, as whoever changes a record has it: noting a judgement changes the record too.
        await lockSignable(tx, deposit.signable);
        noteJudgement(tx, deposit, { judgement, at: deps.now(), by });
      });
      last = { signableId: deposit.signableId, version: deposit.version };
    }
    if (deposits.length < atOnce) return null;
  }
  return last;
}

/** As it stood when it was deposited: that it was there then is known here, whatever it proves itself. */
async function judge(
  { db, inspector }: JudgingDeps,
  anchors: TrustAnchors,
  { document, depositedAt }: UnjudgedDeposit,
): Promise<Judgement> {
  const pieces: Buffer[] = [];
  for await (const piece of readDocument(db, document)) pieces.push(piece);
  try {
    const trust = { anchors, now: depositedAt };
    const facts = await inspector.inspect(Buffer.concat(pieces), { caller: queue.name, trust });
    return facts.judgement ?? unreadable;
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return unreadable;
  }
}

/** It was read when it came, and is not any more: by another version, on a smaller machine. */
const unreadable: Judgement = { status: 'indeterminate', items: [] };

/** By what something is judged: it is judged anew when this is another. */
function judgeVersion({ version }: TrustAnchors): string {
  return `${judgementRules}:${version}`;
}

/** What is kept of a judgement; null when nobody was asked. */
export function judgedBy(trust: TrustRequest | undefined, judgement: Judgement | null): Judged | null {
  if (trust === undefined || judgement === null) return null;
  return { judgement, at: trust.now, by: judgeVersion(trust.anchors) };
}
