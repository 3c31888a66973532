import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '@campus/config';
import type { Log } from '../log/create-log.ts';

/** What the processes of a service say to each other; see `createProcesses` and `joinProcesses`. */

/** What the first asks the others from time to time: their figures, and whether they are ready. */
export type Question = 'figures' | 'report';

/** From the first process. */
export type ToMember = { say: 'begin'; number: number; given: unknown } | { say: Question; id: number };

/** To the first process. */
export type FromMember =
  | { say: 'join' }
  | ({ say: 'ready' } & MemberReady)
  | { say: 'answer'; id: number; answer: unknown };

/** What a process tells of itself when it has come up. */
export interface MemberReady {
  url?: string | undefined;
  /** For the log of the whole. */
  ready: string;
}

/** The processes of a service beside this one, which has started them and does none of the work itself. */
interface Processes {
  /**
   * Starts them: first one alone, which says what is wrong with the whole, then the others side by side. From then on
   * each that ends is replaced.
   *
   * @param options.given  what `joinProcesses` gives to each
   * @throws ProcessStartError  when one ends before it is ready; the others are told to stop then
   */
  start(options: { count: number; given: unknown }): Promise<MemberReady>;
  /**
   * Asks those that are up, and waits a while for them: the answers by an id that no two processes have; undefined of
   * one that does not answer, and is there all the same.
   */
  ask<Answer>(question: Question): Promise<Map<number, Answer | undefined>>;
  /** Whether the process with this id is still there. */
  isThere(id: number): boolean;
  /** Tells all to stop, and resolves when they have ended. @throws when one did not end in order */
  stop(): Promise<void>;
}

/** One of several processes has ended before it was ready; it has said why itself. */
class ProcessStartError extends OperatorError {}

const answerWithinMs = 6_000;

/** One that lived shorter than this counts as a quick end. */
const quickMs = 60_000;
const firstPauseMs = 200;
const longestPauseMs = 30_000;

/** So many in a row that were never ready: nothing but the operator mends it. */
const hopelessAfter = 5;

/** A process as the one that has started it sees it. */
interface Started {
  worker: Worker;
  ready: MemberReady | undefined;
  ended: Promise<{ code: number | null; signal: string | null }>;
}

/**
 * @param options.onHopeless  called when a process that is to be replaced ends again and again before it is ready
 */
export function createProcesses({ log, onHopeless }: { log: Log; onHopeless: () => void }): Processes {
  const started = new Map<number, Started>();
  const stopping = new AbortController();
  let lastQuestion = 0;

  /** Starts one, and waits until it is ready or has ended. */
  async function begin(number: number, given: unknown): Promise<Started> {
    const { one, ready } = fork(number, given);
    started.set(number, one);
    await Promise.race([ready, one.ended]);
    return one;
  }

  /** Replaces one whenever it has ended, until all are told to stop. */
  async function keep(number: number, { first, given }: { first: Started; given: unknown }): Promise<void> {
    const { signal } = stopping;
    let quickEnds = 0;
    let neverReady = 0;
    for (let one = first, since = performance.now(); ; one = await begin(number, given)) {
      if (one.ready !== undefined && one !== first)
        log.info({ process: number }, 'the process is there again');
      const end = await one.ended;
      if (signal.aborted) return;
      log.error({ process: number, ...end }, 'a process has ended; another takes its place');
      neverReady = one.ready === undefined ? neverReady + 1 : 0;
      if (neverReady === hopelessAfter) return onHopeless();
      quickEnds = performance.now() - since < quickMs ? quickEnds + 1 : 0;
      const pauseMs = Math.min(firstPauseMs * 2 ** quickEnds, longestPauseMs);
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      since = performance.now();
    }
  }

  return {
    async start({ count, given }) {
      // Figures that are no numbers, such as those of nothing, would not get through JSON.
      cluster.setupPrimary({ serialization: 'advanced' });
      const first = await begin(1, given);
      const rest = Array.from({ length: first.ready === undefined ? 0 : count - 1 }, (_, index) => index + 2);
      const all = [first, ...(await Promise.all(rest.map((number) => begin(number, given))))];
      if (first.ready === undefined || all.some(({ ready }) => ready === undefined)) {
        await this.stop().catch(() => undefined);
        throw new ProcessStartError('A process of the service has ended before it was ready; it says why.');
      }
      for (const [index, one] of all.entries()) void keep(index + 1, { first: one, given });
      return first.ready;
    },
    async ask<Answer>(question: Question) {
      const asked = [...started.values()].filter(({ ready, worker }) => ready && worker.isConnected());
      const id = ++lastQuestion;
      const answers = new Map<number, Answer | undefined>();
      await Promise.all(
        asked.map(async ({ worker }) => {
          const answer = await answerOf(worker, { say: question, id });
          if (worker.isConnected()) answers.set(worker.id, answer as Answer | undefined);
        }),
      );
      return answers;
    },
    isThere: (id) => cluster.workers?.[id] !== undefined,
    async stop() {
      stopping.abort();
      const left = [...started.values()].filter(({ worker }) => !worker.isDead());
      for (const { worker } of left) worker.process.kill('SIGTERM');
      const ends = await Promise.all(left.map(async ({ ready, ended }) => ({ ready, ...(await ended) })));
      // One that is not yet up has no other end than by the signal.
      if (ends.some(({ ready, code }) => ready !== undefined && code !== 0))
        throw new Error('not every process has stopped in order');
    },
  };
}

/** One that is told what it is given when it joins; `ready` resolves once it says so, which it may never do. */
function fork(number: number, given: unknown): { one: Started; ready: Promise<void> } {
  const worker = cluster.fork();
  // What is sent to one that has just ended is lost, and its end is told apart from that.
  worker.on('error', () => undefined);
  closeWithIt(worker);
  // The system had no room for it: such a one never tells that it has ended.
  const isMade = worker.process.pid !== undefined;
  const ended = isMade
    ? once(worker, 'exit').then(([code, signal]) => ({ code, signal }))
    : Promise.resolve({ code: null, signal: null });
  const one: Started = { worker, ready: undefined, ended };
  const ready = new Promise<void>((resolve) => {
    worker.on('message', (message: FromMember) => {
      if (message.say === 'join') tell(worker, { say: 'begin', number, given });
      if (message.say !== 'ready') return;
      one.ready = { url: message.url, ready: message.ready };
      resolve();
    });
  });
  return { one, ready };
}

/**
 * Closes the connection that was being handed to a process when it ended. Node 24.21 hands the next one over when the
 * process has taken the one before, and would keep this one open for good, with a client that nobody answers.
 */
function closeWithIt({ process: child }: Worker): void {
  let handed: { close(): void } | undefined;
  const send = child.send.bind(child) as (...all: unknown[]) => boolean;
  child.send = (message: { act?: string }, handle?: unknown, ...rest: unknown[]) => {
    // One that was taken is closed here already: again is nothing.
    if (message.act === 'newconn') handed = handle as { close(): void };
    return send(message, handle, ...rest);
  };
  child.once('exit', () => handed?.close());
}

/** Undefined when none comes in time. */
function answerOf(worker: Worker, asked: { say: Question; id: number }): Promise<unknown> {
  return new Promise((resolve) => {
    const done = (answer: unknown) => {
      clearTimeout(timer);
      worker.off('message', hear);
      worker.off('exit', gone);
      resolve(answer);
    };
    const gone = () => done(undefined);
    const hear = (message: FromMember) => {
      if (message.say === 'answer' && message.id === asked.id) done(message.answer);
    };
    const timer = setTimeout(gone, answerWithinMs);
    worker.on('message', hear);
    worker.once('exit', gone);
    tell(worker, asked);
  });
}

function tell(worker: Worker, message: ToMember): void {
  worker.send(message, () => undefined);
}
