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

export interface Round extends DocumentRef {
  /** What the webhook call is answered with; the institution shows it to its staff. */
  reference: string;
  state: 'under way' | 'done' | 'failed';
  startedAt: Date;
  /** Why it failed. */
  problem?: string;
}

export interface Rounds {
  /**
   * Starts the work, unless it is under way for this document or was done for this very delivery; answers with
   * the round either way, at once.
   *
   * @param deliveryId  the same for each repetition of one call, another one for a new round of signing
   */
  begin(ref: DocumentRef, deliveryId: string | undefined): Round;
  /** The latest round of each document, in the order of their first call. */
  list(): Round[];
  /** Interrupts what is under way; resolves when nothing works any more. */
  stop(): Promise<void>;
}

/** @param work  what a round consists of; a rejection makes it a failed one */
export function createRounds(work: (round: Round, signal: AbortSignal) => Promise<void>): Rounds {
  const latest = new Map<string, Round>();
  const byDelivery = new Map<string, Round>();
  const working = new Set<Promise<void>>();
  const stopping = new AbortController();

  async function run(round: Round): Promise<void> {
    try {
      await work(round, stopping.signal);
      round.state = 'done';
    } catch (error) {
      round.state = 'failed';
      round.problem = error instanceof Error ? error.message : String(error);
    }
  }

  return {
    begin(ref, deliveryId) {
      const known = latest.get(showRef(ref));
      const delivered = deliveryId === undefined ? undefined : byDelivery.get(deliveryId);
      const same = known?.state === 'under way' ? known : delivered?.state === 'done' ? delivered : undefined;
      const round: Round = same ?? {
        ...ref,
        reference: `SIGN-${randomUUID()}`,
        state: 'under way',
        startedAt: new Date(),
      };
      if (deliveryId !== undefined) byDelivery.set(deliveryId, round);
      if (same !== undefined) return same;
      latest.set(showRef(ref), round);
      const running = run(round);
      working.add(running);
      void running.then(() => working.delete(running));
      return round;
    },
    list: () => [...latest.values()],
    async stop() {
      stopping.abort(new Error('The signing application is stopping'));
      await Promise.all(working);
    },
  };
}
