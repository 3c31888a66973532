/**
 * The one door to the traces of a process: what is worth a span goes through here, and costs nothing where no traces are
 * sent. A span tells of names and numbers that the code knows, never of what somebody has sent or what is kept.
 */

type Attributes = Readonly<Record<string, string | number>>;

/** A piece of work, as a trace shows it. */
export interface Work {
  name: string;
  /** Absent: what goes on inside. */
  kind?: 'SERVER' | 'CLIENT' | 'CONSUMER';
  attributes?: Attributes;
}

/** A piece of work that has begun, and is sampled. */
export interface OpenSpan {
  traceId: string;
  /** For whoever goes on with the trace elsewhere, as W3C writes it. */
  traceparent: string;
  /** What is begun in there stands below it. */
  within<Result>(begin: () => Result): Result;
  note(attributes: Attributes): void;
  /** @param options.failure  told by its code or class alone: its words may hold anything */
  end(options?: { name?: string; failure?: unknown }): void;
}

/** What opens spans; none of what is not sampled. */
export interface Tracer {
  /** In which this code runs. */
  active(): OpenSpan | undefined;
  /** Below the active one; undefined when there is none. */
  openBelow(work: Work): OpenSpan | undefined;
  /** @param traceparent  of what goes on here, which nobody has checked; without one a trace begins */
  openFrom(traceparent: unknown, work: Work): OpenSpan | undefined;
  /** The function, as part of what is active now, whoever calls it. */
  bind<Args extends unknown[]>(call: (...args: Args) => void): (...args: Args) => void;
}

type Run<Result> = (span?: OpenSpan) => Promise<Result>;

let tracer: Tracer | undefined;

/** Once in a process, before anything else is opened. */
export function traceBy(given: Tracer): void {
  tracer = given;
}

/** What opens spans; undefined where no traces are sent. */
export function tracerOfProcess(): Tracer | undefined {
  return tracer;
}

/** The span that this code runs in; undefined when there is none, or it is not sampled. */
export function activeSpan(): OpenSpan | undefined {
  return tracer?.active();
}

/** Does the work as a span below the active one, which it gets where there is one. */
export function traced<Result>(work: Work, run: Run<Result>): Promise<Result> {
  return runIn(tracer?.openBelow(work), run);
}

/** Does the work as a span that goes on with a trace of another process, or begins one. */
export function tracedFrom<Result>(traceparent: unknown, work: Work, run: Run<Result>): Promise<Result> {
  return runIn(tracer?.openFrom(traceparent, work), run);
}

async function runIn<Result>(span: OpenSpan | undefined, run: Run<Result>): Promise<Result> {
  if (span === undefined) return run();
  try {
    const result = await span.within(() => run(span));
    span.end();
    return result;
  } catch (failure) {
    span.end({ failure });
    throw failure;
  }
}
