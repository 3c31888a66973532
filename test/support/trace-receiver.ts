import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as a receiver reads it. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Record<string, unknown>;
  status?: { code?: number };
}

/** An `ExportTraceServiceRequest` in JSON. */
interface Export {
  resourceSpans: {
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'attributes'> & {
        attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[];
      })[];
    }[];
  }[];
}

/**
 * Starts a receiver of traces: OTLP, JSON over HTTP.
 *
 * @see https://opentelemetry.io/docs/specs/otlp/#otlphttp
 */
export async function startTraceReceiver(port = 0) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const isExport = request.method === 'POST' && request.url === '/v1/traces';
    if (isExport) bodies.push(body);
    response.writeHead(isExport ? 200 : 404, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    /** All that has come, as it came. */
    received: () => bodies.join('\n'),
    spans: () => bodies.flatMap(spansIn),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function spansIn(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as Export;
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ attributes, ...span }) => ({
      ...span,
      attributes: Object.fromEntries(
        attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
      ),
    }));
}
