import { tracedFrom } from '@campus/service';
import type { Job, PgBoss } from 'pg-boss';

/** What the jobs of one process have in common. */
interface Running {
  boss: Pick<PgBoss, 'fail'>;
  /** Those at work. */
  handlers: Set<Promise<void>>;
  /** Aborts when the process stops. */
  stopping: AbortSignal;
  onError: (error: Error) => void;
}

/** Runs a job that was taken; when this rejects, it is tried again. */
export async function runJob<Data extends object>(
  { boss, handlers, stopping, onError }: Running,
  options: {
    queue: { name: string; atStop?: 'hand back' };
    job: Job<object>;
    handle: (data: Data, signal: AbortSignal) => Promise<void>;
  },
): Promise<void> {
  const { queue, job, handle } = options;
  if (stopping.aborted) {
    // It was on its way when the stop began.
    await boss.fail(queue.name, job, { message: 'the process stops' });
    return;
  }
  const signal = queue.atStop === 'hand back' ? AbortSignal.any([job.signal, stopping]) : job.signal;
  // With the job, when it was sent by something that is traced.
  const { traceparent, ...data } = job.data as Data & { traceparent?: unknown };
  const work = { name: `job ${queue.name}`, kind: 'CONSUMER', attributes: { 'job.id': job.id } } as const;
  const handler = tracedFrom(traceparent, work, () => handle(data as unknown as Data, signal));
  handlers.add(handler);
  try {
    await handler;
  } catch (error) {
    if (error instanceof UnfitProcess) {
      // Given back before the wait, for others: whoever runs it by the end of it, it is not ours to settle.
      await boss.fail(queue.name, job, { message: error.message });
      await error.untilFit(stopping);
      return;
    }
    // Told to stop is no failure; anything else would be seen nowhere but in the job's row.
    if (!signal.aborted)
      onError(new Error(`a job of ${queue.name} failed and is tried again`, { cause: error }));
    throw error;
  } finally {
    handlers.delete(handler);
  }
}

/**
 * What a handler throws when this process cannot do such work for now, whatever the job: no failure of the job, which
 * another process may take up within seconds. Here nothing else is taken in its place before `untilFit` resolves, or
 * jobs would fly through a process that can do none of them.
 */
export class UnfitProcess extends Error {
  /** Resolves when such work can be done again, and when `signal` aborts: the process stops. */
  readonly untilFit: (signal: AbortSignal) => Promise<void>;

  constructor(message: string, untilFit: (signal: AbortSignal) => Promise<void>) {
    super(message);
    this.name = 'UnfitProcess';
    this.untilFit = untilFit;
  }
}
