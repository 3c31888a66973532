import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { errorCode } from '@campus/config';
import { attributesOf, type SendOptions, sendSpans } from './send-spans.ts';
import { readTraceparent } from './traceparent.ts';
import { type OpenSpan, type Tracer, traceBy, type Work } from './tracing.ts';

/** Where a span goes on. */
interface Parent {
  traceId: string;
  spanId: string;
  /** From the steady clock of the process to that of the world, in milliseconds, when the trace came here. */
  clockOffset?: number;
}

interface Span extends OpenSpan, Parent {}

/** As OTLP numbers them. */
const kinds = { SERVER: 2, CLIENT: 3, CONSUMER: 5 };
const insideKind = 1;
const statusOfErrors = 2;

/**
 * Sends the spans of this process from now on, as OpenTelemetry describes them.
 *
 * Of requests the share `ratio` is sampled, also where a caller has sampled the trace: who may choose its id would
 * otherwise choose to be sampled. Jobs go on with what has sent them.
 *
 * @returns what sends those that wait, for a moment, and ends it
 */
export function startTraces({ ratio, ...options }: SendOptions & { ratio: number }): () => Promise<void> {
  const { take, stop } = sendSpans(options);
  traceBy(tracerOver(take, ratio));
  return stop;
}

function tracerOver(take: (span: object) => void, ratio: number): Tracer {
  const storage = new AsyncLocalStorage<Span | undefined>();
  function open({ name, kind, attributes }: Work, parent?: Parent): Span {
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
    const spanId = randomBytes(8).toString('hex');
    const clockOffset = parent?.clockOffset ?? Date.now() - performance.now();
    const startedAt = performance.now();
    const noted = { ...attributes };
    const nanoseconds = (at: number) => String(Math.round((clockOffset + at) * 1e6));
    const span: Span = {
      traceId,
      spanId,
      clockOffset,
      traceparent: `00-${traceId}-${spanId}-01`,
      within: (begin) => storage.run(span, begin),
      note: (more) => void Object.assign(noted, more),
      end({ name: lastName = name, failure } = {}) {
        if (failure !== undefined)
          noted['error.type'] = errorCode(failure) || (failure instanceof Error ? failure.name : 'error');
        take({
          traceId,
          spanId,
          parentSpanId: parent?.spanId,
          name: lastName,
          kind: kind === undefined ? insideKind : kinds[kind],
          startTimeUnixNano: nanoseconds(startedAt),
          endTimeUnixNano: nanoseconds(performance.now()),
          attributes: attributesOf(noted),
          ...(failure !== undefined && { status: { code: statusOfErrors } }),
        });
      },
    };
    return span;
  }
  return {
    active: () => storage.getStore(),
    openBelow(work) {
      const parent = storage.getStore();
      return parent && open(work, parent);
    },
    openFrom(traceparent, work) {
      const parent = readTraceparent(traceparent);
      const isJob = work.kind !== 'SERVER';
      if (parent?.isSampled === false) return undefined;
      if (!(isJob && parent) && Math.random() >= ratio) return undefined;
      return open(work, parent);
    },
    bind(call) {
      const span = storage.getStore();
      // Mostly nothing is traced, here or there.
      return (...args) => (storage.getStore() === span ? call(...args) : storage.run(span, call, ...args));
    },
  };
}
