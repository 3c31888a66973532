import { errorMessage } from '@campus/config';
import type { Metrics } from '../metrics/create-metrics.ts';

/** What sends spans, and where to. */
export interface SendOptions {
  /** Of a receiver of OTLP, JSON over HTTP. */
  endpoint: string;
  service: { name: string; version: string };
  metrics: Metrics;
  log: { info(message: string): void; warn(about: object, message: string): void };
}

/** Of a process, spans that wait to be sent; what comes on top of them is lost, and counted. */
export const maxWaitingSpans = 2048;

/** Spans are sent when so many wait, or after a while. */
const enoughSpans = 512;
const sendEveryMs = 1_000;

/** For a whole answer of the receiver. */
const sendWithinMs = 5_000;
/** At the stop nobody waits longer for it. */
const lastSendWithinMs = 1_000;

/** As OTLP tells them. */
export function attributesOf(named: Readonly<Record<string, string | number>>) {
  return Object.entries(named).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: value },
  }));
}

/**
 * Sends spans as they end, many at once, and one message after the other. They wait as the texts that are sent. Those that
 * the receiver does not take in time are lost; the log tells of it once, and when it takes them again.
 *
 * @returns `take`, which is given a span as a value of JSON; `stop`, which sends those that wait, for a moment
 * @see https://opentelemetry.io/docs/specs/otlp/#otlphttp
 */
export function sendSpans({ endpoint, service: { name, version }, metrics, log }: SendOptions) {
  const counter = metrics.counter({
    name: 'trace_spans_total',
    help: 'Spans that were sent to the receiver of traces (sent), and those lost for want of it or of room (dropped).',
    labels: ['result'],
  });
  const resource = attributesOf({
    'service.name': name,
    'service.version': version,
    'service.instance.id': String(process.pid),
  });
  const head = `{"resourceSpans":[{"resource":${JSON.stringify({ attributes: resource })},"scopeSpans":[{"scope":{"name":"campus"},"spans":[`;
  let waiting: string[] = [];
  let underWay: string[] = [];
  let sending: Promise<void> | undefined;
  let isAway = false;

  function send(): void {
    if (waiting.length === 0) return;
    sending ??= sendWaiting().finally(() => {
      sending = undefined;
    });
  }

  async function sendWaiting(): Promise<void> {
    const spans = waiting;
    [underWay, waiting] = [spans, []];
    const failure = await post(endpoint, `${head}${spans.join()}]}]}]}`);
    underWay = [];
    counter.inc({ result: failure === undefined ? 'sent' : 'dropped' }, spans.length);
    if (failure !== undefined && !isAway)
      log.warn({ reason: failure }, 'traces cannot be sent; they are dropped until they can');
    if (failure === undefined && isAway) log.info('traces are sent again');
    isAway = failure !== undefined;
  }

  const timer = setInterval(send, sendEveryMs).unref();
  return {
    take(span: object): void {
      if (waiting.length + underWay.length < maxWaitingSpans) waiting.push(JSON.stringify(span));
      else counter.inc({ result: 'dropped' });
      if (waiting.length >= enoughSpans) send();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      const isOver = new Promise((resolve) => setTimeout(resolve, lastSendWithinMs).unref());
      const sent = async () => {
        await sending;
        if (waiting.length > 0) await sendWaiting();
      };
      await Promise.race([sent(), isOver]);
    },
  };
}

/** Why the receiver has not taken it; undefined: it has. */
async function post(endpoint: string, body: string): Promise<string | undefined> {
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(sendWithinMs),
    });
    await answer.arrayBuffer();
    return answer.ok ? undefined : `answered ${answer.status}`;
  } catch (error) {
    // What fetch says of every failure of a connection is that it failed.
    return errorMessage((error instanceof Error && error.cause) || error);
  }
}
