import {
  answerOf,
  type Change,
  createSigningClient,
  createVendorApi,
  verifyWebhook,
  WebhookRefused,
} from '@campus/signing-client';
import { eventually, startLine } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { validPdf } from '../support/pdfs.ts';
import { dateOf, givenDraft, givenInSigning, metadata, recordOf } from '../support/records.ts';
import { managementToken, publicToken, useService, webhookToken } from '../support/service.ts';

const service = useService();

function clientOf({ url = service.url, token = managementToken } = {}) {
  return createSigningClient({ baseUrl: url, token });
}

async function pdf(text: string): Promise<Blob> {
  return new Blob([Buffer.from(await validPdf({ text }))], { type: 'application/pdf' });
}

test('Given a registered PDF, When it is sent, signed and deposited by the clients, Then its record says so', async () => {
  const { api } = clientOf();
  const vendor = createVendorApi({ baseUrl: service.url, token: publicToken });
  const body = { metadata: metadata({ signatories: 1 }), doc: await pdf('to sign') };

  const { id } = await answerOf(api.POST('/api/conventions', { body }));
  const params = { path: { id } };
  await answerOf(api.POST('/api/conventions/{id}/signature', { params }));
  await answerOf(vendor.PATCH('/public/api/conventions/{id}/dates', { params, body: [dateOf(1)] }));
  await answerOf(
    vendor.POST('/public/api/conventions/{id}/pdf', { params, body: { doc: await pdf('signed') } }),
  );

  expect(await answerOf(api.GET('/api/conventions/{id}', { params }))).toMatchObject({ id, state: 'signed' });
  const signed = await answerOf(api.GET('/api/conventions/{id}/signed-pdf', { params, parseAs: 'blob' }));
  expect(signed).toBeInstanceOf(Blob);
});

test('Given more records than a page has, When a list is gone through, Then each comes once', async () => {
  const reference = crypto.randomUUID();
  const made = [];
  for (const number of [1, 2, 3])
    made.push((await givenDraft(service, { reference: `${reference}-${number}` })).id);

  const found: number[] = [];
  for await (const { id } of clientOf().all('/api/conventions', { q: reference, page_size: 2 }))
    found.push(id);

  expect(found.toSorted((one, other) => one - other)).toEqual(made);
});

test('When the service refuses, Then an error has the status, the code and the sentence', async () => {
  const absent = answerOf(clientOf().api.GET('/api/conventions/{id}', { params: { path: { id: 999_999 } } }));

  await expect(absent).rejects.toMatchObject({
    status: 404,
    code: 'signable_not_found',
    message: expect.stringMatching(/404: .*999999/),
  });
});

describe('Changes that are followed', () => {
  test('come once each, in order, across a line that is cut', async () => {
    await using line = await startLine(service.url);
    const ending = new AbortController();
    const seen: Change[] = [];
    let cuts = 0;
    const after = (await service.institution.get('/api/changes?after=now')).body.cursor as string;
    const following = (async () => {
      const onCut = () => {
        cuts += 1;
      };
      const changes = clientOf({ url: line.url }).changes({ after, signal: ending.signal, onCut });
      for await (const change of changes) seen.push(change);
    })();

    const first = await givenInSigning(service);
    await eventually(() => seen.some(({ recordId }) => recordId === first.id));
    line.cut();
    const second = await givenInSigning(service);
    await eventually(() => cuts > 0);
    line.mend();
    await eventually(() => seen.some(({ recordId }) => recordId === second.id));
    await eventually(async () => expect(seen.map(({ cursor }) => cursor)).toEqual(await cursorsAfter(after)));
    ending.abort();

    await following;
  });

  test('end with an error where the refusal would stay one', async () => {
    const changes = clientOf({ token: 'a-token-that-nobody-has' }).changes();

    await expect(changes.next()).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
  });
});

async function cursorsAfter(after: string): Promise<string[]> {
  const { body } = await service.institution.get(`/api/changes?after=${after}&page_size=200`);
  return (body.results as Change[]).map(({ cursor }) => cursor);
}

test('The call that the service makes is verified, and says which document is meant', async () => {
  const { id } = await givenInSigning(service);
  const call = await eventually(
    () => service.webhook.requests.find(({ url }) => url.includes(`conventionid=${id}`)) ?? null,
  );
  const [delivery] = (await recordOf(service, id)).deliveries;

  expect(await verifyWebhook(call, webhookToken)).toEqual({
    kind: 'conventions',
    id,
    deliveryId: delivery?.id,
  });
});

test.each<[string, { url?: string; authorization?: string; status: number }]>([
  ['no token', { status: 401 }],
  ['another token', { authorization: 'Bearer other-token-of-somebody', status: 401 }],
  ['another scheme', { authorization: `Token ${webhookToken}`, status: 401 }],
  ['no document', { url: '/start', authorization: `Bearer ${webhookToken}`, status: 400 }],
  [
    'two documents',
    { url: '/start?conventionid=1&avenantid=2', authorization: `Bearer ${webhookToken}`, status: 400 },
  ],
  ['a path', { url: '/start?conventionid=../1', authorization: `Bearer ${webhookToken}`, status: 400 }],
])('A call with %s is refused', async (_what, { url = '/start?conventionid=1', authorization, status }) => {
  const headers = new Headers(authorization === undefined ? {} : { authorization });

  const refused = verifyWebhook({ url, headers }, webhookToken);

  await expect(refused).rejects.toThrow(WebhookRefused);
  await expect(refused).rejects.toMatchObject({ status });
});
