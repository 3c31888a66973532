import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ListenError, type Listening, listen } from '../src/index.ts';

let server: Listening;
let port: number;

beforeAll(async () => {
  server = await listen((_request, response) => response.end('ok'), { host: '127.0.0.1', port: 0 });
  port = Number(new URL(server.url).port);
});
afterAll(() => server.stop());

test('A port that is taken is refused with one sentence that says what to do', async () => {
  const second = listen(() => undefined, { host: '127.0.0.1', port });

  await expect(second).rejects.toThrow(ListenError);
  await expect(second).rejects.toThrow(`cannot listen on 127.0.0.1:${port}: the port is taken`);
});

describe('What is no HTTP gets a problem document', () => {
  test.each([
    ['a garbage request line', 'NONSENSE\r\n\r\n', 400],
    ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
  ])('%s', async (_name, request, status) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(request);

    const answer = await text(socket);

    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('application/problem+json');
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status });
  });
});
