import { AsyncLocalStorage } from 'node:async_hooks';
import type { Agent } from 'node:http';
import { errorCode, errorMessage } from '@campus/config';
import type { Context, Span } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Metrics } from '../metrics/create-metrics.ts';
import { readTraceparent } from './traceparent.ts';
import { type OpenSpan, type Tracer, traceBy, type Work } from './tracing.ts';

interface TraceOptions {
  /** Where they are sent by OTLP, JSON over HTTP. */
  endpoint: string;
  /** Of traces, the share that is sampled. */
  ratio: number;
  /** What sends them. */
  service: { name: string; version: string };
  metrics: Metrics;
  log: { info(message: string): void; warn(about: object, message: string): void };
}

/** Of a process, spans that wait to be sent; what comes on top of them is lost, and counted. */
export const maxWaitingSpans = 2048;

/** For an answer of the receiver, tries again included. */
const sendWithinMs = 5_000;
/** At the stop nobody waits longer for it. */
const lastSendWithinMs = 1_000;

/**
 * Loads OpenTelemetry, and sends the spans of this process from now on.
 *
 * Of requests that share is sampled, also where a caller has sampled the trace: who may choose its id would otherwise choose
 * to be sampled. Jobs go on with what has sent them.
 *
 * @returns what sends those that wait, for a moment, and ends it
 */
export async function startTraces(options: TraceOptions): Promise<() => Promise<void>> {
  const { endpoint, ratio, service } = options;
  const [api, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: endpoint,
    timeoutMillis: sendWithinMs,
    httpAgentOptions: impatientAgent,
  });
  const bounded = boundedExport(exporter, options);
  class BoundedProcessor extends sdk.BatchSpanProcessor {
    override onEnd(span: ReadableSpan): void {
      if (bounded.takes()) super.onEnd(span);
    }
  }
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service.name,
      'service.version': service.version,
      'service.instance.id': String(process.pid),
    }),
    // What is not sampled, which is nearly all, never gets here.
    sampler: new sdk.AlwaysOnSampler(),
    spanProcessors: [
      new BoundedProcessor({
        exporter: bounded.exporter,
        maxQueueSize: maxWaitingSpans,
        scheduledDelayMillis: 1_000,
      }),
    ],
  });
  traceBy(tracerOver(api, provider.getTracer('campus'), ratio));
  return async () => {
    const sent = provider.shutdown().catch(() => undefined);
    await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, lastSendWithinMs).unref())]);
  };
}

/** Ends each call in time, over a connection of its own: the exporter waits for silence alone, and answers may drip for ever. */
async function impatientAgent(protocol: string): Promise<Agent> {
  const { Agent } = await (protocol === 'https:' ? import('node:https') : import('node:http'));
  const agent = new Agent();
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...given) => {
    const socket = connect(...given);
    const tooLong = new Error(`no whole answer within ${sendWithinMs} ms`);
    setTimeout(() => socket?.destroy(tooLong), sendWithinMs).unref();
    return socket;
  };
  return agent;
}

/** Sends within a bound, counts, and tells once of a receiver that does not take them. */
function boundedExport(exporter: SpanExporter, { metrics, log }: Pick<TraceOptions, 'metrics' | 'log'>) {
  const counter = metrics.counter({
    name: 'trace_spans_total',
    help: 'Spans that were sent to the receiver of traces (sent), and those lost for want of it or of room (dropped).',
    labels: ['result'],
  });
  let waiting = 0;
  let isAway = false;
  return {
    takes(): boolean {
      const hasRoom = waiting < maxWaitingSpans;
      if (hasRoom) waiting += 1;
      else counter.inc({ result: 'dropped' });
      return hasRoom;
    },
    exporter: {
      export: (spans, done) =>
        exporter.export(spans, (result) => {
          const { error } = result;
          waiting -= spans.length;
          counter.inc({ result: error === undefined ? 'sent' : 'dropped' }, spans.length);
          if (error !== undefined && !isAway)
            log.warn(
              { reason: errorMessage(error) },
              'traces cannot be sent; they are dropped until they can',
            );
          if (error === undefined && isAway) log.info('traces are sent again');
          isAway = error !== undefined;
          done(result);
        }),
      shutdown: () => exporter.shutdown(),
    } satisfies SpanExporter,
  };
}

type Api = typeof import('@opentelemetry/api');

function tracerOver(api: Api, tracer: ReturnType<Api['trace']['getTracer']>, ratio: number): Tracer {
  const storage = new AsyncLocalStorage<OpenSpan & { context: Context }>();
  const opened = (span: Span): OpenSpan => {
    const { traceId, spanId } = span.spanContext();
    const one = {
      traceId,
      traceparent: `00-${traceId}-${spanId}-01`,
      context: api.trace.setSpan(api.ROOT_CONTEXT, span),
      within: <Result>(begin: () => Result): Result => storage.run(one, begin),
      note: (attributes: Parameters<OpenSpan['note']>[0]) => void span.setAttributes(attributes),
      end({ name, failure }: Parameters<OpenSpan['end']>[0] = {}) {
        if (name !== undefined) span.updateName(name);
        if (failure !== undefined) {
          const type = errorCode(failure) || (failure instanceof Error ? failure.name : 'error');
          span.setAttribute('error.type', type).setStatus({ code: api.SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
    return one;
  };
  const open = ({ name, kind, attributes = {} }: Work, context: Context) => {
    const spanKind = api.SpanKind[kind ?? 'INTERNAL'];
    return opened(tracer.startSpan(name, { kind: spanKind, attributes }, context));
  };
  return {
    active: () => storage.getStore(),
    openBelow(work) {
      const parent = storage.getStore();
      return parent && open(work, parent.context);
    },
    openFrom(traceparent, work) {
      const parent = readTraceparent(traceparent);
      const isJob = work.kind !== 'SERVER';
      if (parent?.isSampled === false) return undefined;
      if (!(isJob && parent) && Math.random() >= ratio) return undefined;
      if (parent === undefined) return open(work, api.ROOT_CONTEXT);
      const { traceId, spanId } = parent;
      const remote = { traceId, spanId, traceFlags: api.TraceFlags.SAMPLED, isRemote: true };
      return open(work, api.trace.setSpanContext(api.ROOT_CONTEXT, remote));
    },
    bind: (call) => AsyncLocalStorage.bind(call),
  };
}
