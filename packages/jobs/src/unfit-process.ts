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
