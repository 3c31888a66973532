import { gzipSync } from 'node:zlib';
import { type RecordingHandler, startRecordingServer } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { addressOf, callWebhook, referenceIn } from '../../src/webhook/call-webhook.ts';
import { callUntilLimit } from '../support/call-until-limit.ts';

const call = {
  ref: { kind: 'agreement', number: 7 },
  deliveryId: 'd',
  attempt: 1,
  signal: new AbortController().signal,
} as const;

describe('The address of a call', () => {
  test.each([
    ['https://sign.example.org/start', 'https://sign.example.org/start?conventionid=7'],
    ['https://sign.example.org', 'https://sign.example.org/?conventionid=7'],
    [
      'https://sign.example.org/start?tenant=a%20b',
      'https://sign.example.org/start?tenant=a%20b&conventionid=7',
    ],
    [
      'https://sign.example.org/?q=%E9&flag&x=a,b~c(1)&',
      'https://sign.example.org/?q=%E9&flag&x=a,b~c(1)&conventionid=7',
    ],
    ['http://localhost:8083/start?', 'http://localhost:8083/start?conventionid=7'],
  ])('%s becomes %s', (uri, address) => {
    expect(addressOf(uri, call.ref)).toBe(address);
  });

  test('an amendment is named by avenantid alone', () => {
    expect(addressOf('https://sign.example.org/start', { kind: 'amendment', number: 3 })).toBe(
      'https://sign.example.org/start?avenantid=3',
    );
  });
});

test('A signing application that does not answer in time is a failure that says so', async () => {
  const server = await startRecordingServer();
  server.answerWith(() => undefined);

  const outcome = await callWebhook(
    { uri: server.url, token: 'webhook-token-0123', version: '0', timeoutMs: 200 },
    call,
  );
  await server.stop();

  expect(outcome).toMatchObject({ status: null, failure: { code: 'no_answer', values: { seconds: 0.2 } } });
});

test('A 2xx whose body stalls is a success with what came', async () => {
  const server = await startRecordingServer();
  server.answerWith((_request, response) => {
    response.writeHead(200);
    response.write('REF-1');
  });

  const outcome = await callUntilLimit({ uri: server.url, token: 'webhook-token-0123', version: '0' }, call);
  await server.stop();

  expect(outcome).toMatchObject({ status: 200, failure: null, reference: 'REF-1' });
});

test('Nobody listening is a failure that names the reason and not the token', async () => {
  const outcome = await callWebhook(
    { uri: 'http://127.0.0.1:9/start', token: 'webhook-token-0123', version: '0' },
    call,
  );

  expect(outcome.failure).toMatchObject({ code: 'network', words: expect.stringContaining('ECONNREFUSED') });
  expect(JSON.stringify(outcome)).not.toContain('webhook-token-0123');
});

test('A proxy of the environment is not used', async () => {
  const [server, proxy] = [await startRecordingServer(), await startRecordingServer()];
  process.env.HTTP_PROXY = proxy.url;
  try {
    const outcome = await callWebhook({ uri: server.url, token: 'webhook-token-0123', version: '0' }, call);
    expect(outcome.status).toBe(200);
  } finally {
    delete process.env.HTTP_PROXY;
    await server.stop();
    await proxy.stop();
  }
  expect(proxy.requests).toHaveLength(0);
});

test.each([
  ['  ', null],
  ['"unfinished', '"unfinished'],
  ['"a" b', '"a" b'],
  ['"  inner  "', 'inner'],
  ['42', '42'],
  ['"\\ud800 REF"', '\ufffd REF'],
])('The reference in %j is %j', (text, reference) => {
  expect(referenceIn(text)).toBe(reference);
});

describe('What is kept of a call', () => {
  const token = 'webhook+token/0123456789';

  async function exchangeOf(answer: RecordingHandler, query = '', by = callWebhook) {
    const server = await startRecordingServer(answer);
    const target = { uri: `${server.url}/start${query}`, token, version: '1.2.3' };
    const outcome = await by(target, call);
    await server.stop();
    return { ...outcome.exchange, outcome, arrived: server.requests[0] };
  }

  const bodyOf = async (body: string | Buffer, headers: Record<string, string> = {}) =>
    (await exchangeOf((_request, response) => void response.writeHead(200, headers).end(body))).answer?.body;

  test('is the request as it arrived, but for the token', async () => {
    const { request, arrived } = await exchangeOf((_request, response) => void response.end());

    expect(Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value]))).toEqual({
      ...arrived?.headers,
      authorization: 'Bearer ********',
    });
    expect(request.address).toMatch(/^http:.*\/start\?conventionid=7$/);
  });

  test('is the answer with its headers, and a session that it opens is hidden', async () => {
    const { answer } = await exchangeOf((_request, response) => {
      response.writeHead(500, { 'X-Trace': 'a1', 'Set-Cookie': 'sid=0123; Path=/' }).end('no room\r\nleft');
    });

    expect(answer).toMatchObject({ body: 'no room\nleft', isWhole: true, leftOut: 0 });
    expect(answer?.headers).toEqual(
      expect.arrayContaining([
        ['X-Trace', 'a1'],
        ['Set-Cookie', 'sid=********; Path=/'],
      ]),
    );
  });

  test('is nothing of an answer that never came', async () => {
    expect((await exchangeOf((_request, response) => void response.destroy())).answer).toBeNull();
  });

  test('ends after 4 KB of a body without end, at once, and between two characters', async () => {
    const { answer, outcome } = await exchangeOf((_request, response) => {
      response.writeHead(500);
      const more = () => {
        while (!response.destroyed && response.write('é'.repeat(10_000)));
      };
      response.on('drain', more);
      response.write('x');
      more();
    });

    expect(answer?.body).toMatch(/^xé{2047}$/);
    expect(answer?.isWhole).toBe(false);
    // Not by the limit of 30 s.
    expect(outcome.durationMs).toBeLessThan(25_000);
  });

  test('is what came of a body that stalls, when the time is over', async () => {
    const begin: RecordingHandler = (_request, response) => void response.writeHead(500).write('so far');
    const { answer } = await exchangeOf(begin, '', callUntilLimit);

    expect(answer).toMatchObject({ body: 'so far', isWhole: false });
  });

  test('is at most 4 KB of headers', async () => {
    const { answer } = await exchangeOf((_request, response) => {
      for (let index = 0; index < 60; index += 1) response.setHeader(`X-${index}`, 'y'.repeat(150));
      response.end();
    });

    expect(JSON.stringify(answer?.headers).length).toBeLessThan(5000);
    expect(answer?.leftOut).toBeGreaterThan(30);
  });

  test.each([
    ['control characters as their pictures', 'a\0b\u001b[31mc\u007f', 'a␀b␛[31mc␡'],
    ['what is no UTF-8 as what it is not', Buffer.from([0x61, 0xff, 0x62]), 'a\ufffdb'],
    ['nothing that turns the direction of the text', 'gnp.\u202eexe', 'gnp.\ufffdexe'],
  ])('shows %s', async (_name, body, shown) => {
    expect(await bodyOf(body)).toBe(shown);
  });

  test('is read by the character set that it says, and as UTF-8 where nobody knows that', async () => {
    const latin = Buffer.from('é', 'latin1');

    expect(await bodyOf(latin, { 'Content-Type': 'text/plain; charset=ISO-8859-1' })).toBe('é');
    expect(await bodyOf('é', { 'Content-Type': 'text/plain; charset=none' })).toBe('é');
  });

  test('is unpacked, and its headers still tell that it was packed', async () => {
    const { answer } = await exchangeOf((_request, response) => {
      response.writeHead(500, { 'Content-Encoding': 'gzip' }).end(gzipSync('packed'));
    });

    expect(answer?.body).toBe('packed');
    expect(answer?.headers).toContainEqual(['Content-Encoding', 'gzip']);
  });

  test.each([
    ['as it is', token],
    ['in an address', encodeURIComponent(token)],
    ['in JSON', token.replace('/', '\\/')],
    ['in Base64', Buffer.from(token).toString('base64')],
    ['in hexadecimal', Buffer.from(token).toString('hex')],
    ['in UTF-16', Buffer.from(token, 'utf16le')],
    ['in capitals', token.toUpperCase()],
  ])('never holds the token that an answer echoes %s', async (_name, echoed) => {
    const body = await bodyOf(Buffer.concat([Buffer.from('You sent '), Buffer.from(echoed)]));

    expect(body).toMatch(/^You sent \*{8}/);
  });

  test.each(['', 'B', 'Bearer '])(
    'holds no token in Base64 behind "%s", in either alphabet',
    async (before) => {
      const echoed = Buffer.from(`${before}${token} and more`);
      const [plain, ofAddresses] = [echoed.toString('base64'), echoed.toString('base64url')];
      const inner = plain.slice(Math.ceil((before.length * 4) / 3), -12);

      const body = await bodyOf(`${plain} ${ofAddresses}`);

      expect(body).not.toContain(inner.slice(0, 10));
      expect(body?.match(/\*{8}/g)).toHaveLength(2);
    },
  );

  test('holds no secret that is the name of a header', async () => {
    const { answer } = await exchangeOf(
      (_request, response) => void response.setHeader('X-0123456789abcdef', 'a').end(),
      '?key=0123456789abcdef',
    );

    expect(answer?.headers).toContainEqual(['X-********', 'a']);
  });

  test('holds the token neither in headers, nor in the identifier, nor where the body was cut', async () => {
    const { outcome } = await exchangeOf((_request, response) => {
      response.writeHead(200, { 'X-Authorization': `Bearer ${token}` }).end(`${'x'.repeat(4080)}${token}`);
    });

    expect(JSON.stringify(outcome)).not.toContain(token.slice(0, 8));
    expect(outcome.reference).toMatch(/x\*{8}$/);
  });

  test('holds no token that a signing application has of us, whole or cut', async () => {
    const [made, configured] = [`cs_${'Ab-_9'.repeat(8)}xyz`, 'public-token-of-the-configuration'];
    const server = await startRecordingServer((_request, response) => {
      response.end(`${made}\nor ${configured}, ${'x'.repeat(3980)} ${made}`);
    });

    const { exchange, reference } = await callWebhook(
      { uri: server.url, token, publicTokens: [configured], version: '0' },
      call,
    );
    await server.stop();

    expect(exchange.answer?.body).toMatch(/^\*{8}\nor \*{8}, x+ \*{8}$/);
    expect(reference).not.toMatch(/cs_|public-token/);
  });

  test('holds no value of the configured query', async () => {
    const { request, answer } = await exchangeOf(
      ({ url }, response) => void response.end(url),
      '?tenant=a&key=0123456789abcdef',
    );

    expect(request.address).toContain('/start?tenant=********&key=********&conventionid=7');
    expect(answer?.body).toBe('/start?tenant=a&key=********&conventionid=7');
  });
});
