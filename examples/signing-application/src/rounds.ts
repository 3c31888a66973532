/**
 * Remembers what was asked for, so that the same request is never worked on twice.
 *
 * The institution promises to call at least once: after a lost answer it calls again. An application that
 * started a second circuit then would write to the signatories twice.
 *
 * Kept in memory, which is enough for trying out. A real application keeps this in its database, and writes it
 * there before it answers.
 */
import { randomUUID } from 'node:crypto';
import { type DocumentRef, showRef } from './document.ts';

interface Round extends DocumentRef {
  /** What the webhook call is answered with; the institution shows it to its staff. */
  reference: string;
  state: 'under way' | 'done' | 'failed';
  startedAt: Date;
  /** Why it failed. */
  problem?: string;
}

export interface Rounds {
  /**
   * Starts the work, unless it is under way or done for this very call; answers with the round either way, at
   * once. A new call for a document that is under way supersedes that: it is interrupted, and the new round
   * begins when it has ended.
   *
   * @param deliveryId  the same for each repetition of one call, another one for a new round of signing
   */
  begin(ref: DocumentRef, deliveryId: string | undefined): Round;
  /** The latest round of each document, in the order of their first call. */
  list(): Round[];
  /** Interrupts what is under way; resolves when nothing works any more. */
  stop(): Promise<void>;
}

interface Work {
  round: Round;
  interrupt: AbortController;
  ended: Promise<void>;
}

const stopping = 'The signing application is stopping';

/** @param work  what a round consists of; a rejection makes it a failed one */
export function createRounds(work: (round: Round, signal: AbortSignal) => Promise<void>): Rounds {
  const latest = new Map<string, Work>();
  const byDelivery = new Map<string, Round>();
  let isStopping = false;

  async function run(round: Round, before: Work | undefined, signal: AbortSignal): Promise<void> {
    await before?.ended;
    try {
      signal.throwIfAborted();
      await work(round, signal);
      round.state = 'done';
    } catch (error) {
      round.state = 'failed';
      round.problem = error instanceof Error ? error.message : String(error);
    }
  }

  return {
    begin(ref, deliveryId) {
      const before = latest.get(showRef(ref));
      const same = deliveryId === undefined ? before?.round : byDelivery.get(deliveryId);
      if (same?.state === 'under way' || (deliveryId !== undefined && same?.state === 'done')) return same;
      before?.interrupt.abort(new Error('A new call for this document supersedes this round'));
      const round: Round = {
        ...ref,
        reference: `SIGN-${randomUUID()}`,
        state: 'under way',
        startedAt: new Date(),
      };
      if (deliveryId !== undefined) byDelivery.set(deliveryId, round);
      const interrupt = new AbortController();
      if (isStopping) interrupt.abort(new Error(stopping));
      latest.set(showRef(ref), { round, interrupt, ended: run(round, before, interrupt.signal) });
      return round;
    },
    list: () => [...latest.values()].map(({ round }) => round),
    async stop() {
      isStopping = true;
      for (const { interrupt } of latest.values()) interrupt.abort(new Error(stopping));
      await Promise.all([...latest.values()].map(({ ended }) => ended));
    },
  };
}
