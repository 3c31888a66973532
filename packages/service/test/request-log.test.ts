import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '@campus/testing';
import { afterEach, expect, test } from '@jest/globals';
import pino from 'pino';
import { createShell, listen } from '../src/index.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server that answers `/answered` alone, and what it logs of one path. */
async function givenServer() {
  const lines: string[] = [];
  const asked: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const app = createShell({ log, trustedProxies: [] });
  app.get('/answered', (_request, response) => response.send('here'));
  app.use((request) => void asked.push(request.path));
  const server = await listen(app, { host: '127.0.0.1', port: 0, graceMs: 100 });
  closing.push(() => server.stop());
  const lineAbout = async (path: string): Promise<Record<string, unknown>> => {
    const line = await eventually(() => lines.find((one) => one.includes(`"path":"${path}"`)) ?? null);
    return JSON.parse(line);
  };
  return { server, asked, lineAbout };
}

/** A client whose request is at work. */
async function givenRequest({ server, asked }: Awaited<ReturnType<typeof givenServer>>, path: string) {
  const client = connect(Number(new URL(server.url).port), '127.0.0.1');
  closing.push(() => void client.destroy());
  // It is cut at the end.
  client.on('error', () => undefined);
  await once(client, 'connect');
  client.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhello`);
  await eventually(() => expect(asked).toContain(path));
  return client;
}

test('A request that was answered is logged with its status', async () => {
  const { server, lineAbout } = await givenServer();

  await (await fetch(`${server.url}/answered`)).text();

  expect(await lineAbout('/answered')).toMatchObject({
    level: 30,
    res: 200,
    msg: expect.stringMatching(/^GET \/answered 200 in \d+ ms$/),
  });
});

test('A request whose client goes away in its body is logged as one that stopped short', async () => {
  const given = await givenServer();
  const client = await givenRequest(given, '/left');

  client.destroy();

  expect(await given.lineAbout('/left')).toMatchObject({
    level: 30,
    res: 408,
    msg: expect.stringMatching(/^POST \/left 408 in \d+ ms$/),
  });
});

test('So is one that is cut when the server stops', async () => {
  const given = await givenServer();
  await givenRequest(given, '/stopped');

  await given.server.stop();

  expect(await given.lineAbout('/stopped')).toMatchObject({
    res: 499,
    msg: expect.stringContaining('cut off before its answer'),
  });
});
