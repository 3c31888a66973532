import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type SigningApplication, startSigningApplication } from '../src/start-signing-application.ts';
import { type FakeInstitution, startFakeInstitution } from './fake-institution.ts';
import { pdfToSign } from './pdf-to-sign.ts';
import { signaturesIn } from './signatures-in.ts';

const webhookToken = 'webhook-token-for-tests';
const accessToken = 'access-token-for-tests';
const registered = await pdfToSign();
const person = (name: string, order: number) => ({
  name,
  givenname: 'Ada',
  mail: `${name.toLowerCase()}@example.org`,
  phone: null,
  order,
});

let institution: FakeInstitution;
let application: SigningApplication;
let lines: string[];
const running: { stop(): Promise<void> }[] = [];

/** In place of what runs already. */
async function start({
  secondsBetweenSignatures = 0,
  signatory = [person('Martin', 1), person('Durand', 2)],
  workflowId = '',
  refusedCalls = new Map<string, number>(),
} = {}): Promise<void> {
  await stop();
  institution = await startFakeInstitution({ pdf: registered, signatory, workflowId });
  lines = [];
  application = await startSigningApplication(
    {
      webhookToken,
      accessToken,
      apiBaseUrl: institution.url,
      host: '127.0.0.1',
      port: 0,
      secondsBetweenSignatures,
      refusedCalls,
    },
    (line) => void lines.push(line),
  );
  running.push(application, institution);
}

async function stop(): Promise<void> {
  for (const each of running.splice(0)) await each.stop();
}

function callWebhook(query: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${application.url}/webhook${query}`, {
    headers: { Authorization: `Bearer ${webhookToken}`, ...headers },
  });
}

interface ShownRound {
  kind: string;
  id: number;
  reference: string;
  state: string;
  problem?: string;
}

async function rounds(): Promise<ShownRound[]> {
  const shown = (await (await fetch(application.url)).json()) as { rounds: ShownRound[] };
  return shown.rounds;
}

async function settled(): Promise<void> {
  await until(async () => (await rounds()).every(({ state }) => state !== 'under way'));
}

/** For as long as a busy machine may take: the limit of a test ends what never comes. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(20);
}

const callsOf = (method: string) => institution.calls.filter((call) => call.method === method);

beforeEach(() => start());
afterEach(() => stop());

describe('The webhook, when it is called for an agreement', () => {
  test('answers with a reference, then fetches, reports the dates in order and deposits the signed PDF', async () => {
    const response = await callWebhook('?conventionid=7');
    const reference = await response.text();
    expect(response.status).toBe(200);
    expect(reference).toMatch(/^SIGN-[0-9a-f-]{36}$/);
    await settled();

    expect(institution.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /public/api/conventions/7',
      'PATCH /public/api/conventions/7/dates',
      'PATCH /public/api/conventions/7/dates',
      'POST /public/api/conventions/7/pdf',
    ]);
    expect(institution.calls.every(({ authorization }) => authorization === `Bearer ${accessToken}`)).toBe(
      true,
    );
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/);
    expect(callsOf('PATCH').map(({ json }) => json)).toEqual([
      [{ mail: 'martin@example.org', order: 1, signatureDate: date, submissionDate: date }],
      [{ mail: 'durand@example.org', order: 2, signatureDate: date, submissionDate: date }],
    ]);
    expect(await rounds()).toMatchObject([{ kind: 'conventions', id: 7, reference, state: 'done' }]);
  });

  test('deposits the registered bytes with one valid signature for each signatory, as the only part "doc"', async () => {
    await callWebhook('?conventionid=7');
    await settled();
    const files = callsOf('POST')[0]?.files ?? [];
    expect(files.map(({ part }) => part)).toEqual(['doc']);
    const pdf = files[0]?.bytes ?? Buffer.alloc(0);
    expect(pdf.subarray(0, registered.byteLength).equals(registered)).toBe(true);
    expect(await signaturesIn(pdf)).toMatchObject([
      { isVerified: true, commonName: 'Ada Martin (test certificate)' },
      { isVerified: true, commonName: 'Ada Durand (test certificate)' },
    ]);
  });

  test('Given two signatories of one order and a third listed first, Then the third signs last', async () => {
    await start({ signatory: [person('Last', 9), person('One', 2), person('Other', 2)] });
    await callWebhook('?conventionid=7');
    await settled();
    const mails = callsOf('PATCH').map(({ json }) => (json as { mail: string }[])[0]?.mail);
    expect(mails.slice(0, 2).sort()).toEqual(['one@example.org', 'other@example.org']);
    expect(mails[2]).toBe('last@example.org');
  });
});

test('Given a workflow that waits after one step, When it is called, Then the second signatory lets others wait', async () => {
  await start({ workflowId: 'waits-after-1' });
  await callWebhook('?conventionid=7');
  await until(() => callsOf('PATCH').length > 0);

  expect(callsOf('PATCH')).toHaveLength(1);
  expect(await rounds()).toMatchObject([{ state: 'under way' }]);
  expect(callsOf('POST')).toEqual([]);
});

test('Given a workflow that somebody refuses in, When it is called, Then the refusal is reported, and nothing deposited', async () => {
  await start({ workflowId: 'refuses-after-1' });
  await callWebhook('?conventionid=7');
  await settled();

  expect(callsOf('PATCH')).toHaveLength(1);
  expect(callsOf('POST')).toEqual([
    expect.objectContaining({
      path: '/public/api/conventions/7/refusal',
      json: expect.objectContaining({
        order: 2,
        reason: expect.any(String),
        date: expect.stringMatching(/\+0000$/),
      }),
    }),
  ]);
});

test('Given a document whose calls are to be refused, When it is called for, Then it says so with that status, and takes others', async () => {
  await start({ refusedCalls: new Map([['conventions/7', 503]]) });

  const refused = await callWebhook('?conventionid=7');

  expect(refused.status).toBe(503);
  expect(await refused.text()).toBe('This application was told to refuse calls for this document.');
  expect((await callWebhook('?avenantid=7')).status).toBe(200);
  await settled();
});

test('When it is called for an amendment, Then it works on the amendment', async () => {
  await callWebhook('?avenantid=3');
  await settled();
  expect(new Set(institution.calls.map(({ path }) => path))).toEqual(
    new Set(['/public/api/avenants/3', '/public/api/avenants/3/pdf', '/public/api/avenants/3/dates']),
  );
});

describe('A webhook call that is refused', () => {
  test.each([
    ['no token', { Authorization: '' }],
    ['another token', { Authorization: 'Bearer another-token-for-tests' }],
    ['another scheme', { Authorization: `Token ${webhookToken}` }],
  ])('carries %s: 401 with a challenge', async (_, headers) => {
    const response = await callWebhook('?conventionid=7', headers);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(institution.calls).toEqual([]);
  });

  test.each([
    '',
    '?conventionid=1&avenantid=2',
    '?conventionid=1&conventionid=1',
    '?conventionid=',
    '?avenantid=../7',
    '?avenantid=0',
    '?toString=1',
  ])('does not name exactly one document: "%s" is 400', async (query) => {
    expect((await callWebhook(query)).status).toBe(400);
    expect(institution.calls).toEqual([]);
  });
});

describe('A call that comes again', () => {
  test('while the first is under way starts nothing and answers the same reference', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => callWebhook('?conventionid=7')));
    const references = await Promise.all(answers.map((answer) => answer.text()));
    await settled();
    expect(new Set(references).size).toBe(1);
    expect(callsOf('GET')).toHaveLength(1);
    expect(callsOf('POST')).toHaveLength(1);
  });

  test('with the same delivery id after completion starts nothing and answers the same reference', async () => {
    const headers = { 'X-Delivery-Id': 'delivery-1' };
    const first = await (await callWebhook('?conventionid=7', headers)).text();
    await settled();
    expect(await (await callWebhook('?conventionid=7', headers)).text()).toBe(first);
    await settled();
    expect(callsOf('POST')).toHaveLength(1);
  });

  test('with another delivery id after completion is a new round', async () => {
    const first = await (await callWebhook('?conventionid=7', { 'X-Delivery-Id': 'delivery-1' })).text();
    await settled();
    expect(await (await callWebhook('?conventionid=7', { 'X-Delivery-Id': 'delivery-2' })).text()).not.toBe(
      first,
    );
    await settled();
    expect(callsOf('POST')).toHaveLength(2);
  });

  test('with another delivery id while the first is under way supersedes it: the new round runs to its end', async () => {
    const first = await (await callWebhook('?conventionid=7', { 'X-Delivery-Id': 'delivery-1' })).text();
    const second = await (await callWebhook('?conventionid=7', { 'X-Delivery-Id': 'delivery-2' })).text();
    await settled();
    expect(second).not.toBe(first);
    expect(callsOf('POST')).toHaveLength(1);
    expect(callsOf('PATCH').length).toBeGreaterThan(0);
    expect(await rounds()).toMatchObject([{ reference: second, state: 'done' }]);
  });

  test('for an amendment with the id of an agreement under way is another piece of work', async () => {
    await callWebhook('?conventionid=7');
    await callWebhook('?avenantid=7');
    await settled();
    expect(callsOf('POST')).toHaveLength(2);
  });
});

describe("When the institution's service fails", () => {
  test('with a fault of its own, Then the call is repeated until it is taken', async () => {
    institution.failNext('POST', { status: 503 }, { status: 500 });
    await callWebhook('?conventionid=7');
    await settled();
    expect(callsOf('POST')).toHaveLength(3);
    expect(callsOf('POST')[2]?.files?.[0]?.bytes).toEqual(callsOf('POST')[0]?.files?.[0]?.bytes);
    expect(await rounds()).toMatchObject([{ state: 'done' }]);
  });

  test('with a refusal, Then its detail is printed and shown, and nothing is repeated', async () => {
    institution.failNext('PATCH', { status: 409, detail: 'Agreement 7 is a draft' });
    await callWebhook('?conventionid=7');
    await settled();
    expect(callsOf('PATCH')).toHaveLength(1);
    expect(callsOf('POST')).toHaveLength(0);
    const problem = `PATCH conventions/7/dates: ${institution.url}/public/api/conventions/7/dates answered 409: Agreement 7 is a draft`;
    expect(await rounds()).toMatchObject([{ state: 'failed', problem }]);
    expect(lines.at(-1)).toMatch(new RegExp(`failed: ${problem}$`));
  });
});

test('When it is stopped in the middle, Then it stops at once', async () => {
  await start({ secondsBetweenSignatures: 3600 });
  await callWebhook('?conventionid=7');
  const startedAt = performance.now();

  await stop();

  expect(performance.now() - startedAt).toBeLessThan(60_000);
});
