import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually, type RecordingServer, startRecordingServer } from '../src/index.ts';

let server: RecordingServer;
beforeEach(async () => {
  server = await startRecordingServer();
});
afterEach(() => server.stop());

test('Given a request, Then method, address, header, body and time are recorded, and the answer is 200', async () => {
  const before = Date.now();
  const response = await fetch(`${server.url}/hook?conventionid=7`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret' },
    body: 'hello',
  });

  expect(response.status).toBe(200);
  expect(server.requests).toHaveLength(1);
  const [request] = server.requests;
  expect(request).toMatchObject({
    method: 'POST',
    url: '/hook?conventionid=7',
    headers: { authorization: 'Bearer secret' },
  });
  expect(request?.body.toString()).toBe('hello');
  expect(request?.receivedAt.getTime()).toBeGreaterThanOrEqual(before);
});

test('Given another handler, Then it answers from then on', async () => {
  server.answerWith((request, response) => {
    response.writeHead(503, { 'retry-after': '7' }).end(`not now, ${request.url}`);
  });

  const response = await fetch(`${server.url}/a`);

  expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
    503,
    '7',
    'not now, /a',
  ]);
});

test('Given a handler that throws, Then the caller sees a broken connection', async () => {
  server.answerWith(() => {
    throw new Error('as if it had crashed');
  });
  await expect(fetch(server.url)).rejects.toThrow();
});

test('Given a caller that is still waiting, When the server is stopped, Then it is cut off', async () => {
  server.answerWith(() => new Promise(() => {}));
  const waiting = fetch(server.url).catch(() => 'cut off');
  await eventually(() => server.requests.length > 0);

  await server.stop();
  await server.stop();

  expect(await waiting).toBe('cut off');
});
