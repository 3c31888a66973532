import cluster from 'node:cluster';
import type { FromMember, MemberReady, Question, ToMember } from './create-processes.ts';

/** One of several processes of a service, as it sees itself. */
export interface Member<Given> {
  /** From 1. A process that takes the place of another has its number. */
  number: number;
  /** What the process that has started it gives to each. */
  given: Given;
  /** Answers what is asked of it, from now on. */
  answer(answers: Record<Question, () => Promise<unknown>>): void;
  /** It has come up. */
  ready(told: MemberReady): void;
}

/** Joins the processes of which this is one; undefined when it was started by itself. */
export async function joinProcesses<Given>(): Promise<Member<Given> | undefined> {
  if (!cluster.isWorker) return undefined;
  const begin = await new Promise<Extract<ToMember, { say: 'begin' }>>((resolve) => {
    process.once('message', (message: ToMember) => {
      if (message.say === 'begin') resolve(message);
    });
    send({ say: 'join' });
  });
  return {
    number: begin.number,
    given: begin.given as Given,
    answer(answers) {
      process.on('message', async (message: ToMember) => {
        if (message.say === 'begin') return;
        const { id } = message;
        // Whoever asks waits a while, and goes on without it.
        const answer = await answers[message.say]().catch(() => undefined);
        if (answer !== undefined) send({ say: 'answer', id, answer });
      });
    },
    ready: (told) => send({ say: 'ready', ...told }),
  };
}

function send(message: FromMember): void {
  // The process that started this one may be gone; then this one is about to go as well.
  if (process.connected) process.send?.(message, () => undefined);
}
