import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import type { Response } from 'express';
import { sendPieces } from '../../src/http/answer/send-file.ts';

/** The answer of a server that sends these pieces, of which nothing is read yet. */
async function openAnswer(pieces: AsyncGenerator<string>, patience: number) {
  const server = createServer((_request, response) => {
    sendPieces(response as Response, pieces, { patience }).finally(() => pieces.return(undefined));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [response] = await once(get({ port, host: '127.0.0.1' }), 'response');
  return {
    response: response as IncomingMessage,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('What takes long to be made is waited for, behind a piece that was waited for too', async () => {
  // More than a busy machine stands still for: server and reader share this process.
  const patience = 2_000;
  const long = 'x'.repeat(8 * 1024 * 1024);
  async function* pieces() {
    yield 'begun ';
    yield long;
    await pause(1.5 * patience);
    yield ' done';
  }
  await using answer = await openAnswer(pieces(), patience);

  expect(await text(answer.response)).toBe(`begun ${long} done`);
});

test('A reader who takes nothing is let go, and no more is made for them', async () => {
  let isOver = false;
  async function* pieces() {
    try {
      for (;;) yield 'x'.repeat(1024 * 1024);
    } finally {
      isOver = true;
    }
  }
  await using answer = await openAnswer(pieces(), 200);

  await eventually(() => expect(isOver).toBe(true));
  await expect(text(answer.response)).rejects.toThrow('aborted');
});
