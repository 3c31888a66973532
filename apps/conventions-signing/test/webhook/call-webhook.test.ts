import { startRecordingServer } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { addressOf, callWebhook, referenceIn } from '../../src/webhook/call-webhook.ts';

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

  const outcome = await callWebhook(
    { uri: server.url, token: 'webhook-token-0123', version: '0', timeoutMs: 1500 },
    call,
  );
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
