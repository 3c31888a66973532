import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Response } from 'express';
import pino from 'pino';
import { logUnexpected, untilClosed } from '../src/http/until-closed.ts';

test('Whoever hangs up while they wait leaves no error in the log, and any other failure does', async () => {
  const lines: { msg: string; err: { message: string } }[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`).on('error', () => {});
  const [, response] = await once(server, 'request');
  const waiting = untilClosed(response as Response);

  asked.destroy();
  if (!waiting.aborted) await once(waiting, 'abort');
  logUnexpected(log, waiting.reason);
  logUnexpected(log, new Error('broken'));

  expect(lines).toMatchObject([{ msg: 'unexpected error', err: { message: 'broken' } }]);
  server.close();
});
