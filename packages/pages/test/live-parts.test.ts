import { once } from 'node:events';
import type { Server } from 'node:http';
import { BudgetSpentError } from '@campus/service';
import { eventually } from '@campus/testing';
import { afterEach, expect, test } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import { html } from '../src/html.ts';
import { createLiveParts, liveLimits } from '../src/index.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

interface State {
  text: string;
  isOver?: boolean;
  /** Whether readers may still see it. */
  isClosed?: boolean;
  error?: Error;
}

/** A part that shows `state.text` to readers of the kind in the address; counts what is done for them. */
async function serveLive(state: State, { limits = {}, everyMs = 20 } = {}) {
  const count = { looks: 0, shows: 0, ended: 0 };
  const live = createLiveParts({ ...liveLimits, ...limits });
  const app = express().get('/:session/:kind', async (request, response) => {
    const { session, kind } = request.params;
    try {
      await live.send(request, response, {
        key: 'the only one',
        everyMs,
        async look() {
          count.looks += 1;
          if (state.error) throw state.error;
          return { ...state };
        },
        session: session === 'stranger' ? undefined : session,
        reader: async () => (state.isClosed ? undefined : kind),
        kindOf: (reader) => reader,
        show(seen, reader) {
          count.shows += 1;
          return { content: html`<p>${seen.text} ${reader}</p>`, isOver: seen.isOver ?? false };
        },
        ended: () => html`<b>ended</b>`,
      });
    } finally {
      count.ended += 1;
    }
  });
  const answerError: ErrorRequestHandler = (error, _request, response, _next) => {
    const isSpent = error instanceof BudgetSpentError;
    response.status(isSpent ? error.status : 404).send(error.message);
  };
  const server = app.use(answerError).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  const url = `http://127.0.0.1:${address.port}`;
  return { url, server, count, open: (path: string, init?: RequestInit) => fetch(`${url}${path}`, init) };
}

test('A part is sent at once, and again only when it looks different, until it is over', async () => {
  const state = { text: 'a\r\nb\rc\u2028d', isOver: false };
  const { open, count } = await serveLive(state);

  const response = await open('/ada/x');
  const looks = count.looks;
  await eventually(() => expect(count.looks).toBeGreaterThan(looks + 1));
  Object.assign(state, { text: '<i>done', isOver: true });
  const stream = await response.text();

  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream(;|$)/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(stream).toBe(
    'retry: 500\n\nevent: part\ndata: <p>a\ndata: b\ndata: c\u2028d x</p>\n\n' +
      'event: part\ndata: <p>&lt;i&gt;done x</p>\n\n' +
      'event: over\ndata:\n\n',
  );
});

test('Given sixty readers of two kinds, Then each look is one for all of them, and is shown once to each kind', async () => {
  const state = { text: 'a', isOver: false };
  const everyMs = 300;
  const { open, count } = await serveLive(state, { everyMs });
  const begunAt = performance.now();
  const streams = Array.from({ length: 60 }, (_, reader) => open(`/${reader}/${reader % 2 ? 'x' : 'y'}`));
  const answers = await Promise.all(streams);
  const before = { ...count };
  const openedMs = performance.now() - begunAt;
  await eventually(() => expect(count.looks).toBeGreaterThanOrEqual(before.looks + 3));
  const during = { looks: count.looks - before.looks, shows: count.shows - before.shows };
  Object.assign(state, { text: 'b', isOver: true });
  const texts = await Promise.all(answers.map((answer) => answer.text()));

  expect(during.shows).toBe(2 * during.looks);
  // Beside those that are due meanwhile, a few for who comes while one is under way.
  expect(before.looks).toBeLessThan(10 + openedMs / everyMs);
  expect(texts.filter((text) => text.includes('a x') && text.includes('b x'))).toHaveLength(30);
  expect(texts.filter((text) => text.includes('a y') && text.includes('b y'))).toHaveLength(30);
});

test('Given somebody who comes later, Then they see what is there after they came', async () => {
  const state: State = { text: 'before' };
  const { open, count } = await serveLive(state, { everyMs: 60_000 });
  const first = await open('/ada/x');
  state.text = 'after';
  state.isOver = true;

  const second = await (await open('/ada/x')).text();

  expect(second).not.toContain('before');
  expect(second).toContain('after');
  await first.text();
  expect(count.looks).toBe(2);
});

test('Given a reader who may see it no more, Then the stream says so and ends, within one look', async () => {
  const state: State = { text: 'a' };
  const { open, count } = await serveLive(state);
  const response = await open('/ada/x');

  state.isClosed = true;

  expect(await response.text()).toMatch(/event: ended\ndata: <b>ended<\/b>\n\n$/);
  const { looks } = count;
  expect(await (await open('/ada/x')).text()).toBe('retry: 500\n\nevent: ended\ndata: <b>ended</b>\n\n');
  expect(count.looks).toBe(looks + 1);
});

test('Given more streams than a session may have, or all together, Then the next is refused at once, and a place that is left is given again', async () => {
  const limits = { streamsPerSession: 2, streams: 3, streamsOfStrangers: 1 };
  const { open, count } = await serveLive({ text: 'a' }, { limits });
  const gone = new AbortController();
  const statusOf = async (path: string, init?: RequestInit) => (await open(path, init)).status;

  expect(await statusOf('/ada/x', { signal: gone.signal })).toBe(200);
  expect(await statusOf('/ada/x')).toBe(200);
  expect(await statusOf('/ada/x')).toBe(429);
  expect(await statusOf('/bob/x')).toBe(200);
  expect(await statusOf('/bob/x')).toBe(503);
  expect(await statusOf('/stranger/x')).toBe(200);
  expect(await statusOf('/stranger/x')).toBe(503);
  const { ended } = count;
  gone.abort();
  await eventually(() => expect(count.ended).toBe(ended + 1));
  expect(await statusOf('/ada/x')).toBe(200);
});

test('Given nobody who watches, Then nothing is looked at', async () => {
  const { open, count } = await serveLive({ text: 'a' });
  const reader = new AbortController();
  await open('/ada/x', { signal: reader.signal });

  reader.abort();
  await eventually(() => expect(count.ended).toBe(1));

  const { looks } = count;
  await open('/ada/x', { method: 'HEAD' });
  expect(count).toMatchObject({ looks, ended: 2 });
});

test('Given a first look that fails, Then it is answered as any request', async () => {
  const { open } = await serveLive({ text: 'a', error: new Error('there is none') });

  const response = await open('/ada/x');

  expect(response.status).toBe(404);
  expect(await response.text()).toBe('there is none');
});

test('Given a server that stops, Then a stream does not keep it', async () => {
  const { open, server, count } = await serveLive({ text: 'a' });
  const response = await open('/ada/x');

  const closed = once(server, 'close');
  server.close();
  await response.text();
  server.closeIdleConnections();
  await closed;

  expect(count.ended).toBe(1);
});
