import { eventually } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pino from 'pino';
import { createShell, type Listening, listen } from '../src/index.ts';

const lines: string[] = [];
let server: Listening;

beforeAll(async () => {
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const app = createShell({ log, trustedProxies: [] });
  app.get('/', (_request, response) => response.send('here'));
  server = await listen(app, { host: '127.0.0.1', port: 0 });
});
afterAll(() => server.stop());

/** The id that the answer names, and the line of the log about it. */
async function ask(headers: Record<string, string>): Promise<{ id: string; line: Record<string, unknown> }> {
  const response = await fetch(server.url, { headers });
  await response.text();
  const id = String(response.headers.get('x-request-id'));
  const line = await eventually(() => lines.find((one) => one.includes(`"reqId":"${id}"`)) ?? null);
  return { id, line: JSON.parse(line) };
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

test('A request goes by the name that its caller gave it', async () => {
  const { id, line } = await ask({ 'X-Request-Id': 'proxy:42' });

  expect(id).toBe('proxy:42');
  expect(line).not.toHaveProperty('trace_id');
});

test('Without one it goes by its trace, which the line names in any case', async () => {
  expect(await ask({ traceparent })).toMatchObject({ id: traceId, line: { trace_id: traceId } });
  expect(await ask({ traceparent, 'X-Request-Id': 'proxy:43' })).toMatchObject({
    id: 'proxy:43',
    line: { trace_id: traceId },
  });
});

test('A trace of a version to come may tell more at its end', async () => {
  expect(await ask({ traceparent: `${traceparent.replace('00', 'cc')}-more` })).toMatchObject({
    id: traceId,
  });
});

test.each([
  ['an id that would be more than a word in the log', { 'X-Request-Id': 'a b' }],
  ['an id without end', { 'X-Request-Id': 'a'.repeat(101) }],
  ['a trace of zeros', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }],
  ['a trace without its caller', { traceparent: `00-${traceId}-${'0'.repeat(16)}-01` }],
  ['a trace in capitals', { traceparent: traceparent.toUpperCase() }],
  ['a trace of no version', { traceparent: traceparent.replace('00', 'ff') }],
  ['a trace with more than its version has', { traceparent: `${traceparent}-more` }],
  ['two traces', { traceparent: `${traceparent}, ${traceparent}` }],
])('Given %s, Then the request gets a name of its own', async (_name, headers) => {
  const { id, line } = await ask(headers);

  expect(id).toMatch(uuid);
  expect(line).not.toHaveProperty('trace_id');
});
