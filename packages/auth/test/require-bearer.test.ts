import { once } from 'node:events';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express, { type NextFunction, type Request, type Response } from 'express';
import { callerOf, requireBearer, tokenFingerprint, UnauthorizedError } from '../src/index.ts';

const first = 'first-token-0123456789';
const second = 'second/token+0123456789==';

let server: http.Server;
let port: number;
let bodiesSeen = 0;

beforeAll(async () => {
  const app = express();
  app.get('/open', (request, response) => {
    response.json(callerOf(request));
  });
  app.use(
    '/looked-up',
    requireBearer({
      realm: 'records',
      tokens: [first],
      find: async (token) =>
        (
          ({
            [second]: { fingerprint: 'sha256:second', known: 'its record' },
            old: 'expired',
            gone: 'revoked',
          }) as const
        )[token],
    }),
    (request, response) => void response.json(callerOf(request)),
  );
  app.use(requireBearer({ realm: 'public "API"', tokens: [first, second] }));
  app.use(express.text());
  app.all('/guarded', (request, response) => {
    if (request.body !== undefined) bodiesSeen += 1;
    response.json({ caller: callerOf(request), body: request.body });
  });
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (!(error instanceof UnauthorizedError)) return response.status(500).json({ message: String(error) });
    const { challenge, message, reason } = error;
    return response.status(401).set('WWW-Authenticate', challenge).json({ message, reason });
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function get(path: string, headers: OutgoingHttpHeaders = {}) {
  const request = http.get({ port, path, host: '127.0.0.1', headers });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error('no response');
  const body = JSON.parse(await text(response)) as Record<string, unknown>;
  return { status: response.statusCode, challenge: response.headers['www-authenticate'], body };
}

/** Sends header lines byte for byte, where node:http would tidy or refuse them. */
async function getRaw(headerLine: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.end(`GET /guarded HTTP/1.1\r\nHost: test\r\nConnection: close\r\n${headerLine}\r\n\r\n`, 'latin1');
  return text(socket);
}

describe('requireBearer lets pass', () => {
  test.each([
    ['the first token', `Bearer ${first}`, first],
    ['another token', `Bearer ${second}`, second],
    ['a lower-case scheme', `bearer ${first}`, first],
    ['several blanks', `Bearer   ${first}`, first],
  ])('%s, and the route knows the caller by its fingerprint', async (_case, authorization, token) => {
    const answer = await get('/guarded', { authorization });

    expect(answer).toMatchObject({ status: 200, body: { caller: { fingerprint: tokenFingerprint(token) } } });
  });

  test('trailing blanks, which HTTP does not count as part of a header', async () => {
    expect(await getRaw(`Authorization: Bearer ${first} \t `)).toContain('200 OK');
  });
});

describe('requireBearer with a lookup', () => {
  test.each([
    ['a token of the list, which is not looked up', first, { fingerprint: tokenFingerprint(first) }],
    [
      'what is found, with what is known of it',
      second,
      { fingerprint: 'sha256:second', known: 'its record' },
    ],
  ])('lets pass %s', async (_case, token, caller) => {
    const answer = await get('/looked-up', { authorization: `Bearer ${token}` });

    expect(answer).toMatchObject({ status: 200, body: caller });
  });

  test.each([
    ['old', 'expired-token', 'has expired'],
    ['gone', 'revoked-token', 'was revoked'],
    ['stranger', 'unknown-token', 'is not known here'],
  ])('refuses %s as %s', async (token, reason, sentence) => {
    const { status, challenge, body } = await get('/looked-up', { authorization: `Bearer ${token}` });

    expect({ status, challenge, reason: body.reason }).toEqual({
      status: 401,
      challenge: 'Bearer realm="records", error="invalid_token"',
      reason,
    });
    expect(body.message).toContain(sentence);
  });
});

describe('requireBearer refuses with 401', () => {
  const untried = 'Bearer realm="public \\"API\\""';
  const malformed = `${untried}, error="invalid_request"`;
  const unknown = `${untried}, error="invalid_token"`;

  test.each([
    ['a missing header', undefined, 'missing', untried],
    ['an empty header', '', 'missing', untried],
    ['an unsupported scheme', 'Digest username=x', 'unsupported-scheme', untried],
    ['the Token scheme, even with a good token', `Token ${first}`, 'unsupported-scheme', untried],
    ['the Basic scheme', 'Basic YTpi', 'unsupported-scheme', untried],
    ['the Basic scheme with broken credentials', 'Basic !', 'unsupported-scheme', untried],
    ['a bare token', first, 'no-scheme', malformed],
    ['the scheme alone', 'Bearer', 'no-credentials', malformed],
    ['a tab instead of a blank', `Bearer\t${first}`, 'spaces', malformed],
    ['two tokens', `Bearer ${first} ${second}`, 'spaces', malformed],
    ['a quoted token', `Bearer "${first}"`, 'invalid-characters', malformed],
    ['an unknown token', 'Bearer nobody-has-this-token', 'unknown-token', unknown],
    ['a part of a token', `Bearer ${first.slice(0, -1)}`, 'unknown-token', unknown],
    ['a token in another case', `Bearer ${first.toUpperCase()}`, 'unknown-token', unknown],
  ])('%s', async (_case, authorization, reason, challenge) => {
    const answer = await get('/guarded', authorization === undefined ? {} : { authorization });

    expect(answer).toMatchObject({ status: 401, challenge, body: { reason } });
    expect(JSON.stringify(answer)).not.toContain(first);
  });

  test('a repeated header, although Node shows only the first of the two in request.headers', async () => {
    const request = http.request({ port, path: '/guarded', host: '127.0.0.1' });
    request.setHeader('Authorization', [`Bearer ${first}`, `Bearer ${first}`]);
    request.end();
    const [response]: IncomingMessage[] = await once(request, 'response');
    if (response === undefined) throw new Error('no response');

    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toBe(malformed);
    expect(JSON.parse(await text(response))).toMatchObject({ reason: 'repeated' });
  });

  test('bytes beyond ASCII in a token', async () => {
    const answer = await getRaw(`Authorization: Bearer ${first}\u00e9`);

    expect(answer).toContain('401 Unauthorized');
    expect(answer).toContain('invalid-characters');
  });

  test('before the body has arrived, and without reading it', async () => {
    const before = bodiesSeen;
    const headers = { 'content-type': 'text/plain', 'content-length': 1_000_000 };
    const request = http.request({
      port,
      path: '/guarded',
      host: '127.0.0.1',
      method: 'POST',

      headers,
    });
    request.write('only the beginning');
    const [response]: IncomingMessage[] = await once(request, 'response');
    request.on('error', () => {}).destroy();

    expect(response?.statusCode).toBe(401);
    expect(bodiesSeen).toBe(before);
  });
});

test('Given a route that no guard protects, When it asks for the caller, Then that is a programming error', async () => {
  const answer = await get('/open', { authorization: `Bearer ${first}` });

  expect(answer.status).toBe(500);
  expect(answer.body.message).toContain('no guard let this request pass');
});
