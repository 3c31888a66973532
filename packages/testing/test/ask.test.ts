import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { ask, isDone } from '../src/faults/ask.ts';

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** @param answers  one after the other; the connection of the last ends behind it */
async function givenServer(answers: string[]): Promise<{ url: string; port: number }> {
  const server = createServer((socket: Socket) => {
    closing.push(() => socket.destroy());
    socket
      .on('error', () => undefined)
      .on('data', () => {
        socket.write(answers.shift() ?? '');
        if (answers.length === 0) socket.end();
      });
  });
  closing.push(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/here`, port };
}

const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK';
const half = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nOK';

test('Given a connection that is cut in the middle of an answer, Then the answer tells why, and what the connection was', async () => {
  const { url, port } = await givenServer([whole, half]);

  const [first, second] = [await ask(url), await ask(url)];

  expect(first).toMatchObject({ status: 200, body: Buffer.from('OK') });
  expect([first, second].map(isDone)).toEqual([true, false]);
  expect(second).toMatchObject({ asked: 'GET /here', status: 200 });
  expect(second.cut).toMatch(/UND_ERR_SOCKET/);
  expect(second.cut).toMatch(
    new RegExp(
      `${half.length} bytes answered to request [12] over a connection to port ${port}, opened \\d+ ms before$`,
    ),
  );
});

test('Given nobody who listens, Then the answer tells that it was not sent', async () => {
  const { url } = await givenServer([]);
  closing.splice(0)[0]?.();

  const told = await ask(url);

  expect(told).toMatchObject({ status: 0, cut: expect.stringMatching(/ECONNREFUSED.* before it was sent$/) });
});
