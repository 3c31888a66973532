/**
 * Turns at something scarce: memory, a process, a core. So many at a time, a bounded queue for the others, and a
 * refusal at once for whoever finds it full. Callers take turns: one who asks a hundred times delays what
 * another asks by one piece of work, not by a hundred. It knows no HTTP, and each process keeps its own.
 *
 *     const turns = createTurns({ atATime: 2, waiting: 32, atATimePerCaller: 1, waitingPerCaller: 8 });
 *     const facts = await turns.run(tokenFingerprint, () => inspect(bytes));
 */
import { ExpectedError } from '@campus/config';

export interface TurnLimits {
  /** How much is under way at once, from 1. */
  atATime: number;
  /** How many may wait for their turn; 0: nobody. */
  waiting: number;
  /** How much of one caller is under way at once; absent: as much as of all. */
  atATimePerCaller?: number;
  /** How many of one caller may wait; absent: as many as of all. */
  waitingPerCaller?: number;
  /** What a refusal asks to wait, in seconds; absent: 1. */
  retryAfterSeconds?: number;
}

export interface Turns {
  /**
   * Does the work when its turn has come, and passes on what comes of it.
   *
   * @param caller   who uses it up: an account, the fingerprint of a token, an address
   * @param signal   gives up the place in the queue, with its reason; work that has begun is not touched
   * @throws BudgetSpentError  at once, when the queue is full: the caller's own, or that of all
   */
  run<Result>(
    caller: string,
    work: () => Promise<Result> | Result,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<Result>;
  /** How much is under way and waits: for figures. */
  load(): { running: number; waiting: number };
}

interface Caller {
  running: number;
  /** Each begins its work. */
  queue: (() => void)[];
}

const isIdle = ({ running, queue }: Caller) => running === 0 && queue.length === 0;

export function createTurns(limits: TurnLimits): Turns {
  const { atATime, waiting: maxWaiting, retryAfterSeconds = 1 } = limits;
  const { atATimePerCaller = atATime, waitingPerCaller = maxWaiting } = limits;
  // In the order in which their next turns come.
  const callers = new Map<string, Caller>();
  let running = 0;
  let waiting = 0;

  function callerOf(name: string): Caller {
    const known = callers.get(name) ?? { running: 0, queue: [] };
    callers.set(name, known);
    return known;
  }

  function beginNext(): void {
    while (running < atATime) {
      const next = [...callers].find(
        ([, { running: own, queue }]) => queue.length > 0 && own < atATimePerCaller,
      );
      if (next === undefined) return;
      const [name, caller] = next;
      callers.delete(name);
      callers.set(name, caller);
      caller.running += 1;
      running += 1;
      waiting -= 1;
      caller.queue.shift()?.();
    }
  }

  function refuseIfFull(name: string): void {
    const { running: own, queue } = callers.get(name) ?? { running: 0, queue: [] };
    if (running < atATime && own < atATimePerCaller) return;
    // Whose own budget is not spent is told so.
    if (own < atATimePerCaller && waiting >= maxWaiting)
      throw new BudgetSpentError('all', { retryAfterSeconds });
    if (queue.length >= waitingPerCaller) throw new BudgetSpentError('caller', { retryAfterSeconds });
    if (waiting >= maxWaiting) throw new BudgetSpentError('all', { retryAfterSeconds });
  }

  function turnOf(name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const caller = callerOf(name);
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        caller.queue.splice(caller.queue.indexOf(begin), 1);
        waiting -= 1;
        if (isIdle(caller)) callers.delete(name);
        reject(signal?.reason);
      };
      caller.queue.push(begin);
      waiting += 1;
      signal?.addEventListener('abort', leave, { once: true });
      beginNext();
    });
  }

  return {
    async run(name, work, { signal } = {}) {
      signal?.throwIfAborted();
      refuseIfFull(name);
      await turnOf(name, signal);
      try {
        return await work();
      } finally {
        const caller = callerOf(name);
        caller.running -= 1;
        running -= 1;
        if (isIdle(caller)) callers.delete(name);
        beginNext();
      }
    },
    load: () => ({ running, waiting }),
  };
}

/** Which budget it is: that of one caller (HTTP 429), that of all together, or the time that a request has (503). */
export type SpentBudget = 'caller' | 'all' | 'time';

/** What a person is told, by budget, in English and in French; `{wait}` stands for the seconds to wait. */
export const budgetMessages = {
  caller: [
    'You ask for too many of these at once or in a short time. Try again in {wait} s.',
    'Vous en demandez trop à la fois ou en peu de temps. Réessayez dans {wait} s.',
  ],
  all: [
    'Too many requests of this kind are under way at the moment. Try again in {wait} s.',
    'Trop de requêtes de ce type sont en cours pour le moment. Réessayez dans {wait} s.',
  ],
  time: [
    'This took too long and was ended. Ask for less, with a narrower filter or rarer words, or try again in {wait} s.',
    'Cela a pris trop de temps et a été arrêté. Demandez moins, par un filtre plus étroit ou des mots plus rares, ou réessayez dans {wait} s.',
  ],
} satisfies Record<SpentBudget, readonly [en: string, fr: string]>;

/** Something that requests use up is used up for now. Nothing was done; the same request may succeed later. */
export class BudgetSpentError extends ExpectedError {
  readonly budget: SpentBudget;
  /** 429 for one's own budget (RFC 6585 §4), 503 for the others (RFC 9110 §15.6.4). */
  readonly status: 429 | 503;
  /** When trying again makes sense, from 1 second. */
  readonly retryAfterSeconds: number;

  constructor(budget: SpentBudget, { retryAfterSeconds = 1 }: { retryAfterSeconds?: number } = {}) {
    super(budgetMessages[budget][0].replace('{wait}', String(retryAfterSeconds)));
    this.budget = budget;
    this.status = budget === 'caller' ? 429 : 503;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
